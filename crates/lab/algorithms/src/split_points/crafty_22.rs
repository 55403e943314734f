//! Crafty's parallel search until version 22.1.
//!
//! R. M. Hyatt, Crafty 19.20 to 22.1 (2005 to 2008): its sources, read for what they do. There the workers are processes,
//! made by `fork`. They have no published speed-up of their own.
//!
//! The search is recursive. A worker that has searched a move at a node and sees that others are idle *splits* the node:
//! it copies the state of its search for each of them, at most four workers in all with itself. All of them take moves
//! of the node, one at a time under its lock. The splitter alone can return from the node, because only its call stack
//! leads there. So when it finds no move left, it waits in `ThreadWait` for the others. There it is idle like any other
//! worker: it may be handed to any split of the tree, and comes back when that work is done.
//!
//! | question | answer |
//! |---|---|
//! | What may be shared? | a node with a move searched, whose remaining depth is at least 40 % of its ply plus that depth, when another worker is idle |
//! | Who may take it? | as many idle workers as the splitter has counted, at most three; an owner that waits counts as idle everywhere but at its own blocks |
//! | Who carries the value up? | the owner: the worker that has split the node |
//! | Who iterates? | the main worker |
//!
//! Waits: an owner for its helpers. It is late if it has gone to help elsewhere and its helpers finish before it does.
//!
//! ```text
//!   A  splits X for B and C ...no move left, waits | helps at Y, far away ......| back at X, finishes it
//!   B  X: move 3 ......... move 6, leaves
//!   C  X: move 4 ................... move 7, the last ..leaves: X waits for A ...
//! ```
//!
//! The root is split as [`Algorithm::searches_best_together`](crate::Algorithm::searches_best_together) says
//! (`NextRootMoveParallel`).
//!
//! In the source the splitter chooses its helpers by name and copies for them. Here they see a block with as many places
//! as it has counted, and copy for themselves. So a worker that becomes idle a moment later may take the place of one
//! that has found other work; in the source it would have to wait for another split. Nodes that are deep enough lie in
//! blocks from the beginning; in the source a node costs nothing until it is split. The share is that of
//! `Params::min_thread_share`, 40 by default, and the other thresholds of the parameters have no effect.

use cleave_smp::seam::BlockId;
use cleave_smp::{Params, WorkerId};

use super::memory::View;
use super::offers::Offering;
use super::policy::{Candidate, Carrier, Help, SplitPolicy};
use super::position::TreePosition;
use super::ybwc::nearest_the_root;
use crate::traits::Narrow;

/// The most workers at a block, the one that has split it included (`max_thread_group`).
const GROUP: u32 = 4;

/// Crafty's parallel search until version 22.1.
pub(crate) struct Crafty22 {
    id: WorkerId,
}

impl SplitPolicy for Crafty22 {
    const CARRIER: Carrier = Carrier::Owner;
    const HELP: Help = Help::Anybody;
    const OFFERS: bool = true;
    const SELECTS: bool = true;

    fn new(id: WorkerId) -> Crafty22 {
        Crafty22 { id }
    }

    /// Requires a share of the whole depth, from the root to the horizon, and at least one ply.
    fn is_deep_enough(position: TreePosition, depth: i32, params: &Params) -> Option<bool> {
        let whole = i32::from(position.ply).saturating_add(depth);
        let share = params.min_thread_share.saturating_mul(whole);
        Some(depth >= 1 && depth.saturating_mul(100) >= share)
    }

    /// Offers the block to those that are idle now.
    fn places(offering: &mut Offering<'_>) -> u32 {
        let Candidate { split_hint, depth, position, .. } = offering.candidate;
        let is_deep_enough = Crafty22::is_deep_enough(position, depth, offering.params);
        if split_hint.searched == 0 || is_deep_enough == Some(false) {
            return 0;
        }
        (offering.idle)(GROUP - 1)
    }

    fn priority(candidate: &Candidate, _: &Params) -> u32 {
        if candidate.places > 0 { nearest_the_root(candidate) } else { 0 }
    }

    /// Refuses the worker's own blocks.
    fn may_join<N: Narrow>(&self, _: View<'_, N>, block: BlockId) -> bool {
        block.owner() != self.id
    }
}
