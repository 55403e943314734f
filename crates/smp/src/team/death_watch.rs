//! Checks whether all helpers are alive. The main worker does this, since the kernel reports the
//! death of a process only to its parent.

use std::cell::Cell;
use std::time::Duration;

use cleave_sync::Instant;

use super::helpers::Helpers;
use super::strategy::Strategies;
use crate::arena::{Arena, Watch};
use crate::ids::WorkerId;
use crate::node::Node;

/// Time between two checks at least. With 512 nodes of chess, half a millisecond, and the time in which the
/// others respond to the alarm it stays well below the 100 ms within which the team has to notice a death.
const INTERVAL: Duration = Duration::from_millis(5);

pub(super) struct DeathWatch<'a, N: Node, S> {
    arena: &'a Arena<N, S>,
    helpers: &'a Helpers<'a, 'a, N, S>,
    last: Cell<Option<Instant>>,
}

impl<'a, N: Node, S> DeathWatch<'a, N, S> {
    pub(super) fn new(
        arena: &'a Arena<N, S>,
        helpers: &'a Helpers<'a, 'a, N, S>,
    ) -> DeathWatch<'a, N, S> {
        DeathWatch { arena, helpers, last: Cell::new(None) }
    }
}

impl<N: Node, S: Strategies<N>> Watch for DeathWatch<'_, N, S> {
    fn check(&self, suspect: Option<WorkerId>) {
        if self.last.get().is_some_and(|last| last.elapsed() < INTERVAL) {
            return;
        }
        self.last.set(Some(Instant::now()));
        if self.helpers.somebody_died()
            && self.arena.raise_alarm()
            && let Some(holder) = suspect
        {
            log::warn!("the main worker was waiting for a lock held by {holder}");
        }
    }
}
