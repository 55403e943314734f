//! The seam for split-point algorithms: the differences between them.
//!
//! All of them search the same nodes, keep them in the same blocks, and move the same
//! [worker](cleave_smp::seam::SplitWorker), whose [hooks](super::rules) ask the policy:
//!
//! | question | answered by |
//! |---|---|
//! | What may be shared? | [`may_become_block`](SplitPolicy::may_become_block): which nodes lie in blocks at all; [`priority`](SplitPolicy::priority) and [`may_join`](SplitPolicy::may_join): which of these may be joined now |
//! | Who may take it? | `priority`: an idle worker takes the block of highest priority; [`choose`](SplitPolicy::choose): or another, by a rule of its own; [`places`](SplitPolicy::places): only as many as the owner has offered places to |
//! | Who carries the value up? | [`CARRIER`](SplitPolicy::CARRIER): the last one out, or the owner of the block, who waits for its clients |
//! | Who iterates? | the main worker, for all of them |
//!
//! An algorithm that searches brothers before a bound is known also decides whether a child has the whole window of its
//! node ([`widens`](SplitPolicy::widens)), whether a window narrows while it is searched
//! ([`NARROWS`](SplitPolicy::NARROWS)), and which nodes wait for a bound ([`HOLDS_BACK`](SplitPolicy::HOLDS_BACK)).
//!
//! The worker is compiled for each policy, so a question that an algorithm answers with a constant
//! costs nothing.

use cleave_smp::seam::BlockId;
use cleave_smp::{Params, SplitHint, WorkerId};

use super::fields::{Guarded, OlderBody};
use super::memory::View;
use super::offers::Offering;
use super::position::TreePosition;
use crate::traits::Narrow;

/// The worker that finishes a block and takes its value to the parent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Carrier {
    /// The worker that releases the last claim, or finds a cutoff. No worker waits.
    LastOut,
    /// The worker that made the block. When it runs out of jobs there, it waits for its clients.
    Owner,
}

/// What an owner does while it waits for its clients.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Help {
    /// It waits.
    Nobody,
    /// It may join a block below its own.
    Clients,
    /// It may join any block.
    Anybody,
}

/// A block, as a policy sees it when it computes the priority.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Candidate {
    /// The node's hint.
    pub(crate) split_hint: SplitHint,
    /// Remaining depth, in plies.
    pub(crate) depth: i32,
    /// Its position in the tree of blocks.
    pub(crate) position: TreePosition,
    /// The value of the eldest child is known.
    pub(crate) eldest_is_known: bool,
    /// It waits for a bound, with no worker inside.
    pub(crate) is_held_back: bool,
    /// The number of jobs that are out.
    pub(crate) out: u32,
    /// The number of workers that may still join, if blocks are offered.
    pub(crate) places: u32,
}

impl Candidate {
    /// Creates the candidate of a block with this content.
    pub(crate) fn new<N: Narrow>(split_hint: SplitHint, body: &OlderBody<N>) -> Candidate {
        let Guarded { position, eldest_is_known, is_held_back, places, .. } = body.extra;
        let (depth, out) = (body.node.depth(), body.claims.out());
        Candidate { split_hint, depth, position, eldest_is_known, is_held_back, out, places }
    }
}

/// A split-point algorithm, as one worker carries it out.
pub(crate) trait SplitPolicy {
    /// The worker that takes the value of a block up.
    const CARRIER: Carrier;

    /// What a waiting owner may join.
    const HELP: Help = Help::Nobody;

    /// A block may be joined only once its owner has [offered](super::offers) it.
    const OFFERS: bool = false;

    /// [`may_join`](SplitPolicy::may_join) accepts only some blocks.
    const SELECTS: bool = false;

    /// A block may become joinable because a block above it has no child left.
    const GOES_DEEPER: bool = false;

    /// Each block is for certain workers only, so that all sleeping workers must be woken for it.
    const NAMES_WORKERS: bool = false;

    /// A node that is searched in sequence waits after its first child until it has a bound, with no worker inside.
    const HOLDS_BACK: bool = false;

    /// A value narrows the windows of its brothers' searches under way.
    const NARROWS: bool = false;

    /// Creates the policy of this worker.
    fn new(id: WorkerId) -> Self;

    /// Returns true if a node just opened becomes a block when it is above the split frontier. The root always does.
    fn may_become_block<N: Narrow>(&self, _view: View<'_, N>, _position: TreePosition) -> bool {
        true
    }

    /// Returns true if a node of this depth may become a block. `None` leaves it to the split frontier of the
    /// parameters.
    fn is_deep_enough(_position: TreePosition, _depth: i32, _params: &Params) -> Option<bool> {
        None
    }

    /// Returns the number of other workers to which the owner of a block offers it after taking in a result there. 0
    /// leaves the block closed; the owner asks again after the next result.
    fn places(_offering: &mut Offering<'_>) -> u32 {
        0
    }

    /// Returns true if the next child of a node that several workers may share is searched with its whole window, and
    /// not tested with a null window.
    fn widens(_candidate: &Candidate, _params: &Params) -> bool {
        false
    }

    /// Returns true if the children of a node are searched one at a time.
    fn is_in_sequence(_position: TreePosition) -> bool {
        false
    }

    /// Returns the priority of a block for an idle worker, or 0 if it must not be joined now.
    fn priority(candidate: &Candidate, params: &Params) -> u32;

    /// Returns true if this worker may join a block that has a priority, given the blocks above it.
    fn may_join<N: Narrow>(&self, _view: View<'_, N>, _block: BlockId) -> bool {
        true
    }

    /// Returns the number of pools that a look for work reads.
    fn pools_searched<N: Narrow>(view: View<'_, N>) -> u32 {
        view.active_pools()
    }

    /// Returns the block that an idle worker tries to join, other than `passed_over`.
    fn choose<N: Narrow>(
        &mut self,
        view: View<'_, N>,
        passed_over: Option<BlockId>,
    ) -> Option<BlockId> {
        if Self::SELECTS {
            view.best_job(|block| Some(block) != passed_over && self.may_join(view, block))
        } else {
            view.best_job(|block| Some(block) != passed_over)
        }
    }
}
