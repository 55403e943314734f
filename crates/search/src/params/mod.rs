//! The parameters of selective search, in one table.
//!
//! A row is a name, its unit, the value used in games, the range in which another value may be better, and a step that
//! a match may notice. Margins are in centipawns, depths in plies. book/src/tuning.md and docs/log/search.md list the
//! values that games have confirmed or changed.
//!
//! Each row is a constant, and costs nothing. With the feature `tunable` it can be set while the program
//! runs, for `cargo xtask spsa`.

#[macro_use]
mod parameter;
mod reduction;

use cleave_board::Value;

use crate::units::{Depth, Ply};
pub use parameter::Parameter;
pub(crate) use reduction::lmr;

parameters! {
    /// Reverse futility: a node this shallow whose evaluation beats beta by the margin is cut.
    reverse_futility_depth: Depth = 8 in 4 to 14 step 1;
    /// Reverse futility: margin for each ply of remaining depth.
    reverse_futility_per_ply: i32 = 44 in 30 to 160 step 6;

    /// Razoring: a node this shallow whose evaluation is hopelessly below alpha goes to quiescence.
    razor_depth: Depth = 3 in 1 to 8 step 1;
    /// Razoring: how far below alpha is hopeless at the horizon.
    razor_base: i32 = 200 in 50 to 500 step 20;
    /// Razoring: how much further for each ply of remaining depth.
    razor_per_ply: i32 = 230 in 50 to 400 step 15;

    /// Null move: smallest depth.
    null_depth: Depth = 4 in 2 to 6 step 1;
    /// Null move: verify a cutoff by a real search from this depth on.
    null_verify_depth: Depth = 12 in 8 to 20 step 1;
    /// Null move: reduction, in 1/1024 ply.
    null_base: i32 = 4_450 in 2048 to 6144 step 200;
    /// Null move: more reduction for each ply of remaining depth, in 1/1024 ply.
    null_per_ply: i32 = 256 in 128 to 512 step 20;
    /// Null move: the evaluation above beta that is worth another ply of reduction.
    null_eval: i32 = 180 in 60 to 400 step 15;
    /// Null move: the most plies of reduction for the evaluation.
    null_eval_most: i32 = 3 in 1 to 8 step 1;


    /// Internal iterative reduction: smallest depth.
    iir_depth: Depth = 4 in 2 to 8 step 1;

    /// Singular extension: smallest depth.
    singular_depth: Depth = 5 in 4 to 10 step 1;
    /// Singular extension: the plies by which the search behind the table value may be shallower.
    singular_table_depth: i32 = 3 in 1 to 6 step 1;
    /// Singular extension: the margin by which all other moves must stay below the table value, for each ply of
    /// remaining depth, in 1/64 centipawn.
    singular_per_ply: i32 = 108 in 32 to 256 step 10;
    /// Singular extension: a move this much better than all others is extended by two plies.
    double_extension_margin: i32 = 20 in 5 to 60 step 3;
    /// At most this many plies of double extension on one path.
    double_extensions: u8 = 7 in 2 to 12 step 1;

    /// Late move pruning: the number of moves searched at any depth before quiet ones are pruned.
    late_move_base: u32 = 5 in 1 to 10 step 1;
    /// Late move pruning: the additional moves for each square of the depth, in 1/16.
    late_move_per_square: u32 = 21 in 6 to 32 step 1;

    /// Futility: a quiet move that would be searched no deeper than this may be pruned.
    futility_depth: Depth = 8 in 4 to 14 step 1;
    /// Futility: the margin by which the evaluation must be below alpha at the horizon.
    futility_base: i32 = 75 in 20 to 250 step 10;
    /// Futility: the additional margin for each ply of remaining depth.
    futility_per_ply: i32 = 90 in 30 to 180 step 7;

    /// History pruning: a quiet move that would be searched no deeper than this may be pruned.
    history_pruning_depth: Depth = 3 in 1 to 10 step 1;
    /// History pruning: the badness of a history required for each ply of remaining depth.
    history_pruning_per_ply: i32 = 5_500 in 1_000 to 10_000 step 400;

    /// SEE pruning: largest depth.
    see_pruning_depth: Depth = 9 in 4 to 14 step 1;
    /// SEE pruning: the most that a quiet move may lose for each square of the depth.
    see_quiet_per_square: i32 = 25 in 5 to 60 step 3;
    /// SEE pruning: the most that a capture may lose for each ply of depth.
    see_capture_per_ply: i32 = 100 in 40 to 200 step 8;

    /// Late move reductions: smallest depth.
    lmr_depth: Depth = 2 in 1 to 4 step 1;
    /// Late move reductions: the reduction of all late moves, in 1/1024 ply.
    lmr_base: i32 = 800 in 200 to 1_500 step 60;
    /// Late move reductions: the divisor of the product of the logarithms, each in 1/1024.
    lmr_divisor: i32 = 2150 in 1_400 to 3_200 step 90;
    /// Late move reductions: the history score of a capture that is worth one ply, and half the score of a quiet move.
    lmr_history: i32 = 12_000 in 4_000 to 30_000 step 1_000;
    /// Late move reductions: less for captures and promotions, in 1/1024 ply.
    lmr_tactical: i32 = 512 in 0 to 2_048 step 100;
    /// Late move reductions: less for killers and counter moves, in 1/1024 ply.
    lmr_refutation: i32 = 740 in 0 to 2_048 step 100;
    /// Late move reductions: less for good checks, in 1/1024 ply.
    lmr_good_check: i32 = 730 in 0 to 2_048 step 100;
    /// Late move reductions: less at PV nodes, in 1/1024 ply.
    lmr_pv: i32 = 600 in 0 to 2_048 step 100;
    /// Late move reductions: less at nodes that were PV nodes once, in 1/1024 ply.
    lmr_table_pv: i32 = 100 in 0 to 2_048 step 100;
    /// Late move reductions: more at CUT nodes, in 1/1024 ply.
    lmr_cut: i32 = 740 in 0 to 2_048 step 100;
    /// Late move reductions: more if the evaluation has not improved in two plies, in 1/1024 ply.
    lmr_not_improving: i32 = 512 in 0 to 2_048 step 100;
    /// Late move reductions: less in check, in 1/1024 ply.
    lmr_in_check: i32 = 1_024 in 0 to 2_048 step 100;

    /// History: the bonus of a move for a cutoff, to be multiplied by the depth less half a ply.
    history_bonus_per_ply: i32 = 170 in 60 to 300 step 12;
    /// History: the largest bonus for a cutoff.
    history_bonus_most: i32 = 1_500 in 600 to 3_000 step 120;
    /// History: the malus of a move for a cutoff by another, to be multiplied by the depth less half a ply.
    history_malus_per_ply: i32 = 220 in 60 to 400 step 14;
    /// History: the largest malus for a cutoff by another move.
    history_malus_most: i32 = 1_500 in 600 to 3_000 step 120;
    /// History: the bonus of a quiet move for each centipawn that the evaluation gains by it.
    history_per_gain: i32 = 3 in 1 to 15 step 1;
    /// History: the largest such bonus or malus.
    history_gain_most: i32 = 800 in 100 to 2_000 step 100;

    /// Corrections: weight of the pawn structure, in 1/1024.
    correction_pawns: i32 = 640 in 0 to 1_536 step 64;
    /// Corrections: weight of the minor pieces and kings, in 1/1024.
    correction_minors: i32 = 400 in 0 to 1_536 step 64;
    /// Corrections: weight of the pieces of one colour, in 1/1024.
    correction_pieces: i32 = 600 in 0 to 1_536 step 64;
    /// Corrections: weight of the last two moves, in 1/1024.
    correction_moves: i32 = 480 in 0 to 1_536 step 64;
    /// Corrections: the part of an error that an entry learns for each ply of depth, in 1/1024.
    correction_rate: i32 = 15 in 2 to 48 step 2;

    /// Re-search: deeper if the scout beats the best move by this plus two centipawns per ply.
    research_deeper: i32 = 40 in 10 to 120 step 5;
    /// Re-search: shallower if the scout beats the best move by less.
    research_shallower: i32 = 10 in 0 to 30 step 2;

    /// Quiescence: quiet evasions tried once a move is known that is not mated.
    quiescence_evasions: i32 = 2 in 1 to 8 step 1;
    /// Pruning: weight of a quiet move's history in the depth that pruning assumes for it, in 1/16.
    pruning_history: i32 = 13 in 0 to 32 step 2;

    /// Move ordering: the bonus of a good check among the quiet moves, in units of history.
    good_check_bonus: i32 = 8_000 in 0 to 20_000 step 800;

    /// Quiescence: a quiet check with less history than this is not tried.
    quiescence_check_floor: i32 = 0 in -8_000 to 8_000 step 500;
    /// Quiescence: a capture that leaves the value this far below alpha even if it wins is pruned.
    delta_margin: i32 = 180 in 60 to 400 step 15;

    /// Aspiration: half width of the first window.
    aspiration_window: i32 = 14 in 5 to 40 step 2;
    /// Aspiration: iterations before this use the full window.
    aspiration_depth: Depth = 5 in 3 to 8 step 1;
}

