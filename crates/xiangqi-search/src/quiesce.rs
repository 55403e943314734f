//! Quiescence: captures that lose nothing, and answers to check, until the position is quiet.

use cleave_xiangqi::{Move, MoveList, Position, Step};

use crate::context::{MAX_PLY, SearchContext};
use crate::evaluation::evaluate;
use crate::exchange::{exchange, worth};
use crate::value::lost_at;

/// Plies below the horizon in which all answers to check are tried.
const EVASION_PLIES: usize = 6;

/// The value of a position whose step is in the path; fail-soft.
pub(crate) fn quiesce(
    context: &mut SearchContext<'_>,
    position: &Position,
    mut alpha: i32,
    beta: i32,
    ply: usize,
    depth: usize,
) -> i32 {
    if let Some(value) = context.repetition(position, ply) {
        return value;
    }
    if ply + 1 >= MAX_PLY {
        return evaluate(position);
    }
    let is_evasion = context.step(ply).is_check && depth < EVASION_PLIES;
    let mut best = if is_evasion { lost_at(ply) } else { evaluate(position) };
    if best >= beta {
        return best;
    }
    alpha = alpha.max(best);
    for mv in moves(position, is_evasion) {
        let next = position.make(mv);
        context.count_node();
        context.set_step(ply + 1, Step::new(position, mv, &next));
        let value = -quiesce(context, &next, -beta, -alpha, ply + 1, depth + 1);
        best = best.max(value);
        alpha = alpha.max(value);
        if best >= beta || context.is_stopped {
            break;
        }
    }
    best
}

/// All answers to check, or the captures that lose nothing; what captures most first.
fn moves(position: &Position, is_evasion: bool) -> MoveList {
    let mut moves = if is_evasion { position.legal_moves() } else { position.captures() };
    let captured = |mv: &Move| position.piece_on(mv.to()).map_or(0, |piece| worth(piece.kind()));
    if !is_evasion {
        moves.retain(|mv| exchange(position, *mv) >= 0);
    }
    moves.sort_by_key(|mv| std::cmp::Reverse(captured(mv)));
    moves
}
