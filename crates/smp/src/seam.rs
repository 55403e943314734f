//! The seam for algorithms from outside, such as those of `cleave-algorithms`.
//!
//! Users of Dynamic Tree Splitting do not need this module, and readers of `dts/` can skip it. There are two doors.
//!
//! # A strategy
//!
//! An algorithm of any kind implements [`Strategy`], the steps of one worker. It decides which nodes may be shared,
//! which workers may take them, which worker carries a value up, and which worker iterates. [`Strategies`] creates such
//! workers. It owns the data that they share in addition to the game's table: its [`Memory`]. A [`Team`] is generic
//! over `Strategies`. The rest of the team is the same for all: threads and processes, waiting for work, deaths,
//! statistics. A [`Peer`] is the part of a worker that is the same in every strategy. It [joins](Peer::join) a search,
//! [reports](Peer::report) events, [concludes](Peer::conclude) and [leaves](Peer::leave). A strategy that searches node
//! by node uses a [`Stepper`]. A strategy that searches whole subtrees uses a [`CancellationCheck`], which interrupts
//! the recursive driver when the value has become useless. [`Locked`]s guard shared data, in the [order of
//! locks](order).
//!
//! # Other rules of splitting
//!
//! An algorithm that shares nodes need not be a strategy of its own. The [`SplitWorker`] of Dynamic Tree Splitting asks
//! [`Rules`]: which [`Block`]s may be joined, and in which order; which nodes become blocks; and what must happen at a block
//! before a job is taken, a result returned or a value propagated. The defaults are Dynamic Tree Splitting. [`Extra`] is the
//! data that the rules keep in each block.
//!
//! This module also has the methods of [`Peer`] and [`SplitWorker`] that only such algorithms call.

use cleave_sync::Instant;

use crate::arena::{Alarmed, RootOutcome, Window};
use crate::dts::LockedBlock;
use crate::event::SharedLine;
use crate::ids::WorkerId;
use crate::node::Node;

pub use crate::arena::{
    Alarm, Arena, Exclusive, Guard, LockContext, Locked, Mailbox, Memory, TeamState, Watch, map,
    order,
};
pub use crate::dts::{
    AtBlock, Block, BlockFlow, BlockGuard, Blocks, Body, Claims, DtsBlocks, DtsWorker, Extra, Flow,
    JoinReason, Link, Rules, Sharing, SplitWorker,
};
pub use crate::event::{Event, Meter};
pub use crate::ids::{BLOCKS_PER_WORKER, BlockId, WorkerMarks};
pub use crate::stepper::{Progress, Stepper};
pub use crate::team::{CancellationCheck, Peer, Strategies, Strategy, Team, Watchdog};

impl<N: Node> Peer<'_, N> {
    /// Makes the worker busy in the iteration under way. Another worker must stay busy until this returns.
    ///
    /// # Errors
    /// The alarm is on.
    pub fn join(&mut self) -> Result<(), Alarmed> {
        self.join_tree(self.common.team_state().under_way(), false)
    }

    /// Ends the search of the root with a value that was found in this window. `None` is the window of the root as
    /// requested.
    ///
    /// # Errors
    /// The alarm is on.
    pub fn conclude_with(
        &mut self,
        value: N::Value,
        line: &N::Line,
        window: Option<Window>,
    ) -> Result<(), Alarmed> {
        self.put_outcome(RootOutcome { value: Some(value), line: *line, window })
    }

    /// Begins to wait for others. The worker stays busy, so that the search goes on, but the time does not count as
    /// busy time.
    pub fn rest(&mut self) {
        self.counters.busy_ns += self.busy_since.elapsed().as_nanos() as u64;
    }

    /// Ends the wait.
    pub fn resume(&mut self) {
        self.busy_since = Instant::now();
    }
}

impl<'a, N: Node, R: Rules<'a, N>> SplitWorker<'a, N, R> {
    /// Copies the path to this locked block again. The worker has helped elsewhere meanwhile.
    ///
    /// # Errors
    /// The alarm is on.
    pub fn retake_path(
        &mut self,
        context: &mut N::Context<'_>,
        body: &LockedBlock<'a, N, R>,
    ) -> Result<(), Alarmed> {
        debug_assert!(!R::KEEPS_TRAILS, "this leaves the trail as it is");
        if !self.copied_path.has_taken(&body.path) {
            self.copied_path.follow(&body.path);
            self.copy_to_smp(context, JoinReason::Returned)?;
        }
        Ok(())
    }

    /// Returns true if the child is above the split frontier, which is lower while a worker is idle.
    pub fn is_above_frontier(&mut self) -> bool {
        let Peer { params, stack, common, meter, .. } = &mut self.peer;
        params.is_above_frontier(stack[0].depth(), || common.has_idle_worker(meter))
    }

    /// Returns the number of workers without work in the iteration under way, counting no more than `most`.
    pub fn idle_workers(&mut self, most: u32) -> u32 {
        let Peer { common, meter, .. } = &mut self.peer;
        meter.note(Event::Read(SharedLine::IdleMarks));
        let marks = common.team_state().idle_marks();
        let workers = common.team_state().team_size();
        let marked = marks.pools(workers).filter(|&index| index < workers);
        let idle = marked.filter(|&index| common.is_idle(WorkerId::new(index), meter));
        idle.take(most as usize).count() as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Arena;
    use crate::dts::DtsWorker;
    use crate::event::Meter;
    use crate::testing::TinyNode;

    /// A worker that leaves the team may still mark itself.
    #[test]
    fn workers_outside_the_team_are_not_counted_as_idle() {
        let arena: Arena<TinyNode> = Arena::new(3).unwrap();
        arena.set_team_size(2);
        let peer = Peer::new(&arena, WorkerId::new(1), None, Vec::new());
        let mut worker = DtsWorker::of(peer, arena.memory());
        assert_eq!([1, 9].map(|most| worker.idle_workers(most)), [1, 2]);
        arena.mark_idle(WorkerId::new(2), &mut Meter::default());
        assert_eq!(worker.idle_workers(9), 2);
    }
}
