//! Lets an algorithm from outside change the machine. A reader of Dynamic Tree Splitting can skip this file.
//! Before: `next_iteration.rs`. This is the last.
//!
//! The defaults are the rules of Dynamic Tree Splitting: each calls the function with the rule, in the file that explains
//! it, and [`Dts`] changes none. The split-point algorithms of `cleave-algorithms` search with the same worker,
//! blocks, claims and job list by other rules. The worker is compiled for each of them, so a rule that is left as
//! it is costs nothing.

use super::block::{Body, Extra, NoExtra};
use super::worker::{LockedBlock, SplitWorker};
use crate::arena::Alarmed;
use crate::ids::BlockId;
use crate::node::{Absorbed, Node, SplitHint};
use crate::params::Params;
use crate::stepper::Progress;
use crate::team::{Peer, Step};

/// The machine's next action after a rule.
pub enum Flow<G> {
    /// The machine goes on, with the block still locked.
    Continue(G),
    /// The rule has completed the step.
    Done(Step),
}

/// [`Flow`] of a rule that is called with a block locked.
pub type BlockFlow<'a, N, R> = Result<Flow<LockedBlock<'a, N, R>>, Alarmed>;

/// The next action of a worker at a block that it has locked.
pub enum AtBlock<V> {
    /// Take a job. The worker holds no claim on the block.
    TakeJob,
    /// Return the result of a job.
    ReturnResult,
    /// Take the value of the settled block to the parent.
    Propagate(V),
    /// Leave. The worker has released its claim and takes no other job.
    Leave,
    /// Return a useless job.
    ReturnUselessJob,
}

/// How the child just opened is shared.
pub struct Sharing {
    /// The child becomes a block at once.
    pub at_once: bool,
    /// Otherwise the stack of its private search becomes blocks as soon as a worker is idle.
    pub on_demand: bool,
}

/// The rules of Dynamic Tree Splitting.
pub struct Dts;

impl<'a, N: Node> Rules<'a, N> for Dts {
    type Extra = NoExtra;
}

/// The rules by which workers split a tree, and what each worker keeps for them.
pub trait Rules<'a, N: Node>: Sized {
    /// The fields that each block has for them.
    type Extra: Extra<N>;

    /// True if workers keep trails, and a stop calls only workers whose trail contains the block. Otherwise a stop calls all.
    const KEEPS_TRAILS: bool = true;

    /// Returns the priority of a block for an idle worker, or 0 if no worker may join it.
    fn priority(body: &Body<N, Self::Extra>, split_hint: SplitHint, params: &Params) -> u32 {
        params.priority(split_hint, body.node.depth())
    }

    /// Chooses a block to join from the job list, other than `passed_over`.
    fn choose(
        worker: &mut SplitWorker<'a, N, Self>,
        passed_over: Option<BlockId>,
    ) -> Option<BlockId> {
        worker.choose_best(passed_over)
    }

    /// Returns true if this worker may join a block that has a priority.
    fn may_join(worker: &SplitWorker<'a, N, Self>, block: BlockId) -> bool {
        worker.may_join_tree_of(block)
    }

    /// Wakes workers that may join a block that has become joinable.
    fn notify_idle(worker: &mut SplitWorker<'a, N, Self>) {
        worker.notify_one();
    }

    /// Unlocks a block after the worker has taken a job from it, and wakes others if the block `is_joinable` since
    /// then.
    fn unlock_and_announce(
        worker: &mut SplitWorker<'a, N, Self>,
        body: LockedBlock<'a, N, Self>,
        is_joinable: bool,
    ) {
        worker.unlock(body, is_joinable);
    }

    /// Decides how the child just opened is shared.
    fn sharing(worker: &mut SplitWorker<'a, N, Self>, context: &N::Context<'_>) -> Sharing {
        Sharing { at_once: worker.becomes_block(context), on_demand: worker.splits_on_demand() }
    }

    /// Continues the private search of the child in a way of its own: by one node or to its end, according to the grain of
    /// steps. `None` leaves it to the worker.
    #[inline(always)]
    fn search_private(
        _worker: &mut SplitWorker<'a, N, Self>,
        _context: &mut N::Context<'_>,
    ) -> Result<Option<Progress<N::Value>>, Alarmed> {
        Ok(None)
    }

    /// Called before a block begins its generation.
    fn begin_block(_worker: &mut SplitWorker<'a, N, Self>, _body: &mut LockedBlock<'a, N, Self>) {}

    /// Makes the worker busy, before it takes a place in this block.
    fn enter_tree(
        worker: &mut SplitWorker<'a, N, Self>,
        body: &mut LockedBlock<'a, N, Self>,
    ) -> Result<(), Alarmed> {
        worker.enter_tree_of(body)
    }

    /// Called before an action of the worker at a block.
    #[inline(always)]
    fn at_block(
        _worker: &mut SplitWorker<'a, N, Self>,
        _context: &mut N::Context<'_>,
        body: LockedBlock<'a, N, Self>,
        _about_to: AtBlock<N::Value>,
    ) -> BlockFlow<'a, N, Self> {
        Ok(Flow::Continue(body))
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

    /// Called after the node has taken a result in.
    fn after_result(
        _worker: &mut SplitWorker<'a, N, Self>,
        _body: &mut LockedBlock<'a, N, Self>,
        _absorbed: &Absorbed<N::Job, N::Value>,
    ) {
    }

    /// Called after the worker has left a block and holds no claim. Returns a step if the worker stays busy.
    fn after_leaving(
        _worker: &mut SplitWorker<'a, N, Self>,
        _context: &mut N::Context<'_>,
    ) -> Result<Option<Step>, Alarmed> {
        Ok(None)
    }

    /// Called after a locked block has been stopped.
    fn after_stop(_worker: &SplitWorker<'a, N, Self>, _block: BlockId) {}

    /// Called after all other workers have been called.
    fn after_call(_worker: &SplitWorker<'a, N, Self>) {}
}
