//! Hooks through which an algorithm may change the machine.
//!
//! Each has a default, and the defaults together are plain tree splitting, one iteration at a time, which a test
//! searches with: the machine can be read without the hooks. The [next iteration](super::next_iteration) overrides
//! some; the older split-point algorithms, in `cleave-algorithms`, override most. The worker is compiled for each
//! algorithm, and a hook that is left as it is costs nothing.

use super::block::{Body, Extra};
use super::worker::{LockedBlock, SplitWorker};
use crate::arena::Alarmed;
use crate::event::Event;
use crate::ids::BlockId;
use crate::node::{Absorbed, Node, SplitHint};
use crate::params::Params;
use crate::stepper::Progress;
use crate::team::{Peer, Step};

/// What a hook leaves to the machine.
pub enum Flow<G> {
    /// The machine goes on, with the block still locked.
    GoOn(G),
    /// The hook has done all there was to do, and this was the step.
    Done(Step),
}

/// [`Flow`] of a hook that is called with a block locked.
pub type BlockFlow<'a, N, H> = Result<Flow<LockedBlock<'a, N, H>>, Alarmed>;

/// What an algorithm changes in the machine, and what each of its workers keeps for that.
pub trait Hooks<'a, N: Node>: Sized {
    /// What each block keeps for it.
    type Extra: Extra<N>;

    // The job list.

    /// What is posted in the job list for a block: its priority, or 0 if it may not be joined. There is no
    /// hint if no further worker is admitted.
    fn priority(
        body: &Body<N, Self::Extra>,
        split_hint: Option<SplitHint>,
        params: &Params,
    ) -> u32 {
        split_hint.map_or(0, |split_hint| params.priority(split_hint, body.node.height()))
    }

    /// Looks through the job list for a block to join, other than `passed_over`.
    fn choose(
        worker: &mut SplitWorker<'a, N, Self>,
        passed_over: Option<BlockId>,
    ) -> Option<BlockId> {
        worker.peer.report(Event::Scanned { pools: worker.marked_pools() });
        worker.best_job(|block| Some(block) != passed_over && Self::may_join(worker, block))
    }

    /// True if this worker may join a block that has a priority.
    fn may_join(_worker: &SplitWorker<'a, N, Self>, _block: BlockId) -> bool {
        true
    }

    /// Something may be joined: wakes workers that may join it.
    fn notify_idle(worker: &mut SplitWorker<'a, N, Self>) {
        worker.notify_one();
    }

    /// A worker has handed out a job of this block, and unlocks it. `is_joinable` if it has just become so.
    fn unlock_and_announce(
        worker: &mut SplitWorker<'a, N, Self>,
        body: LockedBlock<'a, N, Self>,
        is_joinable: bool,
    ) {
        drop(body);
        if is_joinable {
            worker.notify_idle();
        }
    }

    // The life of a block.

    /// True if the child just opened is put into a block.
    fn becomes_block(worker: &mut SplitWorker<'a, N, Self>, _context: &N::Context<'_>) -> bool {
        worker.is_above_frontier()
    }

    /// True if the child just opened, which is searched alone, becomes blocks when somebody is idle.
    fn splits_on_demand(_worker: &SplitWorker<'a, N, Self>) -> bool {
        false
    }

    /// A block has been renewed, and is about to begin its generation.
    fn before_begin(_worker: &mut SplitWorker<'a, N, Self>, _body: &mut LockedBlock<'a, N, Self>) {}

    /// A worker is about to take a place in this block: it becomes busy.
    fn before_join(
        worker: &mut SplitWorker<'a, N, Self>,
        _body: &mut LockedBlock<'a, N, Self>,
    ) -> Result<(), Alarmed> {
        worker.peer.join()
    }

    /// The worker, without a claim on the block, is about to ask it for a job.
    fn before_job(
        _worker: &mut SplitWorker<'a, N, Self>,
        _context: &mut N::Context<'_>,
        body: LockedBlock<'a, N, Self>,
    ) -> BlockFlow<'a, N, Self> {
        Ok(Flow::GoOn(body))
    }

    /// The node has just handed out this job; before that it had this hint.
    fn after_next(
        &mut self,
        _peer: &Peer<'a, N>,
        _body: &Body<N, Self::Extra>,
        _split_hint: Option<SplitHint>,
        _job: &mut N::Job,
    ) {
    }

    /// Searches the child's subtree, which no other worker sees, in one step. `None` if that has been
    /// given up.
    fn search_subtree(
        worker: &mut SplitWorker<'a, N, Self>,
        context: &mut N::Context<'_>,
    ) -> Result<Option<N::Value>, Alarmed> {
        worker.search_with_driver(context)
    }

    /// Searches the next node of that subtree, where a step is one node.
    fn search_node(
        worker: &mut SplitWorker<'a, N, Self>,
        context: &mut N::Context<'_>,
    ) -> Progress<N::Value> {
        worker.step_dive(context)
    }

    /// A result has been brought to the block, and is about to be taken in.
    fn before_result(
        _worker: &mut SplitWorker<'a, N, Self>,
        _context: &mut N::Context<'_>,
        body: LockedBlock<'a, N, Self>,
    ) -> BlockFlow<'a, N, Self> {
        Ok(Flow::GoOn(body))
    }

    /// The result has been taken in.
    fn after_result(
        _worker: &mut SplitWorker<'a, N, Self>,
        _body: &mut LockedBlock<'a, N, Self>,
        _absorbed: &Absorbed<N::Job, N::Value>,
    ) {
    }

    /// The block is settled, with this value, which is about to go up.
    fn before_going_up(
        _worker: &mut SplitWorker<'a, N, Self>,
        _context: &mut N::Context<'_>,
        body: LockedBlock<'a, N, Self>,
        _value: N::Value,
    ) -> BlockFlow<'a, N, Self> {
        Ok(Flow::GoOn(body))
    }

    /// The worker has brought its claim back, and gets no other job of the block.
    fn before_leaving(
        _worker: &mut SplitWorker<'a, N, Self>,
        _context: &mut N::Context<'_>,
        body: LockedBlock<'a, N, Self>,
    ) -> BlockFlow<'a, N, Self> {
        Ok(Flow::GoOn(body))
    }

    /// The worker has left a block, and holds no claim. A step if it stays busy.
    fn after_leaving(
        _worker: &mut SplitWorker<'a, N, Self>,
        _context: &mut N::Context<'_>,
    ) -> Result<Option<Step>, Alarmed> {
        Ok(None)
    }

    // Stops.

    /// True if workers keep trails, and a stop calls those on whose trail the block is. Otherwise a stop calls all.
    const KEEPS_TRAILS: bool = true;

    /// The block, locked, has been stopped: settled, cancelled, or as the root at the end of the search.
    fn after_stop(_worker: &SplitWorker<'a, N, Self>, _block: BlockId) {}

    /// All other workers have been called.
    fn after_call(_worker: &SplitWorker<'a, N, Self>) {}

    /// The worker, busy, has been called: gives up what has become useless.
    fn check_cancelled(worker: &mut SplitWorker<'a, N, Self>) {
        if worker.blocks.is_cut_off(worker.block) {
            worker.abort();
        }
    }

    /// The worker is about to give a useless job back to this block.
    fn before_giving_back(
        _worker: &mut SplitWorker<'a, N, Self>,
        body: LockedBlock<'a, N, Self>,
    ) -> BlockFlow<'a, N, Self> {
        Ok(Flow::GoOn(body))
    }

    // Workers without a claim.

    /// A step of a worker without a claim.
    fn idle(
        worker: &mut SplitWorker<'a, N, Self>,
        context: &mut N::Context<'_>,
    ) -> Result<Step, Alarmed> {
        worker.look_for_work(context)
    }

    /// True if the worker has no claim, but is busy, since it waits for others. Never in Dynamic Tree
    /// Splitting.
    fn is_waiting(_worker: &SplitWorker<'a, N, Self>) -> bool {
        false
    }

    /// True if a worker without a claim is likely to find work.
    fn has_work(worker: &SplitWorker<'a, N, Self>) -> bool {
        worker.best_job(|block| Self::may_join(worker, block)).is_some()
    }

    /// The same in virtual time, where one thread moves all workers and looking must leave no trace.
    fn would_find_work(worker: &SplitWorker<'a, N, Self>) -> bool {
        worker.has_job(|block| Self::may_join(worker, block))
    }

    /// True if `would_find_work` tells all idle workers the same; for virtual time.
    fn finds_what_others_find(_worker: &SplitWorker<'a, N, Self>) -> bool {
        true
    }

    /// The blocks that the worker owns, from the root down.
    fn owned_blocks(&self) -> &[BlockId] {
        &[]
    }

    /// Forgets what the worker has been doing, after an alarm.
    fn forget(&mut self) {}

    // The next iteration: see `Strategy`.

    /// Begins the next iteration at this root.
    fn begin_next(
        _worker: &mut SplitWorker<'a, N, Self>,
        _context: &mut N::Context<'_>,
        _next: &N,
    ) -> Result<(), Alarmed> {
        Ok(())
    }

    /// Gives the next iteration up.
    fn give_up_next(_worker: &mut SplitWorker<'a, N, Self>) -> Result<(), Alarmed> {
        Ok(())
    }
}
