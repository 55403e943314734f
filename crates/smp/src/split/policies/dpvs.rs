//! Dynamic principal variation splitting.
//!
//! J. Schaeffer, "Distributed Game-Tree Searching" (Journal of Parallel and Distributed Computing 6(2),
//! 1989), in the program Sun Phoenix. Published speed-up: 7.64 on 19 processors.
//!
//! It begins as [`PvSplit`](super::PvSplit). A worker that finds no child left at a node is given to one
//! that is still busy with a child of that node, and the two search its tree as `pv-split` would:
//! down to the frontier along the leftmost branch of that tree, and on the way back up they share the
//! brothers. When no child is left there either, helpers go on to the children of that node. So the
//! workers form a tree, which grows where work is left, and shrinks as owners take their values up.
//!
//! | question | answer |
//! |---|---|
//! | What may be shared? | a node of the leftmost branch of the tree, after its eldest child; and of that of a child's tree, if the node above has no child left |
//! | Who may take it? | whoever is idle, at the node nearest the root; an owner that waits, below its own |
//! | Who carries the value up? | the owner |
//! | Who iterates? | the main worker |
//!
//! It waits: at the leftmost branch of the whole tree, as `pv-split`.
//!
//! ```text
//!          P            no child of P is left: B searches b, C searches c, A has come back
//!        / | \
//!       a  b  c         A is given to B. The leftmost branch of B's tree is b, d, g:
//!         / \           when g is known, A and B share h and i;
//!        d   e          when d is known, and has not refuted b, they share e
//!      / | \
//!     g  h  i
//! ```
//!
//! Chosen where the source leaves it open: which of the busy an idle worker is given to (the one whose
//! node is nearest the root), and that an owner without a child of its own node left is idle like any
//! other (it helps those that search below its node).

use super::ybwc::nearest_the_root;
use crate::arena::Arena;
use crate::ids::{BlockId, WorkerId};
use crate::node::Node;
use crate::params::Params;
use crate::split::{Candidate, Carrier, SplitPolicy};

/// Dynamic principal variation splitting.
pub(crate) struct Dpvs;

/// Longer than any chain of blocks.
const CHAIN_LIMIT: usize = 1024;

impl SplitPolicy for Dpvs {
    const CARRIER: Carrier = Carrier::Owner;
    const OWNERS_HELP: bool = true;
    const GOES_DEEPER: bool = true;

    fn new(_: WorkerId) -> Dpvs {
        Dpvs
    }

    fn priority(candidate: &Candidate, _: &Params) -> u32 {
        nearest_the_root(candidate)
    }

    /// No child is left at the node above the branch that the block is on, nor above the branch of
    /// that node, and so on.
    fn may_join<N: Node>(arena: &Arena<N>, block: BlockId) -> bool {
        let above_branches =
            std::iter::successors(above_branch(arena, block), |&above| above_branch(arena, above));
        above_branches.take(CHAIN_LIMIT).all(|above| arena.block(above).is_exhausted())
    }
}

/// The block above the leftmost branch that this block is on. `None` on that of the whole tree.
fn above_branch<N: Node>(arena: &Arena<N>, block: BlockId) -> Option<BlockId> {
    arena.chain_above(block).nth(arena.block(block).eldest_run())
}
