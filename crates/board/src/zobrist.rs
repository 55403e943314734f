//! Zobrist keys (Zobrist 1970): a random word for each feature of a position, added by XOR.

use cleave_shared_memory::Plain;

use crate::{CastlingRights, Color, File, Piece, Square, Wing};

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

struct Words {
    /// Indexed by piece code. The rows after the twelfth are zero: no piece.
    pieces: [[Key; 64]; 16],
    castling: [[[Key; 8]; 2]; 2],
    en_passant: [Key; 8],
    black_to_move: Key,
}

/// Returns the next number of Sebastiano Vigna's splitmix64 (public domain), at compile time.
const fn splitmix64(state: &mut u64) -> Key {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    Key(z ^ (z >> 31))
}

static WORDS: Words = {
    let mut words = Words {
        pieces: [[Key(0); 64]; 16],
        castling: [[[Key(0); 8]; 2]; 2],
        en_passant: [Key(0); 8],
        black_to_move: Key(0),
    };
    let state = &mut 0x1D75_1997; // DTS, ICCA Journal 1997
    let mut i = 0;
    while i < 12 * 64 {
        words.pieces[i / 64][i % 64] = splitmix64(state);
        i += 1;
    }
    i = 0;
    while i < 32 {
        words.castling[i / 16][i / 8 % 2][i % 8] = splitmix64(state);
        i += 1;
    }
    i = 0;
    while i < 8 {
        words.en_passant[i] = splitmix64(state);
        i += 1;
    }
    words.black_to_move = splitmix64(state);
    words
};

/// Returns the word of a piece on a square.
#[inline(always)]
pub fn piece(piece: Piece, square: Square) -> Key {
    word(piece.index(), square)
}

/// Returns the word of a piece code, or zero for no piece.
#[inline(always)]
pub(crate) fn word(code: usize, square: Square) -> Key {
    WORDS.pieces[code & 15][square.index()]
}

/// Returns the word of all castling rights together.
#[inline]
pub fn castling(rights: CastlingRights) -> Key {
    let mut key = Key(0);
    for color in Color::ALL {
        for wing in Wing::ALL {
            if let Some(file) = rights.rook_file(color, wing) {
                key ^= WORDS.castling[color.index()][wing as usize][file.index()];
            }
        }
    }
    key
}

/// Returns the word of a possible en passant capture on this file.
#[inline(always)]
pub fn en_passant(file: File) -> Key {
    WORDS.en_passant[file.index()]
}

/// Returns the word for Black to move.
#[inline(always)]
pub fn black_to_move() -> Key {
    WORDS.black_to_move
}
