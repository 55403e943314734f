//! Zobrist keys (Zobrist 1970): a random word for each piece on each square, added by XOR.

use cleave_shared_memory::Plain;

use crate::square::SQUARES;
use crate::{Piece, Square};

/// The hash key of a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Plain)]
#[repr(transparent)]
pub struct Key(pub u64);

impl std::ops::BitXorAssign for Key {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: Key) {
        self.0 ^= other.0;
    }
}

impl std::ops::BitXor for Key {
    type Output = Key;

    #[inline(always)]
    fn bitxor(self, other: Key) -> Key {
        Key(self.0 ^ other.0)
    }
}

/// Sebastiano Vigna's splitmix64 (public domain), evaluated at compile time.
const fn splitmix64(state: &mut u64) -> Key {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    Key(z ^ (z >> 31))
}

static PIECES: [[Key; SQUARES]; 14] = {
    let mut words = [[Key(0); SQUARES]; 14];
    let state = &mut 0x0009_0010_0032;
    let mut i = 0;
    while i < 14 * SQUARES {
        words[i / SQUARES][i % SQUARES] = splitmix64(state);
        i += 1;
    }
    words
};

/// The word for Black to move.
pub const BLACK_TO_MOVE: Key = splitmix64(&mut 0x6a09_e667_f3bc_c908);

/// The word of a piece on a square.
#[inline(always)]
pub fn piece(piece: Piece, square: Square) -> Key {
    PIECES[piece.index()][square.index()]
}
