//! Scores for quiet moves, a set of moves at a time.
//!
//! The generator passes all moves of a piece at once, so that the rows of the history tables and the
//! value of the piece are looked up once for each piece. It calls the scorer from many places, so the
//! functions are not inlined there: see [`crate::ordering::captures`].

use cleave_board::{Bitboard, Move, MoveKind, Piece, PieceKind, Position, SEE_VALUES, Square};
use cleave_movegen::{Each, MoveSink};

use crate::ordering::history::Quiets;
use crate::ordering::scored_moves::ScoredMoves;

/// Adds quiet moves to a list, scored by history and by the threats of enemy pawns.
pub(super) struct Scorer<'a> {
    position: &'a Position,
    history: &'a Quiets<'a>,
    list: &'a mut ScoredMoves,
    /// Squares attacked by enemy pawns: leaving one is good, entering one is bad.
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
            PieceKind::King => 0, // never moves to an attacked square
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

    /// Not called: promotions are not quiet moves.
    fn promotions(&mut self, step: i8, targets: Bitboard) {
        Each(|mv| self.special(mv)).promotions(step, targets);
    }

    /// Castling. No pawn attacks the king, since castling is illegal in check.
    fn special(&mut self, mv: Move) {
        self.list.push(mv, self.history.of(self.position, mv));
    }
}
