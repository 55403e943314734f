//! The seam for split-point algorithms: what sets one apart from the others.
//!
//! All of them search the same nodes, keep them in the same [blocks](super::Block), and move the
//! same [worker](super::SplitWorker), which asks its policy:
//!
//! | question | answered by |
//! |---|---|
//! | What may be shared? | [`may_become_block`](SplitPolicy::may_become_block): which nodes lie in blocks at all; [`priority`](SplitPolicy::priority) and [`may_join`](SplitPolicy::may_join): which of these may be joined now |
//! | Who may take it? | `priority`: an idle worker takes the block of highest priority; [`choose`](SplitPolicy::choose): or another, by a rule of its own |
//! | Who carries the value up? | [`CARRIER`](SplitPolicy::CARRIER): the last one out, or the owner of the block, who waits for its clients |
//! | Who iterates? | the main worker, for all of them |
//!
//! An algorithm that searches brothers before a bound is known also says whether a child has the whole
//! window of its node ([`widens`](SplitPolicy::widens)), whether a window narrows while it is searched
//! ([`NARROWS`](SplitPolicy::NARROWS)), and which nodes wait for a bound
//! ([`HOLDS_BACK`](SplitPolicy::HOLDS_BACK)).
//!
//! The worker is compiled for each policy, so a question that an algorithm answers with a constant
//! costs nothing.

use cleave_shared_memory::Plain;

use super::block::Body;
use crate::arena::Arena;
use crate::ids::{BlockId, WorkerId};
use crate::node::{Node, SplitHint};
use crate::params::Params;

/// Who finishes a block and takes its value to the parent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Carrier {
    /// The worker that brings back the last claim, or finds a cutoff. Nobody waits.
    LastOut,
    /// The worker that made the block. When it runs out of jobs there it waits for its clients.
    Owner,
}

/// Where a node stands in the tree of blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Plain)]
pub(crate) struct Standing {
    /// Blocks above it.
    pub(crate) ply: u16,
    /// Plies from the leftmost branch, which consists of the root, its eldest child, the eldest
    /// child of that, and so on; 0 for a node on it.
    pub(crate) off_branch: u16,
    /// It is the eldest child of its parent.
    pub(crate) is_eldest: bool,
    /// The minimal tree has it (Knuth and Moore 1975), if the first child of each node is the best.
    pub(crate) is_mandatory: bool,
}

impl Standing {
    /// That of the root.
    pub(crate) const ROOT: Standing =
        Standing { ply: 0, off_branch: 0, is_eldest: false, is_mandatory: true };

    /// That of a child.
    pub(crate) fn child(self, is_eldest: bool) -> Standing {
        let off_branch = if is_eldest && self.is_leftmost() { 0 } else { self.off_branch + 1 };
        let is_mandatory = self.is_mandatory && (is_eldest || !self.is_right_brother());
        Standing { ply: self.ply + 1, off_branch, is_eldest, is_mandatory }
    }

    /// True on the leftmost branch.
    pub(crate) fn is_leftmost(self) -> bool {
        self.off_branch == 0
    }

    /// True for a node that its eldest child may refute: a younger child of one on the leftmost
    /// branch, and every second ply below. Of the nodes between all children must be searched.
    pub(crate) fn is_right_brother(self) -> bool {
        !self.off_branch.is_multiple_of(2)
    }
}

/// A block, as a policy sees it that is asked for its priority.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Candidate {
    /// What the node says of itself.
    pub(crate) split_hint: SplitHint,
    /// Remaining depth, in plies.
    pub(crate) height: i32,
    /// Where it stands.
    pub(crate) standing: Standing,
    /// The value of the eldest child is known.
    pub(crate) eldest_is_known: bool,
    /// It waits for a bound, with nobody in it.
    pub(crate) is_held_back: bool,
}

impl Candidate {
    /// The block with this content.
    pub(crate) fn new<N: Node>(split_hint: SplitHint, body: &Body<N>) -> Candidate {
        let (height, standing) = (body.node.height(), body.standing);
        let (eldest_is_known, is_held_back) = (body.eldest_is_known, body.claims.is_held_back());
        Candidate { split_hint, height, standing, eldest_is_known, is_held_back }
    }
}

