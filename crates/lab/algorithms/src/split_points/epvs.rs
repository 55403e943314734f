//! Enhanced principal variation splitting.
//!
//! R. M. Hyatt, B. W. Suter and H. L. Nelson, "A Parallel Alpha/Beta Tree Searching Algorithm"
//! (Parallel Computing 10(3), 1989), in Cray Blitz, before Dynamic Tree Splitting. Published
//! speed-up: 5.93 on 16 processors.
//!
//! It begins as [`PvSplit`](super::PvSplit). There a worker that finds no child left at a node of the leftmost branch
//! has nothing to do until the others are ready. Here the trees with these workers are split once more, two plies
//! below, and all help there. When no child is left there either, splitting goes two plies deeper again.
//!
//! | question | answer |
//! |---|---|
//! | What may be shared? | a node of the leftmost branch, after its eldest child; a node two plies below one that is shared and has no child left, after its own eldest |
//! | Who may take it? | whoever is idle, at the node nearest the root; an owner that waits, below its own |
//! | Who carries the value up? | the owner |
//! | Who iterates? | the main worker |
//!
//! Waits: at the leftmost branch, as `pv-split`; and while no node two plies below has its eldest done.
//!
//! ```text
//!          P            no child of P is left: B searches b, C has come back
//!        / | \
//!       a  b  c
//!          |            why two plies: b has one child that refutes it, if all goes well, so there is
//!          b1           nothing to share at b; but of b1 all children must be searched
//!        / | \
//!       d  e  f         d is known: A and C take e and f
//! ```
//!
//! In the source the workers are stopped when one has nothing left, the tree is split anew, and the table returns their
//! earlier results. Here a node is already in shared memory when it is split, and no worker has to stop. A preliminary
//! search of the same position counts as one of the two plies.

use cleave_smp::seam::BlockId;
use cleave_smp::{Params, WorkerId};

use super::memory::View;
use super::policy::{Candidate, Carrier, Help, SplitPolicy};
use super::ybwc::nearest_the_root;
use crate::traits::Narrow;

/// Enhanced principal variation splitting.
pub(crate) struct Epvs;

/// Plies from a shared node to the nodes that are shared next.
const PLIES: u16 = 2;

impl SplitPolicy for Epvs {
    const CARRIER: Carrier = Carrier::Owner;
    const HELP: Help = Help::Clients;
    const SELECTS: bool = true;
    const GOES_DEEPER: bool = true;

    fn new(_: WorkerId) -> Epvs {
        Epvs
    }

    fn priority(candidate: &Candidate, _: &Params) -> u32 {
        let is_on_level = candidate.position.off_branch.is_multiple_of(PLIES);
        if is_on_level { nearest_the_root(candidate) } else { 0 }
    }

    /// Requires that no child is left two plies above, nor twice two plies above, up to the leftmost branch.
    fn may_join<N: Narrow>(&self, view: View<'_, N>, block: BlockId) -> bool {
        let plies = usize::from(PLIES);
        let up_to_the_branch =
            view.blocks().chain_above(block).take(view.block(block).extra().off_branch());
        let mut shared_before = up_to_the_branch.skip(plies - 1).step_by(plies);
        shared_before.all(|above| view.block(above).extra().is_exhausted())
    }
}
