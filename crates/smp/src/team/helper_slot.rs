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

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::mpsc;

    use crate::dts::{Block, NoExtra};
    use crate::ids::BLOCKS_PER_WORKER;
    use crate::team::Backend;
    use crate::testing::TinyNode;
    use crate::{HelperSlot, Team};

    /// Returns the pages that the system has provided to this thread, or to this process; `None` if it does not count them.
    fn pages_of(whose: &str) -> Option<usize> {
        let stat = fs::read_to_string(format!("/proc/{whose}/stat")).ok()?;
        // After the name, which may have blanks.
        stat.rsplit_once(')')?.1.split_whitespace().nth(7)?.parse().ok()
    }

    /// The system provides a page near to the thread that touches it first.
    #[test]
    #[cfg_attr(miri, ignore = "there are no pages")]
    fn a_helper_touches_its_own_blocks_first() {
        if pages_of("thread-self").is_none() {
            return;
        }
        let mut team: Team<TinyNode> = Team::new(2, Backend::Thread).unwrap();
        team.set_processors(2);
        let (report, reports) = mpsc::channel();
        let counts = |slot: HelperSlot<'_, TinyNode>| {
            let before = pages_of("thread-self").unwrap();
            slot.serve(&mut 0);
            report.send(pages_of("thread-self").unwrap() - before).unwrap();
        };
        team.session(&counts, |_| ());
        let of_pool = BLOCKS_PER_WORKER * size_of::<Block<TinyNode, NoExtra>>() / 4096;
        let touched = reports.recv().unwrap();
        assert!(of_pool > 10 && touched >= of_pool, "{touched} pages of {of_pool}");
    }
}
