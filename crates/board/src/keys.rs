//! The hash keys of a position. Their XOR is the key of the whole position.

use cleave_shared_memory::Plain;

use crate::piece::NO_PIECE;
use crate::{Color, Key, Piece, PieceKind};

/// Four keys: pawns, White's other pieces, Black's other pieces, and the state (side to move,
/// castling, en passant).
///
/// A move changes one or two parts, and the whole key is computed on demand. So each word is added
/// only once. The keys of the parts, which pawn table and correction history use, cost nothing.
#[derive(Clone, Copy, PartialEq, Eq, Default, Plain)]
pub(crate) struct Keys([Key; 4]);

const PAWNS: usize = 0;
const STATE: usize = 3;

/// By piece code: all ones for the part that the piece belongs to, zero for the others. The rows
/// after [`NO_PIECE`] are never used. `BOARDS_OF` explains why they are filled.
static PART_OF: [[u64; 4]; 16] = {
    let mut table = [[!0; 4]; 16];
    let mut i = 0;
    while i <= NO_PIECE {
        table[i] = [0; 4];
        i += 1;
    }
    i = 0;
    while i < Piece::ALL.len() {
        let part = match Piece::ALL[i].kind() {
            PieceKind::Pawn => PAWNS,
            _ => 1 + Piece::ALL[i].color().index(),
        };
        table[i][part] = !0;
        i += 1;
    }
    table
};

impl Keys {
    /// Returns the key of the whole position.
    #[inline(always)]
    pub(crate) const fn all(&self) -> Key {
        Key(self.0[0].0 ^ self.0[1].0 ^ self.0[2].0 ^ self.0[3].0)
    }

    /// Returns the key of all pawns.
    #[inline(always)]
    pub(crate) const fn pawns(&self) -> Key {
        self.0[PAWNS]
    }

    /// Returns the key of a side's pieces, pawns excluded.
    #[inline(always)]
    pub(crate) const fn pieces(&self, color: Color) -> Key {
        self.0[1 + color.index()]
    }

    /// Adds or removes the word of a piece, given by its code. Updates all parts alike, without a
    /// branch.
    #[inline(always)]
    pub(crate) fn toggle_piece(&mut self, code: usize, word: Key) {
        for (part, belongs) in self.0.iter_mut().zip(&PART_OF[code & 15]) {
            *part ^= Key(word.0 & belongs);
        }
    }

    /// Adds or removes a word of side to move, castling or en passant.
    #[inline(always)]
    pub(crate) fn toggle_state(&mut self, word: Key) {
        self.0[STATE] ^= word;
    }
}
