//! Checks that all helpers are alive. The main worker does this, because the kernel reports the death of a process only
//! to its parent.

use std::cell::Cell;
use std::time::Duration;

use cleave_sync::Instant;

use super::helpers::Helpers;
use super::strategy::Strategies;
use crate::arena::{Arena, Watch};
use crate::ids::WorkerId;
use crate::node::Node;

/// Least time between two checks. A main worker that searches comes here once in 512 nodes, which take half a
/// millisecond in chess. So it notices a death after 5 to 6 ms, well below the limit of 100 ms.
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
        if self.helpers.has_death()
            && self.arena.raise_alarm()
            && let Some(holder) = suspect
        {
            log::warn!("the main worker was waiting for a lock held by {holder}");
        }
    }
}