/// Returns the margin of reverse futility, by which the evaluation must beat beta.
pub(crate) fn reverse_futility_margin(depth: Depth, improving: bool) -> i32 {
    reverse_futility_per_ply() * (depth.get() - i32::from(improving)).max(0)
}

/// Returns the margin of razoring, by which the evaluation is hopelessly below alpha.
pub(crate) fn razor_margin(depth: Depth) -> i32 {
    razor_base() + razor_per_ply() * depth.get()
}

/// Returns the plies by which the search after the null move is shallower.
pub(crate) fn null_reduction(depth: Depth, above_beta: i32) -> i32 {
    let for_eval = (above_beta / null_eval()).min(null_eval_most());
    (null_base() + null_per_ply() * depth.get()) / 1024 + for_eval
}

/// Returns the margin of the singular extension, by which all other moves must stay below the table value.
pub(crate) fn singular_margin(depth: Depth) -> i32 {
    depth.get() * singular_per_ply() / 64
}

/// Returns the number of a node's moves that late move pruning searches before it prunes quiet ones.
pub(crate) fn late_move_count(depth: Depth, improving: bool) -> u16 {
    let d = depth.get().unsigned_abs();
    let count = late_move_base() + d * d * late_move_per_square() / 16;
    (if improving { count } else { count / 2 + 1 }) as u16
}

