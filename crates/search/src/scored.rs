//! Moves with scores, picked best first.

use cleave_board::{Move, PieceKind, Position, SEE_VALUES};

/// A move and how promising it is.
#[derive(Clone, Copy)]
pub struct Scored {
    /// The move.
    pub mv: Move,
    /// Higher is searched earlier.
    pub score: i32,
}

impl Scored {
    /// An empty place.
    pub const NONE: Scored = Scored { mv: Move::NONE, score: 0 };
}

/// Brings the best of these moves to the front. A selection sort step: most nodes need few moves
/// of their list, so that sorting it all would be waste.
#[inline]
pub fn best_to_front(moves: &mut [Scored]) -> Option<Move> {
    let mut best = 0;
    for i in 1..moves.len() {
        if moves[i].score > moves[best].score {
            best = i;
        }
    }
    let mv = moves.get(best)?.mv;
    moves.swap(0, best);
    Some(mv)
}

/// What a capture or promotion wins at face value, in centipawns.
#[inline]
pub fn victim_value(position: &Position, mv: Move) -> i32 {
    let value = |kind: PieceKind| SEE_VALUES[kind.index()];
    let captured = match position.piece_on(mv.to()) {
        Some(piece) => value(piece.kind()),
        None if mv.promotion().is_some() => 0,
        None => value(PieceKind::Pawn), // en passant
    };
    match mv.promotion() {
        Some(PieceKind::Queen) => captured + value(PieceKind::Queen),
        Some(_) => captured - value(PieceKind::Pawn), // rarely worth a look
        None => captured,
    }
}

/// True if a move takes something or promotes: those are ordered and pruned apart from the rest.
#[inline]
pub fn is_tactical(position: &Position, mv: Move) -> bool {
    use cleave_board::MoveKind::{Castle, DoublePush, Normal};
    match mv.kind() {
        Normal => position.piece_on(mv.to()).is_some(),
        DoublePush | Castle => false,
        _ => true,
    }
}
