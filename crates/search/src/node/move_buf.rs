//! A short list of moves, part of a node.

use cleave_board::Move;
use cleave_shared_memory::Plain;

/// The capacity. More moves are not recorded.
const MOVE_BUF_SIZE: usize = 48;

/// A list of moves of fixed capacity.
#[derive(Clone, Copy, Plain)]
pub(super) struct MoveBuf {
    len: u8,
    moves: [Move; MOVE_BUF_SIZE],
}

impl MoveBuf {
    pub(super) const EMPTY: MoveBuf = MoveBuf { len: 0, moves: [Move::NONE; MOVE_BUF_SIZE] };

    pub(super) fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds a move. Returns false if the list is full.
    pub(super) fn push(&mut self, mv: Move) -> bool {
        let Some(slot) = self.moves.get_mut(usize::from(self.len)) else {
            return false;
        };
        *slot = mv;
        self.len += 1;
        true
    }

    pub(super) fn as_slice(&self) -> &[Move] {
        &self.moves[..usize::from(self.len)]
    }
}
