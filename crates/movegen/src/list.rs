//! A list of moves that needs no heap allocation.

use std::fmt;
use std::ops::Deref;

use cleave_board::{Bitboard, Move, MoveKind, Square};

use crate::{Each, MoveSink};

/// The moves of one position, in an array of fixed size.
///
/// No reachable position has more than 218 legal moves. The array has an entry for each of the 256
/// values of the length byte, so storing needs no bounds check.
#[derive(Clone)]
pub struct MoveList {
    moves: [Move; 256],
    len: u8,
}

impl MoveList {
    /// The maximum number of legal moves in a position that play can reach (Petrović 1964).
    pub const MAX: usize = 218;

    /// Returns an empty list.
    #[inline]
    pub const fn new() -> MoveList {
        MoveList { moves: [Move::NONE; 256], len: 0 }
    }

    /// Appends a move.
    #[inline(always)]
    pub const fn push(&mut self, mv: Move) {
        self.moves[self.len as usize] = mv;
        self.len = self.len.wrapping_add(1);
    }

    /// Returns the moves, in the order of generation.
    #[inline(always)]
    pub fn as_slice(&self) -> &[Move] {
        &self.moves[..self.len as usize]
    }
}

impl MoveSink for MoveList {
    #[inline(always)]
    fn piece_moves(&mut self, from: Square, targets: Bitboard) {
        Each(|mv| self.push(mv)).piece_moves(from, targets);
    }

    #[inline(always)]
    fn pawn_moves(&mut self, step: i8, targets: Bitboard, kind: MoveKind) {
        Each(|mv| self.push(mv)).pawn_moves(step, targets, kind);
    }

    #[inline(always)]
    fn promotions(&mut self, step: i8, targets: Bitboard) {
        Each(|mv| self.push(mv)).promotions(step, targets);
    }

    #[inline(always)]
    fn special(&mut self, mv: Move) {
        self.push(mv);
    }
}

impl Default for MoveList {
    fn default() -> MoveList {
        MoveList::new()
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline(always)]
    fn deref(&self) -> &[Move] {
        self.as_slice()
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = Move;
    type IntoIter = std::iter::Copied<std::slice::Iter<'a, Move>>;

    #[inline(always)]
    fn into_iter(self) -> Self::IntoIter {
        self.as_slice().iter().copied()
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}
