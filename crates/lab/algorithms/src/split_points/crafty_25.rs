//! Crafty's parallel search of version 25.
//!
//! R. M. Hyatt, Crafty 25.2 (2016): its sources, read for what they do. They have no published speed-up of their own.
//!
//! The search is recursive, as in [`Crafty22`](super::Crafty22), but a splitter names no helpers. It marks its node as
//! *joinable*, and whoever is idle joins, at once or later. So nodes can be marked before anybody is idle: a
//! *gratuitous* split. Far from the leaves its cost does not matter, and the next worker that becomes idle finds work
//! without waiting for a split.
//!
//! | question | answer |
//! |---|---|
//! | What may be shared? | a node above the frontier with a move searched, if its owner has fewer than six shared nodes that no worker has joined: when another worker is idle, or, gratuitously, after its first move and from twice the frontier on |
//! | Who may take it? | whoever is idle or waits as an owner, but not the owner itself: the block with the greatest 2 × depth − moves searched; no more than eight workers a block, except near the root |
//! | Who carries the value up? | the owner: the worker that has marked the node |
//! | Who iterates? | the main worker |
//!
//! Waits: an owner for its helpers, in `ThreadWait`, where it may join other blocks meanwhile.
//!
//! ```text
//!   A  marks X (nobody is idle) ... move 2 ... move 3 ... no move left, waits | joins Z ...| finishes X
//!   B  is busy elsewhere ........| joins X, late: takes move 4 ...| no move left, leaves
//!   C                             marks X as no longer joinable by leaving it first, before B
//! ```
//!
//! The root is split as [`Algorithm::searches_best_together`](crate::Algorithm::searches_best_together) says
//! (`NextRootMoveParallel`). The source asks this of the root only when a worker is idle, and not when it splits
//! gratuitously.
//!
//! A comment in the source says that the limit of eight does not hold in the half of the tree near the root. The code
//! compares the ply with half of the *remaining* depth, which is a third of the tree. This file follows the code. The
//! frontier is 5 plies (`smpmin`) and gratuitous splits begin at 10 (`smpgsd`). A smaller `Params::min_thread_depth`
//! lowers both; the other thresholds of the parameters have no effect. In the source a block stops being joinable when a
//! worker leaves it, which happens only when no move is left. Here workers also leave a node while it searches one move
//! again, and such a block stays joinable. As in `crafty-22`, nodes lie in blocks from the beginning, and a helper copies
//! only the path.

use cleave_smp::seam::BlockId;
use cleave_smp::{Params, WorkerId};

use super::memory::View;
use super::offers::Offering;
use super::policy::{Candidate, Carrier, Help, SplitPolicy};
use super::position::TreePosition;
use crate::traits::Narrow;

/// The least remaining depth of a block, in plies (`smp_min_split_depth`).
const FRONTIER: i32 = 5;

/// The most workers at a block that is not near the root (`smp_split_group`).
const GROUP: u32 = 8;

/// The most blocks of an owner that no worker has joined (`smp_gratuitous_limit`).
const UNTAKEN: u32 = 6;

/// Added to the interest of a block, which may be negative.
const NO_INTEREST: i32 = 1 << 20;

/// Crafty's parallel search of version 25.
pub(crate) struct Crafty25 {
    id: WorkerId,
}

/// Returns the least remaining depth of a block.
fn frontier(params: &Params) -> i32 {
    params.min_thread_depth.min(FRONTIER)
}

/// Returns true where any number of workers may join a block.
fn is_near_the_root(position: TreePosition, depth: i32) -> bool {
    2 * i32::from(position.ply) <= depth
}

impl SplitPolicy for Crafty25 {
    const CARRIER: Carrier = Carrier::Owner;
    const HELP: Help = Help::Anybody;
    const OFFERS: bool = true;
    const SELECTS: bool = true;

    fn new(id: WorkerId) -> Crafty25 {
        Crafty25 { id }
    }

    fn is_deep_enough(_: TreePosition, depth: i32, params: &Params) -> Option<bool> {
        Some(depth >= frontier(params))
    }

    /// Offers the block to any number of workers if one is idle, or if it is deep and only its first move has been
    /// searched.
    fn places(offering: &mut Offering<'_>) -> u32 {
        let Candidate { split_hint, depth, .. } = offering.candidate;
        let frontier = frontier(offering.params);
        if split_hint.searched == 0 || depth < frontier || (offering.untaken)() >= UNTAKEN {
            return 0;
        }
        let is_gratuitous = || depth >= 2 * frontier && split_hint.searched == 1;
        if is_gratuitous() || (offering.idle)(1) > 0 { u32::MAX } else { 0 }
    }

    /// Ranks the blocks by their *interest*: the deeper they are and the fewer moves have been searched, the more work is
    /// left.
    fn priority(candidate: &Candidate, _: &Params) -> u32 {
        let Candidate { split_hint, depth, position, out, places, .. } = *candidate;
        if places == 0 || out >= GROUP && !is_near_the_root(position, depth) {
            return 0;
        }
        let interest = 2 * depth.min(NO_INTEREST) - i32::from(split_hint.searched);
        (NO_INTEREST + interest).max(1) as u32
    }

    /// Refuses the worker's own blocks: it might come back to its own work from below.
    fn may_join<N: Narrow>(&self, _: View<'_, N>, block: BlockId) -> bool {
        block.owner() != self.id
    }
}