/// Returns the margin of futility, by which the evaluation must be below alpha.
pub(crate) fn futility_margin(depth: Depth) -> i32 {
    futility_base() + futility_per_ply() * depth.get().max(0)
}

/// Returns the floor of history pruning. Moves with less history are pruned.
pub(crate) fn history_pruning_floor(depth: Depth) -> i32 {
    -history_pruning_per_ply() * depth.get().max(1)
}

/// Returns the most that a quiet move may lose in SEE pruning.
pub(crate) fn see_quiet_floor(depth: Depth) -> i32 {
    -see_quiet_per_square() * depth.get() * depth.get()
}

/// Returns the most that a capture may lose in SEE pruning.
pub(crate) fn see_capture_floor(depth: Depth) -> i32 {
    -see_capture_per_ply() * depth.get()
}

// Not tuned: how early mates are seen, and near which values no margin holds.

/// A root is decided if its evaluation is this far from equality, or if it is in check. At such a root the first
/// iterations search full width near the root, so that they find a mate in n plies at depth n + 1. In all positions
/// that would cost 12 to 20 % more nodes to depth 13.
pub(crate) const DECIDED: i32 = 500;

/// The last iteration that searches full width near a decided root.
pub(crate) const FIRST_ITERATIONS_DECIDED: Depth = Depth::new(6);

/// The last iteration that searches full width near any root. With the good checks of quiescence it
/// finds most mates in 2, for a few hundred nodes.
pub(crate) const FIRST_ITERATIONS: Depth = Depth::new(2);

/// The last ply that those iterations search full width.
pub(crate) const NEAR_ROOT: Ply = Ply::new(4);

/// The last iteration that extends checks at any depth. Without such iterations a mate in 3 by a double check took
/// 163,000 nodes instead of a thousand. In all iterations they would cost a quarter of the nodes to depth 15.
pub(crate) const FIRST_ITERATIONS_CHECKED: Depth = Depth::new(6);

/// Values beyond this are too close to mate for pruning by margins.
pub(crate) const PRUNE_BELOW: Value = Value::new(20_000);

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_value_is_within_its_range_and_a_few_steps_from_either_end() {
        for Parameter { name, value, least, most, step, .. } in TABLE {
            assert!(least <= value && value <= most, "{name}");
            assert!(*step > 0 && most - least >= 3 * step, "{name}");
        }
    }

    #[test]
    fn deeper_nodes_and_improving_sides_have_more_late_moves() {
        for depth in (1..=12).map(Depth::new) {
            let count = late_move_count(depth, false);
            assert!(count >= 2 && late_move_count(depth + 1, false) > count);
            assert!(late_move_count(depth, true) > count);
        }
    }

    #[test]
    fn names_are_unique() {
        let names: HashSet<&str> = TABLE.iter().map(|parameter| parameter.name).collect();
        assert_eq!(names.len(), TABLE.len());
        assert_eq!(TABLE[0].option, "Tune reverse_futility_depth");
    }
}
