//! The best line below a node.

use cleave_shared_memory::Plain;

use crate::Move;

/// The maximum number of moves that a line keeps.
const LONGEST: usize = 32;

/// A line of moves, the next move first. Moves beyond the 32nd are dropped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Plain)]
pub struct Line {
    moves: [Move; LONGEST],
    len: u8,
}

impl Line {
    /// No move.
    pub const EMPTY: Line = Line { moves: [Move::NONE; LONGEST], len: 0 };

    /// Returns the moves.
    pub fn moves(&self) -> &[Move] {
        &self.moves[..usize::from(self.len)]
    }

    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    /// Sets the line to a move and the line below it.
    pub(crate) fn set(&mut self, mv: Move, below: &Line) {
        let kept = below.moves().len().min(LONGEST - 1);
        self.moves[0] = mv;
        self.moves[1..=kept].copy_from_slice(&below.moves[..kept]);
        self.len = 1 + kept as u8;
    }
}
