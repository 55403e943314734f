//! Attack information: the squares that each side attacks. It is computed once, and all terms use
//! it.

use cleave_board::{Bitboard, Color, PieceKind, Position, Rank, Square, attacks};

use crate::{Black, Side, White};

/// The squares that one side attacks.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct AttackMap {
    /// Squares attacked by each kind of piece.
    pub(crate) by: [Bitboard; 6],
    /// Squares attacked by any piece.
    pub(crate) all: Bitboard,
    /// Squares attacked at least twice.
    pub(crate) twice: Bitboard,
}

impl AttackMap {
    #[inline(always)]
    pub(crate) fn kind(&self, kind: PieceKind) -> Bitboard {
        self.by[kind.index()]
    }

    /// Adds the attacks of one more piece.
    #[inline(always)]
    pub(crate) fn add(&mut self, kind: PieceKind, attacks: Bitboard) {
        self.by[kind.index()] |= attacks;
        self.twice |= self.all & attacks;
        self.all |= attacks;
    }
}

/// The squares that both sides attack, and the surroundings of their kings.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AttackInfo {
    maps: [AttackMap; 2],
    rings: [Bitboard; 2],
    ring_attackers: [i32; 2],
}

impl AttackInfo {
    /// Returns the attacks of pawns and kings. [`crate::mobility`] adds the attacks of the pieces.
    #[inline(always)]
    pub(crate) fn new(position: &Position) -> AttackInfo {
        AttackInfo {
            maps: [begin::<White>(position), begin::<Black>(position)],
            rings: Color::ALL.map(|color| RINGS[position.king(color).index()]),
            ring_attackers: [0; 2],
        }
    }

    /// Returns the squares that side `S` attacks.
    #[inline(always)]
    pub(crate) fn of<S: Side>(&self) -> &AttackMap {
        &self.maps[S::COLOR.index()]
    }

    #[inline(always)]
    pub(crate) fn of_mut<S: Side>(&mut self) -> &mut AttackMap {
        &mut self.maps[S::COLOR.index()]
    }

    /// Returns the king ring of `S`: the nine squares around its king. For a king on the edge it is
    /// the nine squares around the square one step inward.
    #[inline(always)]
    pub(crate) fn ring<S: Side>(&self) -> Bitboard {
        self.rings[S::COLOR.index()]
    }

    /// Returns the number of enemy pieces that attack the king ring of `S`.
    #[inline(always)]
    pub(crate) fn ring_attackers<S: Side>(&self) -> i32 {
        self.ring_attackers[S::COLOR.index()]
    }

    /// Adds to the number of enemy pieces that attack the king ring of `S`.
    #[inline(always)]
    pub(crate) fn add_ring_attackers<S: Side>(&mut self, count: i32) {
        self.ring_attackers[S::COLOR.index()] += count;
    }
}

#[inline(always)]
fn begin<S: Side>(position: &Position) -> AttackMap {
    let pawns = position.pieces(S::COLOR, PieceKind::Pawn);
    let (east, west) = (S::forward(pawns).east(), S::forward(pawns).west());
    let mut map = AttackMap::default();
    map.by[PieceKind::Pawn.index()] = east | west;
    map.all = east | west;
    map.twice = east & west;
    map.add(PieceKind::King, attacks::king(position.king(S::COLOR)));
    map
}

static RINGS: [Bitboard; 64] = {
    let mut rings = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let file = clamp(square % 8);
        let rank = clamp(square / 8);
        // Three squares on each of three ranks.
        rings[square] = Bitboard(0x07_0707 << (rank * 8 + file - 9));
        square += 1;
    }
    rings
};

const fn clamp(coordinate: usize) -> usize {
    match coordinate {
        0 => 1,
        7 => 6,
        inner => inner,
    }
}

/// Returns the ranks `from` to `to`, inclusive, 0 to 7 from the side's point of view.
pub(crate) const fn ranks<S: Side>(from: u8, to: u8) -> Bitboard {
    let mut set = 0;
    let mut rank = from;
    while rank <= to {
        set |= Bitboard::rank(Rank::new(rank).relative_to(S::COLOR)).0;
        rank += 1;
    }
    Bitboard(set)
}

/// Returns the squares of the same colour as `square`.
#[inline(always)]
pub(crate) fn same_colour(square: Square) -> Bitboard {
    if Bitboard::DARK_SQUARES.has(square) {
        Bitboard::DARK_SQUARES
    } else {
        !Bitboard::DARK_SQUARES
    }
}
