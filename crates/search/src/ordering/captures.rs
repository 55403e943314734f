//! Scores captures and promotions: most valuable victim first, then capture history.
//!
//! Nodes and quiescence share this function, which is not inlined. The code of the search exceeds the first-level
//! instruction cache, and a call costs less than a second copy.

use cleave_board::{Bitboard, Move, MoveKind, Position, Square};
use cleave_movegen::{Each, Masks, MoveSink, captures};

use super::history::History;
use super::scored_moves::ScoredMoves;
use super::tactics::victim_value;

/// Adds all captures and promotions to a list.
#[inline(never)]
pub(crate) fn rank_captures(
    position: &Position,
    masks: &Masks,
    history: &History,
    list: &mut ScoredMoves,
) {
    captures(position, masks, &mut Scorer { position, history, list });
}

/// Adds moves to the list as they are generated.
struct Scorer<'a> {
    position: &'a Position,
    history: &'a History,
    list: &'a mut ScoredMoves,
}

impl Scorer<'_> {
    #[inline(always)]
    fn push(&mut self, mv: Move) {
        let earlier = self.history.capture(self.position, mv);
        self.list.push(mv, victim_value(self.position, mv) * 16 + earlier / 4);
    }
}

impl MoveSink for Scorer<'_> {
    #[inline(never)]
    fn piece_moves(&mut self, from: Square, targets: Bitboard) {
        Each(|mv| self.push(mv)).piece_moves(from, targets);
    }

    #[inline(never)]
    fn pawn_moves(&mut self, step: i8, targets: Bitboard, kind: MoveKind) {
        Each(|mv| self.push(mv)).pawn_moves(step, targets, kind);
    }

    #[cold]
    fn promotions(&mut self, step: i8, targets: Bitboard) {
        Each(|mv| self.push(mv)).promotions(step, targets);
    }

    #[cold]
    fn special(&mut self, mv: Move) {
        self.push(mv);
    }
}
