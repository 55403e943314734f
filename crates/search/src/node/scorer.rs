//! Scores for quiet moves, a set of moves at a time.
//!
//! The generator passes all moves of a piece at once. So the rows of the history tables and the value of the piece are
//! looked up once for each piece. It calls the scorer from many places, so the functions are not inlined there: see
//! [`crate::ordering::captures`].

use cleave_board::{Bitboard, Move, MoveKind, Piece, PieceKind, Position, SEE_VALUES, Square};
use cleave_movegen::{Checks, Each, MoveSink};

use crate::ordering::good_checks::is_good;
use crate::ordering::history::Quiets;
use crate::ordering::scored_moves::ScoredMoves;
use crate::params;

/// Adds quiet moves to a list, scored by history, by the threats of enemy pawns, and by good checks.
pub(super) struct Scorer<'a> {
    position: &'a Position,
    history: &'a Quiets<'a>,
    checks: &'a Checks,
    list: &'a mut ScoredMoves,
    good_checks: u8,
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
        checks: &'a Checks,
        list: &'a mut ScoredMoves,
    ) -> Scorer<'a> {
        let (us, them) = (position.side(), !position.side());
        let lost = position.pieces(them, PieceKind::Pawn).pawn_attacks(them);
        let pawn = Piece::new(us, PieceKind::Pawn);
        Scorer { position, history, checks, list, good_checks: 0, lost, pawn }
    }

    /// Returns the number of good checks among the moves.
    pub(super) fn good_checks(&self) -> u8 {
        self.good_checks
    }

    /// Adds a move that gives check.
    fn push_check(&mut self, mv: Move, score: i32) {
        let is_good = is_good(self.position, self.checks, mv);
        self.good_checks += u8::from(is_good);
        self.list.push(mv, if is_good { score + params::good_check_bonus() } else { score });
    }

    /// Adds a move.
    #[inline(always)]
    fn push(&mut self, mv: Move, score: i32) {
        if self.checks.given_by(self.position, mv) {
            self.push_check(mv, score);
        } else {
            self.list.push(mv, score);
        }
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
        let enemy_pawns = self.lost;
        let lost = |square: Square| if enemy_pawns.has(square) { at_stake } else { 0 };
        let history = self.history.of_piece(piece, from);
        let saved = lost(from);
        let checking = targets & self.checks.targets(piece.kind(), self.position.side(), from);
        let scored = |to| (Move::new(from, to, MoveKind::Normal), history(to) + saved - lost(to));
        self.list.extend(targets.without(checking).into_iter().map(scored));
        for to in checking {
            let (mv, score) = scored(to);
            self.push_check(mv, score);
        }
    }

    #[inline(never)]
    fn pawn_moves(&mut self, step: i8, targets: Bitboard, kind: MoveKind) {
        let pawn = self.pawn;
        Each(|mv: Move| {
            let score = self.history.of_piece(pawn, mv.from())(mv.to());
            self.push(mv, score);
        })
        .pawn_moves(step, targets, kind);
    }

    /// Never called: promotions are not quiet moves.
    fn promotions(&mut self, step: i8, targets: Bitboard) {
        Each(|mv| self.special(mv)).promotions(step, targets);
    }

    /// Adds castling. No pawn attacks the king, since castling is illegal in check.
    fn special(&mut self, mv: Move) {
        self.push(mv, self.history.of(self.position, mv));
    }
}
