//! Quiescence: captures that lose nothing, and answers to check, until the position is quiet.

use std::cmp::Reverse;

use cleave_tt::{Bound, Entry};

use crate::search::context::{MAX_PLY, SearchContext};
use crate::search::evaluation::evaluate;
use crate::search::exchange::{wins, worth_on};
use crate::search::value::{INFINITE, is_decided, lost_at};
use crate::{Move, MoveList, Position, Step};

/// The number of plies below the horizon in which all answers to check are tried.
const EVASION_PLIES: usize = 6;
/// The margin that a capture may add to the evaluation, in addition to the piece.
const DELTA: i32 = 150;

/// Returns the fail-soft value of a position whose step is in the path.
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
    let entry = context.table.and_then(|table| table.probe(position.key(), ply));
    if let Some(entry) = entry
        && beta - alpha == 1
        && entry.bound.proves(entry.value.into(), alpha, beta)
    {
        return entry.value.into();
    }
    let is_evasion = context.step(ply).is_check && depth < EVASION_PLIES;
    let eval = if is_evasion { -INFINITE } else { evaluate(position) };
    let mut best = if is_evasion { lost_at(ply) } else { eval };
    if best >= beta {
        return best;
    }
    let first_alpha = alpha;
    alpha = alpha.max(best);
    let mut best_move = Move::NONE;
    let table_move = entry.map_or(Move::NONE, |entry| Move::from_bits(entry.mv));
    for mv in moves(position, is_evasion, table_move) {
        if !is_evasion {
            let most = eval + worth_on(position, mv.to()) + DELTA;
            if !context.is_full_width() && most <= alpha && !is_decided(alpha) {
                best = best.max(most);
                continue;
            }
            if !wins(position, mv, 0) {
                continue;
            }
        }
        let next = position.make(mv);
        context.count_node();
        context.set_step(ply + 1, Step::new(position, mv, &next));
        let value = -quiesce(context, &next, -beta, -alpha, ply + 1, depth + 1);
        if context.is_stopped {
            return best.max(value);
        }
        if value > best {
            (best, best_move) = (value, mv);
        }
        alpha = alpha.max(value);
        if best >= beta {
            break;
        }
    }
    if let Some(table) = context.table.filter(|_| !context.is_presumed) {
        let (mv, value) = (best_move.bits(), best as i16);
        let bound = Bound::of(best, first_alpha, beta);
        let entry = Entry { mv, value, eval: 0, depth: 0, bound, pv: false };
        table.store(position.key(), ply, entry);
    }
    best
}

/// Returns all answers to check, or the captures. The table's move comes first, then captures of
/// the most valuable pieces.
fn moves(position: &Position, is_evasion: bool, table_move: Move) -> MoveList {
    let mut moves = if is_evasion { position.legal_moves() } else { position.captures() };
    let order = |mv: &Move| {
        let captured = worth_on(position, mv.to());
        Reverse((*mv == table_move, 16 * captured - worth_on(position, mv.from()) / 100))
    };
    moves.sort_by_key(order);
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dearest_piece_is_captured_first_by_the_cheapest() {
        // The rook and the horse attack the cannon. The rook attacks a soldier too.
        let fen = "3k5/9/9/9/4c3R/9/3N4p/9/9/4K4 w - - 0 1";
        let position = Position::from_fen(fen).expect(fen);
        let texts = |first| {
            moves(&position, false, first).iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(texts(Move::NONE), ["d3e5", "i5e5", "i5i3"]);
        let soldier = crate::parse_coordinates("i5i3", 0).expect("a move");
        assert_eq!(texts(soldier), ["i5i3", "d3e5", "i5e5"]);
    }
}
