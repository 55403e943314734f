//! A line of best play, passed up from child to parent.

use cleave_board::Move;
use cleave_shared_memory::Plain;

use crate::units::MAX_PLY;

/// The best line below a node: plain data of fixed size, because it is in shared memory.
#[derive(Clone, Copy, Plain)]
pub struct Line {
    len: u8,
    moves: [Move; MAX_PLY],
}

impl Line {
    /// The empty line.
    pub(crate) const EMPTY: Line = Line { len: 0, moves: [Move::NONE; MAX_PLY] };

    /// Creates a line of these moves, cut off at `MAX_PLY`.
    pub(crate) fn from_moves(moves: impl Iterator<Item = Move>) -> Line {
        let mut line = Line::EMPTY;
        for (place, mv) in line.moves.iter_mut().zip(moves) {
            *place = mv;
            line.len += 1;
        }
        line
    }

    /// Removes all moves.
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    /// Becomes `first` followed by `rest`, cut off at `MAX_PLY`.
    pub(crate) fn set(&mut self, first: Move, rest: &Line) {
        let n = usize::from(rest.len).min(MAX_PLY - 1);
        self.moves[0] = first;
        self.moves[1..=n].copy_from_slice(&rest.moves[..n]);
        self.len = n as u8 + 1;
    }

    /// Returns the moves, first to last.
    pub(crate) fn moves(&self) -> &[Move] {
        &self.moves[..usize::from(self.len)]
    }
}
