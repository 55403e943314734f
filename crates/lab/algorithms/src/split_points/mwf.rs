//! Mandatory work first.
//!
//! S. G. Akl, D. T. Barnard and R. J. Doran, "Design, Analysis, and Implementation of a Parallel
//! Tree Search Algorithm" (IEEE Transactions on Pattern Analysis and Machine Intelligence 4(2),
//! 1982; first in 1980). Published speed-up, in simulations on random trees: at most 6, however
//! many processors.
//!
//! Part of a tree must be searched in any order of its nodes, the minimal tree of Knuth and Moore (1975). That part
//! comes first, and all of it at once: the eldest child of the root for its value, and of every *right brother* only
//! its own eldest child, which proves that the brother is no better, if the child is good. The rest of a right brother
//! waits for its bound, the value of the eldest child. Then the results found so far refute most of the right brothers.
//! The rest of the others is searched one child after another, because each may be the refutation.
//!
//! | question | answer |
//! |---|---|
//! | What may be shared? | a node of the leftmost branch, and a node all of whose children must be searched (see below), from its first child on; a right brother only to go on with it, when it has waited |
//! | Who may take it? | whoever is idle; mandatory work first, and the nearest the root |
//! | Who carries the value up? | the last one out |
//! | Who iterates? | the main worker |
//!
//! No worker waits, but nodes do. A worker that finds no mandatory work left at a right brother leaves it, and takes
//! other work.
//!
//! ```text
//!          P                 P: on the leftmost branch
//!        / | \
//!       a  b  c              b, c: right brothers, an odd number of plies beside the branch
//!          |  |
//!          d  e              their eldest: of d and e all children must be searched
//!         /|\ /|\
//!   the children of d and e are right brothers again; and all wait for the value of a
//! ```
//!
//! While nothing is known, the window of a right brother is P's window. It narrows when a comes back.
//!
//! With a narrow window around the last value, as in chess from depth 5 on, the window itself may refute a right
//! brother before a is back. The others wait all the same. Continuing them when any child of P was back gave chess 3.55
//! instead of 2.50 on 16 workers, but is not the rule of 1982.
//!
//! Measured here, in virtual time, on trees of 4 plies and 12 children in random order: 1.88, 2.36, 2.83 and 2.82 on 4,
//! 8, 16 and 64 workers. So it saturates as published. On large, strongly ordered trees it continues to gain: 9.70 on
//! 16 workers and 17.2 on 64. `ybwc`, which waits for the eldest at every node, has 11.8 and 36.8.
//!
//! The source leaves two points open. Here the rest of a right brother is searched one child after another. And a
//! worker that has finished a node continues a right brother that now has its bound, before it looks for mandatory
//! work. The source has alpha-beta without deep cutoffs; here a bound goes as deep as it reaches. Once a value is
//! known, children are tested with a null window, as elsewhere. A preliminary search of the same position counts as a
//! ply. Children of a node that are below the frontier are searched whole, each by one worker alone, which cannot leave
//! them. So there the brothers wait for the eldest.

use cleave_smp::seam::BlockId;
use cleave_smp::{Params, WorkerId};

use super::memory::View;
use super::policy::{Candidate, Carrier, SplitPolicy};
use super::position::TreePosition;
use crate::traits::Narrow;

use super::ybwc::by_ply;

/// Mandatory work first.
pub(crate) struct MandatoryWorkFirst;

/// Added to the priority of mandatory work.
const MANDATORY: u32 = 1 << 17;

impl SplitPolicy for MandatoryWorkFirst {
    const CARRIER: Carrier = Carrier::LastOut;
    const SELECTS: bool = true;
    const NARROWS: bool = true;
    const HOLDS_BACK: bool = true;

    fn new(_: WorkerId) -> MandatoryWorkFirst {
        MandatoryWorkFirst
    }

    fn widens(candidate: &Candidate, params: &Params) -> bool {
        !candidate.eldest_is_known && has_children_in_blocks(candidate, params)
    }

    fn is_in_sequence(position: TreePosition) -> bool {
        position.is_right_brother()
    }

    fn priority(candidate: &Candidate, params: &Params) -> u32 {
        let position = candidate.position;
        let is_joinable = if position.is_right_brother() {
            candidate.is_held_back
        } else {
            candidate.eldest_is_known || has_children_in_blocks(candidate, params)
        };
        let is_mandatory = position.is_mandatory && !position.is_right_brother();
        match (is_joinable, is_mandatory) {
            (false, _) => 0,
            (true, false) => by_ply(candidate),
            (true, true) => MANDATORY + by_ply(candidate),
        }
    }

    /// Allows a held-back block only when it has a bound, or is to be freed.
    fn may_join<N: Narrow>(&self, view: View<'_, N>, block: BlockId) -> bool {
        !view.block(block).extra().is_held_back() || view.is_released(block)
    }
}

/// Returns true if the children of a node are above the frontier, where a worker can leave them and come back.
fn has_children_in_blocks(candidate: &Candidate, params: &Params) -> bool {
    candidate.depth > params.min_thread_depth
}

#[cfg(test)]
mod tests {
    use cleave_smp::{NodeType, SplitHint};

    use super::*;
    use crate::split_points::position::TreePosition;

    /// The minimal tree comes first: the branch to the left, and the eldest child of each younger child. A younger
    /// brother that is needed only if that child does not refute its node is offered when it is held back.
    #[test]
    fn mandatory_work_is_offered_before_all_other() {
        let params = Params::default().with(|params| params.min_thread_depth = 4);
        let priority = |position: TreePosition, is_held_back: bool, eldest_is_known: bool| {
            let split_hint = SplitHint { node_type: NodeType::Pv, searched: 1 };
            let candidate = Candidate {
                split_hint,
                depth: 3,
                position,
                eldest_is_known,
                is_held_back,
                out: 0,
                places: 0,
            };
            MandatoryWorkFirst::priority(&candidate, &params)
        };
        let (eldest, younger) = (true, false);
        let root = TreePosition::ROOT;
        let (right_brother, its_eldest) = (root.child(younger), root.child(younger).child(eldest));
        assert!(priority(root, false, true) >= MANDATORY);
        assert!(priority(its_eldest, false, true) >= MANDATORY);
        assert_eq!(priority(its_eldest, false, false), 0, "its children are not in blocks");
        assert_eq!(priority(right_brother, false, true), 0);
        let its_second = right_brother.child(younger);
        for (position, is_held_back) in [(right_brother, true), (its_second, false)] {
            let priority = priority(position, is_held_back, true);
            assert!((1..MANDATORY).contains(&priority), "{position:?}: {priority}");
        }
    }
}