/// A split-point algorithm, as one worker carries it out.
pub(crate) trait SplitPolicy {
    /// Who carries the value of a block up.
    const CARRIER: Carrier;

    /// Whether a waiting owner may join a block below the one that it waits at.
    const OWNERS_HELP: bool = false;

    /// Whether [`may_join`](SplitPolicy::may_join) lets some blocks pass and others not.
    const SELECTS: bool = false;
    /// Whether workers without work begin the next iteration
    /// ([`next_iteration`](super::next_iteration)).
    const SEARCHES_AHEAD: bool = false;

    /// Whether a block may become joinable because one above it has no child left.
    const GOES_DEEPER: bool = false;

    /// Whether each block is for certain workers only, so that all that sleep must be woken for it.
    const NAMES_WORKERS: bool = false;

    /// Whether a node that is searched in sequence waits after its first child until it has a bound,
    /// with nobody in it.
    const HOLDS_BACK: bool = false;

    /// Whether a value narrows the windows of searches under way beside it.
    const NARROWS: bool = false;

    /// The policy of this worker.
    fn new(id: WorkerId) -> Self;

    /// Whether a node just opened becomes a block, if it lies above the split frontier. The root
    /// always does.
    fn may_become_block<N: Node>(&self, _arena: &Arena<N>, _standing: Standing) -> bool {
        true
    }

    /// Whether the next child of a node that several workers may share is searched with its whole
    /// window, rather than tested with a null window.
    fn widens(_candidate: &Candidate, _params: &Params) -> bool {
        false
    }

    /// Whether the children of a node are searched one at a time.
    fn is_in_sequence(_standing: Standing) -> bool {
        false
    }

    /// The priority of a block for an idle worker, or 0 if it is not to be joined now.
    fn priority(candidate: &Candidate, params: &Params) -> u32;

    /// Whether this worker may join a block that has a priority, as things stand above it.
    fn may_join<N: Node>(&self, _arena: &Arena<N>, _block: BlockId) -> bool {
        true
    }

    /// The pools that a look for work goes through.
    fn pools_searched<N: Node>(arena: &Arena<N>) -> u32 {
        let team_state = arena.team_state();
        team_state.active_pools().count(team_state.team_size())
    }

    /// The block that an idle worker tries to join, other than `passed_over`.
    fn choose<N: Node>(
        &mut self,
        arena: &Arena<N>,
        passed_over: Option<BlockId>,
    ) -> Option<BlockId> {
        if Self::SELECTS {
            let may_join = |block| Some(block) != passed_over && self.may_join(arena, block);
            arena.best_job_for(may_join)
        } else {
            arena.best_job(passed_over)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The child reached from the root by these steps: true to the eldest, false to a younger one.
    fn below_root(steps: &[bool]) -> Standing {
        steps.iter().fold(Standing::ROOT, |standing, &is_eldest| standing.child(is_eldest))
    }

    #[test]
    fn the_minimal_tree_is_mandatory() {
        let (eldest, younger) = (true, false);
        for steps in [
            &[eldest, eldest, eldest][..],
            // Right brothers of the branch, and their eldest children.
            &[younger],
            &[eldest, younger, eldest],
            // All children of these are right brothers again.
            &[younger, eldest, younger, eldest],
            &[younger, eldest, eldest, eldest],
        ] {
            assert!(below_root(steps).is_mandatory, "{steps:?}");
        }
        for steps in [
            &[younger, younger][..],
            &[younger, younger, eldest],
            &[eldest, younger, eldest, younger, younger],
            &[younger, eldest, eldest, younger],
        ] {
            assert!(!below_root(steps).is_mandatory, "{steps:?}");
        }
    }

    #[test]
    fn right_brothers_are_every_second_ply_beside_the_branch() {
        let right_brothers =
            [&[][..], &[true], &[false], &[false, true], &[true, false, false, true]]
                .map(|steps| below_root(steps).is_right_brother());
        assert_eq!(right_brothers, [false, false, true, false, true]);
    }
}
