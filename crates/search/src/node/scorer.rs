//! Scores for quiet moves, a set of moves at a time.
//!
//! The generator hands over all moves of a piece at once; what is the same for all of them, its rows
//! of the history tables and what it is worth, is looked up once. It does so from many places for
//! each side, so that the functions it calls are not inlined there: see [`crate::captures`].

use cleave_board::{Bitboard, Move, MoveKind, Piece, PieceKind, Position, SEE_VALUES, Square};
use cleave_movegen::{Each, MoveSink};

use crate::history::Quiets;
use crate::scored_moves::ScoredMoves;

/// Puts quiet moves on a list, by history and by the threats of enemy pawns.
pub(super) struct Scorer<'a> {
    position: &'a Position,
    history: &'a Quiets<'a>,
    list: &'a mut ScoredMoves,
    /// Squares where a piece would be lost to a pawn: leaving one is good, entering one is bad.
    lost: Bitboard,
    /// Our pawns.
    pawn: Piece,
}

impl<'a> Scorer<'a> {
    #[inline(always)]
    pub(super) fn new(
        position: &'a Position,
        history: &'a Quiets<'a>,
        list: &'a mut ScoredMoves,
    ) -> Scorer<'a> {
        let (us, them) = (position.side(), !position.side());
        let lost = position.pieces(them, PieceKind::Pawn).pawn_attacks(them);
        Scorer { position, history, list, lost, pawn: Piece::new(us, PieceKind::Pawn) }
    }
}

impl MoveSink for Scorer<'_> {
    #[inline(never)]
    fn piece_moves(&mut self, from: Square, targets: Bitboard) {
        let Some(piece) = self.position.piece_on(from) else { return };
        let at_stake = match piece.kind() {
            PieceKind::King => 0, // never moves to where it is attacked
            kind => SEE_VALUES[kind.index()] * 16,
        };
        let lost = |square: Square| if self.lost.has(square) { at_stake } else { 0 };
        let history = self.history.of_piece(piece, from);
        let saved = lost(from);
        self.list.extend(
            targets
                .into_iter()
                .map(|to| (Move::new(from, to, MoveKind::Normal), history(to) + saved - lost(to))),
        );
    }

    #[inline(never)]
    fn pawn_moves(&mut self, step: i8, targets: Bitboard, kind: MoveKind) {
        let pawn = self.pawn;
        Each(|mv: Move| {
            self.list.push(mv, self.history.of_piece(pawn, mv.from())(mv.to()));
        })
        .pawn_moves(step, targets, kind);
    }

    /// Promotions are no quiet moves: none are generated.
    fn promotions(&mut self, step: i8, targets: Bitboard) {
        Each(|mv| self.special(mv)).promotions(step, targets);
    }

    /// Castling. No pawn threatens the king, or it would be in check.
    fn special(&mut self, mv: Move) {
        self.list.push(mv, self.history.of(self.position, mv));
    }
}
