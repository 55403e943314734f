//! Hooks through which an algorithm may change the machine.
//! Before: `stop.rs`. Next: `next_iteration.rs`, which uses some.
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

/// What the machine does after a hook.
pub enum Flow<G> {
    /// The machine goes on, with the block still locked.
    GoOn(G),
    /// The hook has completed the step.
    Done(Step),
}

/// [`Flow`] of a hook that is called with a block locked.
pub type BlockFlow<'a, N, H> = Result<Flow<LockedBlock<'a, N, H>>, Alarmed>;

/// The changes of an algorithm to the machine, and the state that each of its workers keeps for them.
pub trait Hooks<'a, N: Node>: Sized {
    /// The fields that each block has for the algorithm.
    type Extra: Extra<N>;

    // The job list.

    /// Returns the word to post in the job list for a block: its priority, or 0 if workers may not join it. There is no
    /// hint if no further worker may join.
    fn priority(
        body: &Body<N, Self::Extra>,
        split_hint: Option<SplitHint>,
        params: &Params,
    ) -> u32 {
        split_hint.map_or(0, |split_hint| params.priority(split_hint, body.node.height()))
    }

    /// Chooses a block to join from the job list, other than `passed_over`.
    fn choose(
        worker: &mut SplitWorker<'a, N, Self>,
        passed_over: Option<BlockId>,
    ) -> Option<BlockId> {
        worker.peer.report(Event::Scanned { pools: worker.marked_pools() });
        worker.best_job(|block| Some(block) != passed_over && Self::may_join(worker, block))
    }

    /// Returns true if this worker may join a block that has a priority.
    fn may_join(_worker: &SplitWorker<'a, N, Self>, _block: BlockId) -> bool {
        true
    }

    /// Wakes workers that may join a block that has become joinable.
    fn notify_idle(worker: &mut SplitWorker<'a, N, Self>) {
        worker.notify_one();
    }

    /// Unlocks a block of which the worker has taken a job, and wakes others if it `is_joinable` since then.
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

    /// Returns true if the child just opened becomes a block.
    fn becomes_block(worker: &mut SplitWorker<'a, N, Self>, _context: &N::Context<'_>) -> bool {
        worker.is_above_frontier()
    }

    /// Returns true if the private search of the child just opened becomes blocks when a worker is idle.
    fn splits_on_demand(_worker: &SplitWorker<'a, N, Self>) -> bool {
        false
    }

    /// Called before a block begins its generation.
    fn before_begin(_worker: &mut SplitWorker<'a, N, Self>, _body: &mut LockedBlock<'a, N, Self>) {}

    /// Makes the worker busy, before it takes a place in this block.
    fn before_join(
        worker: &mut SplitWorker<'a, N, Self>,
        _body: &mut LockedBlock<'a, N, Self>,
    ) -> Result<(), Alarmed> {
        worker.peer.join()
    }

    /// Called before the worker, which holds no claim on the block, takes a job of it.
    fn before_job(
        _worker: &mut SplitWorker<'a, N, Self>,
        _context: &mut N::Context<'_>,
        body: LockedBlock<'a, N, Self>,
    ) -> BlockFlow<'a, N, Self> {
        Ok(Flow::GoOn(body))
    }

    /// Called after the node has handed out this job. The hint is from before.
    fn after_next(
        &mut self,
        _peer: &Peer<'a, N>,
        _body: &Body<N, Self::Extra>,
        _split_hint: Option<SplitHint>,
        _job: &mut N::Job,
    ) {
    }

    /// Searches the child's private subtree in one step. Returns `None` if the search was interrupted.
    fn search_subtree(
        worker: &mut SplitWorker<'a, N, Self>,
        context: &mut N::Context<'_>,
    ) -> Result<Option<N::Value>, Alarmed> {
        worker.search_with_driver(context)
    }

    /// Searches the next node of the private subtree, where a step is one node.
    fn search_node(
        worker: &mut SplitWorker<'a, N, Self>,
        context: &mut N::Context<'_>,
    ) -> Progress<N::Value> {
        worker.step_private_search(context)
    }

    /// Called before the node takes a result in.
    fn before_result(
        _worker: &mut SplitWorker<'a, N, Self>,
        _context: &mut N::Context<'_>,
        body: LockedBlock<'a, N, Self>,
    ) -> BlockFlow<'a, N, Self> {
        Ok(Flow::GoOn(body))
    }

    /// Called after the node has taken a result in.
    fn after_result(
        _worker: &mut SplitWorker<'a, N, Self>,
        _body: &mut LockedBlock<'a, N, Self>,
        _absorbed: &Absorbed<N::Job, N::Value>,
    ) {
    }

    /// Called before the worker takes the value of a settled block to the parent.
    fn before_propagating(
        _worker: &mut SplitWorker<'a, N, Self>,
        _context: &mut N::Context<'_>,
        body: LockedBlock<'a, N, Self>,
        _value: N::Value,
    ) -> BlockFlow<'a, N, Self> {
        Ok(Flow::GoOn(body))
    }

    /// Called before the worker leaves a block, after it has released its claim.
    fn before_leaving(
        _worker: &mut SplitWorker<'a, N, Self>,
        _context: &mut N::Context<'_>,
        body: LockedBlock<'a, N, Self>,
    ) -> BlockFlow<'a, N, Self> {
        Ok(Flow::GoOn(body))
    }

    /// Called after the worker has left a block and holds no claim. Returns a step if the worker stays busy.
    fn after_leaving(
        _worker: &mut SplitWorker<'a, N, Self>,
        _context: &mut N::Context<'_>,
    ) -> Result<Option<Step>, Alarmed> {
        Ok(None)
    }

    // Stops.

    /// True if workers keep trails, and a stop calls only workers whose trail contains the block. Otherwise a stop calls all.
    const KEEPS_TRAILS: bool = true;

    /// Called after a locked block has been stopped.
    fn after_stop(_worker: &SplitWorker<'a, N, Self>, _block: BlockId) {}

    /// Called after all other workers have been called.
    fn after_call(_worker: &SplitWorker<'a, N, Self>) {}

    /// Aborts the work of a busy worker that has been called, if the work has become useless.
    fn check_cancelled(worker: &mut SplitWorker<'a, N, Self>) {
        if worker.blocks.has_stopped_ancestor(worker.block) {
            worker.abort();
        }
    }

    /// Called before the worker returns a useless job to this block.
    fn before_giving_back(
        _worker: &mut SplitWorker<'a, N, Self>,
        body: LockedBlock<'a, N, Self>,
    ) -> BlockFlow<'a, N, Self> {
        Ok(Flow::GoOn(body))
    }

    // Workers without a claim.

    /// Performs a step of a worker without a claim.
    fn idle(
        worker: &mut SplitWorker<'a, N, Self>,
        context: &mut N::Context<'_>,
    ) -> Result<Step, Alarmed> {
        worker.look_for_work(context)
    }

    /// Returns true if the worker has no claim and waits for others. In Dynamic Tree Splitting no worker does.
    fn is_waiting(_worker: &SplitWorker<'a, N, Self>) -> bool {
        false
    }

    /// Returns true if a worker without a claim is likely to find work.
    fn has_work(worker: &SplitWorker<'a, N, Self>) -> bool {
        worker.best_job(|block| Self::may_join(worker, block)).is_some()
    }

    /// As `has_work`, but has no side effects, for one thread that moves all workers.
    fn would_find_work(worker: &SplitWorker<'a, N, Self>) -> bool {
        worker.has_job(|block| Self::may_join(worker, block))
    }

    /// Returns true if `would_find_work` returns the same for all idle workers.
    fn finds_what_others_find(_worker: &SplitWorker<'a, N, Self>) -> bool {
        true
    }

    /// Returns the blocks that the worker owns, from the root down.
    fn owned_blocks(&self) -> &[BlockId] {
        &[]
    }

    /// Drops the state of the hooks after an alarm.
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
