//! Plain chess: a fixed depth, then captures. It has no extensions, reductions, pruning or draws by repetition, so a
//! value depends on the position and the depth alone and can be compared to the digit.

use cleave_board::{Color, Move, PieceKind, Position, SEE_VALUES, Square};
use cleave_movegen::{Masks, MoveList, captures, legal_moves};

use crate::game::Game;

/// The value of a mate at depth 0. A mate with more depth left is worth more, because it is nearer.
const MATE: i32 = 100_000;

/// The game of chess.
#[derive(Clone, Copy, Debug)]
pub struct Chess;

impl Game for Chess {
    type Position = Position;

    fn key(&self, position: &Position) -> u64 {
        position.key().0
    }

    fn children(&mut self, position: &Position) -> Vec<Position> {
        let mut moves: Vec<Move> = legal_moves(position).as_slice().to_vec();
        moves.sort_by_key(|&mv| -promise(position, mv));
        moves.into_iter().map(|mv| position.make(mv)).collect()
    }

    fn end(&self, position: &Position, depth: u8) -> i32 {
        if position.in_check() { -MATE - i32::from(depth) } else { 0 }
    }

    fn leaf(&mut self, position: &Position, bound: i32, nodes: &mut u64) -> i32 {
        quiesce(position, bound, nodes)
    }

    fn encode(&self, position: &Position, out: &mut Vec<u8>) {
        // The Shredder form names the castling rooks in every position.
        out.extend(position.to_shredder_fen().bytes());
    }

    fn decode(&self, bytes: &[u8]) -> Option<Position> {
        Position::from_fen(std::str::from_utf8(bytes).ok()?).ok()
    }
}

/// Searches captures until none improves the value.
fn quiesce(position: &Position, bound: i32, nodes: &mut u64) -> i32 {
    let mut best = worth(position);
    if best >= bound {
        return best;
    }
    let mut list = MoveList::new();
    captures(position, &Masks::new(position), &mut list);
    let mut moves = list.as_slice().to_vec();
    moves.sort_by_key(|&mv| -promise(position, mv));
    for mv in moves {
        *nodes += 1;
        best = best.max(-quiesce(&position.make(mv), 1 - bound, nodes));
        if best >= bound {
            break;
        }
    }
    best
}

/// Returns a number that is the greater the sooner a move should be searched: most valuable victim, least valuable
/// attacker.
fn promise(position: &Position, mv: Move) -> i32 {
    let value = |kind: PieceKind| SEE_VALUES[kind.index()];
    let attacker = position.piece_on(mv.from()).map_or(0, |piece| value(piece.kind()) / 16);
    let promoted = mv.promotion().map_or(0, value);
    match position.piece_on(mv.to()) {
        // A castling move may end on the rook's square.
        Some(victim) if victim.color() != position.side() => {
            16 * value(victim.kind()) - attacker + promoted
        }
        _ => promoted,
    }
}

/// Returns material and closeness to the center, for the side to move. It does not depend on the clock of the
/// fifty-move rule, so it depends on nothing that the position's key leaves out.
fn worth(position: &Position) -> i32 {
    let of = |color: Color| -> i32 {
        let each = |kind: PieceKind| {
            position.pieces(color, kind).into_iter().map(move |at| place(kind, at))
        };
        PieceKind::ALL.iter().flat_map(|&kind| each(kind)).sum()
    };
    of(position.side()) - of(!position.side())
}

/// Returns the worth of a piece on its square. A king is worth nothing, since both sides have one.
fn place(kind: PieceKind, square: Square) -> i32 {
    if kind == PieceKind::King {
        return 0;
    }
    let closeness = |index: usize| 3 - (2 * index as i32 - 7).abs() / 2;
    let center = closeness(square.file().index()) + closeness(square.rank().index());
    SEE_VALUES[kind.index()] + 3 * center
}
