//! Zobrist keys (Zobrist 1970): a random word for each piece on each square, added by XOR.

use crate::square::SQUARES;
use crate::{Piece, Square};

/// Returns the next number of Sebastiano Vigna's splitmix64 (public domain), at compile time.
const fn splitmix64(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

static PIECES: [[u64; SQUARES]; 14] = {
    let mut words = [[0; SQUARES]; 14];
    let state = &mut 0x0009_0010_0032;
    let mut i = 0;
    while i < 14 * SQUARES {
        words[i / SQUARES][i % SQUARES] = splitmix64(state);
        i += 1;
    }
    words
};

/// The word for Black to move.
pub(crate) const BLACK_TO_MOVE: u64 = splitmix64(&mut 0x6a09_e667_f3bc_c908);

/// Returns the word of a piece on a square.
#[inline(always)]
pub(crate) fn piece(piece: Piece, square: Square) -> u64 {
    PIECES[piece.index()][square.index()]
}
