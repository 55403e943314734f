//! The parameters of selective search, in one place.
//!
//! Margins are in centipawns, depths in plies. docs/tuning.md and docs/log/search.md say which of
//! them games have confirmed or changed.

use cleave_board::Value;

use crate::units::{Depth, Ply};

/// Reverse futility: a node this shallow whose evaluation beats beta by the margin is cut.
pub(crate) const REVERSE_FUTILITY_DEPTH: Depth = Depth::new(8);

/// Reverse futility: margin for each ply of remaining depth.
pub(crate) fn reverse_futility_margin(depth: Depth, improving: bool) -> i32 {
    80 * (depth.get() - i32::from(improving)).max(0)
}

/// Razoring: a node this shallow whose evaluation is hopelessly below alpha goes to quiescence.
pub(crate) const RAZOR_DEPTH: Depth = Depth::new(3);

/// Razoring: how far below alpha is hopeless.
pub(crate) fn razor_margin(depth: Depth) -> i32 {
    200 + 180 * depth.get()
}

/// Null move: smallest depth.
pub(crate) const NULL_DEPTH: Depth = Depth::new(3);

/// Null move: verify a cutoff by a real search from this depth on.
pub(crate) const NULL_VERIFY_DEPTH: Depth = Depth::new(12);

/// Null move: how much shallower the search after the null move is.
pub(crate) fn null_reduction(depth: Depth, above_beta: i32) -> i32 {
    4 + depth.get() / 4 + (above_beta / 180).min(3)
}

/// Internal iterative reduction: smallest depth.
pub(crate) const IIR_DEPTH: Depth = Depth::new(4);

/// Singular extension: smallest depth.
pub(crate) const SINGULAR_DEPTH: Depth = Depth::new(7);

/// Singular extension: how far below the table value all other moves must stay.
pub(crate) fn singular_margin(depth: Depth) -> i32 {
    depth.get() * 3 / 2
}

/// Singular extension: a move this much better than all others is extended by two plies.
pub(crate) const DOUBLE_EXTENSION_MARGIN: i32 = 20;

/// At most this many plies of double extension on one path.
pub(crate) const DOUBLE_EXTENSIONS: u8 = 6;

/// Late move pruning: how many moves of a node are searched before quiet ones are pruned.
pub(crate) fn late_move_count(depth: Depth, improving: bool) -> u16 {
    let d = depth.get();
    let count = 4 + d * d;
    (if improving { count } else { count / 2 + 1 }) as u16
}

/// Futility: a quiet move that would be searched no deeper than this may be pruned.
pub(crate) const FUTILITY_DEPTH: Depth = Depth::new(8);

/// Futility: how far the evaluation must be below alpha.
pub(crate) fn futility_margin(depth: Depth) -> i32 {
    110 + 90 * depth.get().max(0)
}

/// History pruning: a quiet move that would be searched no deeper than this may be pruned.
pub(crate) const HISTORY_PRUNING_DEPTH: Depth = Depth::new(4);

/// History pruning: moves with less history than this are pruned.
pub(crate) fn history_pruning_floor(depth: Depth) -> i32 {
    -5_000 * depth.get().max(1)
}

/// SEE pruning: quiet moves may lose this much at most.
pub(crate) fn see_quiet_floor(depth: Depth) -> i32 {
    -25 * depth.get() * depth.get()
}

/// SEE pruning: captures may lose this much at most.
pub(crate) fn see_capture_floor(depth: Depth) -> i32 {
    -100 * depth.get()
}

/// SEE pruning: largest depth.
pub(crate) const SEE_PRUNING_DEPTH: Depth = Depth::new(9);

/// Late move reductions: smallest depth.
pub(crate) const LMR_DEPTH: Depth = Depth::new(2);

/// Late move reductions: the history score that is worth one ply.
pub(crate) const LMR_HISTORY: i32 = 12_000;

/// Late move reductions: how much less a good check is reduced, in 1/1024 ply.
pub(crate) const GOOD_CHECK_REDUCTION: i32 = 1024;

/// Move ordering: what a good check gains among the quiet moves, in units of history.
pub(crate) const GOOD_CHECK_BONUS: i32 = 8_000;

/// A root is decided if its evaluation is this far from equality, or if it is in check. There the
/// first iterations search full width near the root, so that they find a mate in n plies at depth
/// n + 1. In all positions that would cost 12 to 20 % more nodes to depth 13.
pub(crate) const DECIDED: i32 = 500;

/// The last iteration that searches full width near a decided root.
pub(crate) const FIRST_ITERATIONS_DECIDED: Depth = Depth::new(6);

/// The last iteration that searches full width near any root. With the good checks of quiescence it
/// finds most mates in 2, for a few hundred nodes.
pub(crate) const FIRST_ITERATIONS: Depth = Depth::new(2);

/// The last ply that those iterations search full width.
pub(crate) const NEAR_ROOT: Ply = Ply::new(4);

/// Quiescence: a capture that leaves the value this far below alpha even if it wins is pruned.
pub(crate) const DELTA_MARGIN: i32 = 180;

/// Quiescence: a quiet check with less history than this is not tried.
pub(crate) const QUIESCENCE_CHECK_FLOOR: i32 = 0;

/// Aspiration: half width of the first window.
pub(crate) const ASPIRATION_WINDOW: i32 = 14;

/// Aspiration: iterations before this use the full window.
pub(crate) const ASPIRATION_DEPTH: Depth = Depth::new(5);

/// Values beyond this are too close to mate for pruning by margins.
pub(crate) const PRUNE_BELOW: Value = Value::new(20_000);

const LMR_SIZE: usize = 64;

/// Base reductions in 1/1024 ply by depth and move number: `a + ln(depth) * ln(number) / b`.
static LMR: [[i32; LMR_SIZE]; LMR_SIZE] = {
    let mut table = [[0; LMR_SIZE]; LMR_SIZE];
    let mut depth = 1;
    while depth < LMR_SIZE {
        let mut number = 1;
        while number < LMR_SIZE {
            table[depth][number] = 800 + LN[depth] * LN[number] / 2150;
            number += 1;
        }
        depth += 1;
    }
    table
};

/// Natural logarithms in 1/1024, by integers alone, so that every machine searches the same tree:
/// `ln n` is the integral of 1/x, summed by midpoints in steps of 1/64.
const LN: [i32; LMR_SIZE] = {
    let mut table = [0; LMR_SIZE];
    let mut sum: u64 = 0;
    let mut i = 64;
    while i < 64 * LMR_SIZE {
        if i % 64 == 0 {
            table[i / 64] = (sum >> 20) as i32;
        }
        // One step at x = (i + 1/2) / 64, in units of 2^-30.
        sum += (1 << 31) / (2 * i as u64 + 1);
        i += 1;
    }
    table
};

/// Late move reduction in 1/1024 ply, before corrections.
#[inline]
pub(crate) fn lmr(depth: Depth, number: u16) -> i32 {
    LMR[(depth.get().max(0) as usize).min(LMR_SIZE - 1)][usize::from(number).min(LMR_SIZE - 1)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integer_logarithm_is_accurate() {
        for (n, ln) in LN.into_iter().enumerate().skip(1) {
            let exact = (n as f64).ln() * 1024.0;
            assert!((f64::from(ln) - exact).abs() < 3.0, "ln {n}: {ln}, should be {exact}");
        }
    }
}
