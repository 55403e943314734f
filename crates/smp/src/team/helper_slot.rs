//! Runs a helper: `ThreadInit` once, then work and `ThreadWait` in turn, until the team dismisses it.

use super::strategy::{Step, Strategies};
use crate::arena::Arena;
use crate::ids::WorkerId;
use crate::node::Node;
use crate::team::Worker;

/// A helper's place in the team. A helper builds a context, then [serves](HelperSlot::serve).
pub struct HelperSlot<'a, N: Node, S> {
    id: WorkerId,
    pub(super) arena: &'a Arena<N, S>,
}

impl<'a, N: Node, S: Strategies<N>> HelperSlot<'a, N, S> {
    pub(super) fn new(arena: &'a Arena<N, S>, id: WorkerId) -> HelperSlot<'a, N, S> {
        HelperSlot { id, arena }
    }

    /// Returns the helper's number.
    pub fn id(&self) -> WorkerId {
        self.id
    }

    /// Returns the memory that the game shares.
    pub fn shared(&self) -> &'a N::Shared {
        self.arena.shared()
    }

    /// Takes part in all searches until the team dismisses the helper. Uses no processor time between searches. Consumes
    /// the slot, because two workers with one number would write to the same mailbox.
    pub fn serve(self, context: &mut N::Context<'_>) {
        let mut worker = Worker::new(self.arena, self.id);
        // If the alarm is on, the first step reports it.
        let _ = worker.thread_init();
        let mailbox = self.arena.mailbox(self.id);
        while !mailbox.is_dismissed() {
            match worker.step(context) {
                Ok(Step::Idle | Step::Waiting) => {
                    worker.thread_wait(|| mailbox.is_dismissed(), None);
                }
                Ok(_) => {}
                Err(_) => worker.park(),
            }
        }
    }
}

/// The function of a helper: it builds its context on its own stack and serves. With the fork backend it runs in another
/// process, on a copy of the program's memory at the time of the fork.
pub type Helper<'h, N, S> = &'h (dyn Fn(HelperSlot<'_, N, S>) + Sync);
