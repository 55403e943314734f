//! A position for a lane: four words of 64 bits and a word of 32 bits.

use cleave_board::{Color, PieceKind, Position, Wing};

/// A position in 40 bytes. Three bits for each square, one in each plane, give the piece's [`code`]. A rook that may
/// still castle has a code of its own, so castling rights and chess960 need no other data.
///
/// Counters and repetition are left out: a lane searches a few plies of a tree, and they do not end
/// the game at its root.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Packed {
    /// The squares of Black's pieces.
    pub black: u64,
    /// Bit 0, 1 and 2 of each square's code.
    pub planes: [u64; 3],
    /// Bit 0: Black is to move. Bits 1 to 6: the square over which a pawn has just stepped, or 0.
    pub word: u32,
}

/// The codes of pieces on squares.
pub mod code {
    /// A pawn.
    pub const PAWN: u32 = 1;
    /// A knight.
    pub const KNIGHT: u32 = 2;
    /// A bishop.
    pub const BISHOP: u32 = 3;
    /// A rook that cannot castle any more.
    pub const ROOK: u32 = 4;
    /// A queen.
    pub const QUEEN: u32 = 5;
    /// A king.
    pub const KING: u32 = 6;
    /// A rook that may still castle.
    pub const CASTLING_ROOK: u32 = 7;
}

/// The size of a position in a buffer of the device, in bytes. The last four bytes are unused.
pub const BYTES: usize = 40;

impl Packed {
    /// Packs a position, without its counters.
    pub fn new(position: &Position) -> Packed {
        let mut packed = Packed {
            black: position.color(Color::Black).0,
            word: u32::from(position.side() == Color::Black),
            ..Packed::default()
        };
        for (kind, code) in KINDS {
            packed.put(position.kind(kind).0, code);
        }
        for (color, wing) in wings() {
            if let Some(rook) = position.castling_rook(color, wing) {
                packed.put(1 << rook.index(), code::CASTLING_ROOK);
            }
        }
        packed.word |= position.en_passant().map_or(0, |square| (square.index() as u32) << 1);
        packed
    }

    fn put(&mut self, squares: u64, code: u32) {
        for (bit, plane) in self.planes.iter_mut().enumerate() {
            *plane |= if code >> bit & 1 == 1 { squares } else { 0 };
        }
    }

    /// Returns true if Black is to move.
    pub const fn black_to_move(&self) -> bool {
        self.word & 1 == 1
    }

    /// Returns the square on which a pawn may be captured in passing, as a bit, or 0 if there is
    /// none.
    pub const fn passing(&self) -> u64 {
        let square = self.word >> 1 & 63;
        if square == 0 { 0 } else { 1 << square }
    }

    /// Returns all pieces.
    pub const fn occupied(&self) -> u64 {
        self.planes[0] | self.planes[1] | self.planes[2]
    }

    /// Returns the pieces of the side to move.
    pub const fn us(&self) -> u64 {
        if self.black_to_move() { self.black } else { self.occupied() & !self.black }
    }

    /// Returns pawns of both sides.
    pub const fn pawns(&self) -> u64 {
        self.planes[0] & !self.planes[1] & !self.planes[2]
    }

    /// Returns the knights of both sides.
    pub const fn knights(&self) -> u64 {
        !self.planes[0] & self.planes[1] & !self.planes[2]
    }

    /// Returns the bishops and queens of both sides.
    pub const fn diagonal(&self) -> u64 {
        self.planes[0] & (self.planes[1] ^ self.planes[2])
    }

    /// Returns the rooks and queens of both sides.
    pub const fn straight(&self) -> u64 {
        self.planes[2] & (self.planes[0] | !self.planes[1])
    }

    /// Returns both kings.
    pub const fn kings(&self) -> u64 {
        !self.planes[0] & self.planes[1] & self.planes[2]
    }

    /// Returns the rooks of both sides that may still castle.
    pub const fn castling_rooks(&self) -> u64 {
        self.planes[0] & self.planes[1] & self.planes[2]
    }

    /// Returns the code of a square.
    pub const fn code(&self, square: u32) -> u32 {
        (self.planes[0] >> square & 1
            | (self.planes[1] >> square & 1) << 1
            | (self.planes[2] >> square & 1) << 2) as u32
    }

    /// Returns the bytes of the position in a buffer of the device.
    pub fn bytes(&self) -> [u8; BYTES] {
        let mut bytes = [0; BYTES];
        let words = [self.black, self.planes[0], self.planes[1], self.planes[2], self.word.into()];
        for (place, word) in bytes.chunks_exact_mut(8).zip(words) {
            place.copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }
}

const KINDS: [(PieceKind, u32); 6] = [
    (PieceKind::Pawn, code::PAWN),
    (PieceKind::Knight, code::KNIGHT),
    (PieceKind::Bishop, code::BISHOP),
    (PieceKind::Rook, code::ROOK),
    (PieceKind::Queen, code::QUEEN),
    (PieceKind::King, code::KING),
];

fn wings() -> impl Iterator<Item = (Color, Wing)> {
    [Color::White, Color::Black].into_iter().flat_map(|color| Wing::ALL.map(|wing| (color, wing)))
}
