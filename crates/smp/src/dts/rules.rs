//! Where an algorithm from outside changes the machine. A reader of Dynamic Tree Splitting can pass this file by.
//! Before: `next_iteration.rs`. This is the last.
//!
//! The defaults are the rules of Dynamic Tree Splitting: each calls the function that has the rule, in the file where
//! it is told, and [`Dts`] changes none. The split-point algorithms of `cleave-algorithms` search with the same worker,
//! blocks, claims and job list by other rules. The worker is compiled for each of them, so a rule that is left as
//! it is costs nothing.

use super::block::{Body, Extra, NoExtra};
use super::worker::{JoinReason, LockedBlock, SplitWorker};
use crate::arena::Alarmed;
use crate::ids::BlockId;
use crate::node::{Absorbed, Node, SplitHint};
use crate::params::Params;
use crate::stepper::Progress;
use crate::team::{Peer, Step};

/// What a rule leaves to the machine.
pub enum Flow<G> {
    /// The machine goes on, with the block still locked.
    Continue(G),
    /// The rule has done all there was to do, and this was the step.
    Done(Step),
}

/// [`Flow`] of a rule that is asked with a block locked.
pub type BlockFlow<'a, N, R> = Result<Flow<LockedBlock<'a, N, R>>, Alarmed>;

/// What a worker at a block, which it has locked, is about to do.
pub enum AtBlock<V> {
    /// Without a claim on the block: to ask it for a job.
    AskForJob,
    /// With the result of a job: to have it taken in.
    BringResult,
    /// To take the value with which it has settled the block up.
    TakeUp(V),
    /// Its claim has been brought back, and it gets no other: to leave.
    Leave,
    /// To give a useless job back.
    GiveBack,
}

/// How the child just opened is shared.
pub struct Sharing {
    /// It is put into a block at once.
    pub at_once: bool,
    /// If it is not, its stack becomes blocks as soon as somebody is idle.
    pub on_demand: bool,
}

/// The rules of Dynamic Tree Splitting.
pub struct Dts;

impl<'a, N: Node> Rules<'a, N> for Dts {
    type Extra = NoExtra;
}

/// The rules by which workers split a tree, and what each worker keeps for them.
pub trait Rules<'a, N: Node>: Sized {
    /// What each block keeps for them.
    type Extra: Extra<N>;

    /// True if workers keep trails, and a stop calls those on whose trail the block is. Otherwise a stop calls all.
    const KEEPS_TRAILS: bool = true;

    /// The priority of a block for an idle worker, or 0 if it is not to be joined.
    fn priority(body: &Body<N, Self::Extra>, split_hint: SplitHint, params: &Params) -> u32 {
        params.priority(split_hint, body.node.depth())
    }

    /// Looks through the job list for a block to join, other than `passed_over`.
    fn choose(
        worker: &mut SplitWorker<'a, N, Self>,
        passed_over: Option<BlockId>,
    ) -> Option<BlockId> {
        worker.choose_best(passed_over)
    }

    /// True if this worker may join a block that has a priority.
    fn may_join(worker: &SplitWorker<'a, N, Self>, block: BlockId) -> bool {
        worker.may_join_tree_of(block)
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
        worker.unlock(body, is_joinable);
    }

    /// How the child just opened is shared.
    fn sharing(worker: &mut SplitWorker<'a, N, Self>, context: &N::Context<'_>) -> Sharing {
        Sharing { at_once: worker.becomes_block(context), on_demand: worker.splits_on_demand() }
    }

    /// Searches on in the subtree of the child, which no other worker sees: a node further, or to its end, as the grain of
    /// steps says.
    fn search_private(
        worker: &mut SplitWorker<'a, N, Self>,
        context: &mut N::Context<'_>,
    ) -> Result<Progress<N::Value>, Alarmed> {
        worker.search_privately(context)
    }

    /// A block has been renewed, and is about to begin its generation.
    fn begin_block(_worker: &mut SplitWorker<'a, N, Self>, _body: &mut LockedBlock<'a, N, Self>) {}

    /// A worker is about to take a place in this block: it becomes busy.
    fn enter_tree(
        worker: &mut SplitWorker<'a, N, Self>,
        body: &mut LockedBlock<'a, N, Self>,
    ) -> Result<(), Alarmed> {
        worker.enter_tree_of(body)
    }

    /// The worker, at a block, is about to do this.
    #[inline(always)]
    fn at_block(
        _worker: &mut SplitWorker<'a, N, Self>,
        _context: &mut N::Context<'_>,
        body: LockedBlock<'a, N, Self>,
        _about_to: AtBlock<N::Value>,
    ) -> BlockFlow<'a, N, Self> {
        Ok(Flow::Continue(body))
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

    /// A result has been taken in.
    fn after_result(
        _worker: &mut SplitWorker<'a, N, Self>,
        _body: &mut LockedBlock<'a, N, Self>,
        _absorbed: &Absorbed<N::Job, N::Value>,
    ) {
    }

    /// The worker has left a block, and holds no claim. A step if it stays busy.
    fn after_leaving(
        _worker: &mut SplitWorker<'a, N, Self>,
        _context: &mut N::Context<'_>,
    ) -> Result<Option<Step>, Alarmed> {
        Ok(None)
    }

    /// The block, locked, has been stopped: settled, cancelled, or as the root at the end of the search.
    fn after_stop(_worker: &SplitWorker<'a, N, Self>, _block: BlockId) {}

    /// All other workers have been called.
    fn after_call(_worker: &SplitWorker<'a, N, Self>) {}
}

impl<'a, N: Node, R: Rules<'a, N>> SplitWorker<'a, N, R> {
    /// The worker, back at this block, which is locked, has helped elsewhere: its path may not lead here any more.
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
}
