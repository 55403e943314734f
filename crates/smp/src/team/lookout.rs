//! Is everybody alive? The captain looks, since the kernel tells only parents of their children.

use std::cell::Cell;
use std::time::{Duration, Instant};

use super::hands::Hands;
use crate::arena::{Arena, Watch};
use crate::ids::WorkerId;
use crate::node::Node;

/// Time between two looks. With the time until the others heed the alarm it must stay well below
/// the 100 ms in which a death is to be noticed.
const INTERVAL: Duration = Duration::from_millis(5);

pub(super) struct Lookout<'a, N: Node> {
    arena: &'a Arena<N>,
    hands: &'a Hands<'a, 'a, N>,
    last: Cell<Option<Instant>>,
}

impl<'a, N: Node> Lookout<'a, N> {
    pub(super) fn new(arena: &'a Arena<N>, hands: &'a Hands<'a, 'a, N>) -> Lookout<'a, N> {
        Lookout { arena, hands, last: Cell::new(None) }
    }
}

impl<N: Node> Watch for Lookout<'_, N> {
    fn look(&self, suspect: Option<WorkerId>) {
        if self.last.get().is_some_and(|last| last.elapsed() < INTERVAL) {
            return;
        }
        self.last.set(Some(Instant::now()));
        if self.hands.somebody_died() && self.arena.board().alarm.raise() {
            if let Some(holder) = suspect {
                log::warn!("the captain was waiting for a lock held by {holder}");
            }
            self.arena.call_all(WorkerId::CAPTAIN);
            self.arena.board().bell().ring_all();
        }
    }
}
