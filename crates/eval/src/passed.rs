//! Evaluates passed pawns: the race between a pawn and the pieces that stop or support it.
//!
//! The pawn table knows the passed pawns. This module evaluates the factors that change from move
//! to move: the square in front of the pawn, its path to the last rank, the kings and the rooks.

use cleave_board::{Bitboard, PieceKind, Position, Square};

use crate::attack_info::AttackInfo;
use crate::pawns::PawnFacts;
use crate::tally::{Tally, Term};
use crate::{Side, Weights};

/// Evaluates the passed pawns of side `S`.
#[inline(always)]
pub(crate) fn evaluate<S: Side, T: Tally>(
    position: &Position,
    facts: &PawnFacts,
    info: &AttackInfo,
    weights: &Weights<T::Weight>,
    tally: &mut T,
) {
    let passed = facts.passed & position.color(S::COLOR);
    for square in passed {
        one::<S, T>(position, info, passed, square, weights, tally);
    }
}

fn one<S: Side, T: Tally>(
    position: &Position,
    info: &AttackInfo,
    passed: Bitboard,
    square: Square,
    weights: &Weights<T::Weight>,
    tally: &mut T,
) {
    let here = Bitboard::of(square);
    let rank = S::rank(square);
    let (us, them) = (S::COLOR, S::THEM);
    let next = square.forward(us);
    let path = here.front_fill(us);
    let enemy = info.of::<S::Opponent>();
    let mut add = |weight, count| tally.add::<S>(Term::Passed, weight, count);

    add(weights.passed[rank], 1);
    let companions = here.east() | here.west();
    if (passed & (companions | S::backward(companions))).any() {
        add(weights.passed_connected[rank], 1);
    }

    if !position.occupied().has(next) {
        add(weights.passed_free[rank], 1);
        if !enemy.all.has(next) {
            add(weights.passed_safe_step[rank], 1);
            if (path & (enemy.all | position.color(them))).is_empty() {
                add(weights.passed_safe_path[rank], 1);
            }
        }
    }
    if rank >= 3 {
        let steps = |color| i32::from(position.king(color).distance(next));
        let urgency = rank as i32 - 2;
        add(weights.passed_own_king[0], steps(us) * urgency);
        add(weights.passed_enemy_king[0], steps(them) * urgency);
    }

    let rooks_behind = here.front_fill(them) & position.kind(PieceKind::Rook);
    if rooks_behind.any() {
        add(weights.passed_rook[0], i32::from((rooks_behind & position.color(us)).any()));
        add(weights.passed_enemy_rook[0], i32::from((rooks_behind & position.color(them)).any()));
    }
    if !position.has_pieces(them) && outruns::<S>(position, square, path) {
        add(weights.passed_unstoppable[0], 1);
    }
}

/// Applies the rule of the square. Returns true if the path is empty and the enemy king comes too
/// late.
fn outruns<S: Side>(position: &Position, square: Square, path: Bitboard) -> bool {
    let goal = if S::COLOR.is_white() { path.msb() } else { path.lsb() };
    // The double step makes a pawn on the second rank as fast as a pawn on the third.
    let steps = (7 - S::rank(square)).min(5) as u8;
    let lost_move = u8::from(position.side() != S::COLOR);
    let king = position.king(S::THEM);
    (path & position.occupied()).is_empty() && king.distance(goal) > steps + lost_move
}
