//! Attack information: which side attacks what, computed once and shared by all terms.

use cleave_board::{Bitboard, Color, PieceKind, Position, Rank, Square, attacks};

use crate::{Black, Side, White};

/// What one side attacks.
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

/// What both sides attack, and the surroundings of their kings.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AttackInfo {
    maps: [AttackMap; 2],
    rings: [Bitboard; 2],
    ring_attackers: [i32; 2],
}

impl AttackInfo {
    /// The attacks of pawns and kings; [`crate::mobility`] adds those of the pieces.
    #[inline(always)]
    pub(crate) fn new(position: &Position) -> AttackInfo {
        AttackInfo {
            maps: [begin::<White>(position), begin::<Black>(position)],
            rings: Color::ALL.map(|color| RINGS[position.king(color).index()]),
            ring_attackers: [0; 2],
        }
    }

    /// What side `S` attacks.
    #[inline(always)]
    pub(crate) fn of<S: Side>(&self) -> &AttackMap {
        &self.maps[S::COLOR.index()]
    }

    #[inline(always)]
    pub(crate) fn of_mut<S: Side>(&mut self) -> &mut AttackMap {
        &mut self.maps[S::COLOR.index()]
    }

    /// The king ring of `S`: the nine squares around its king, or for a king on the edge those around
    /// the square one step inward.
    #[inline(always)]
    pub(crate) fn ring<S: Side>(&self) -> Bitboard {
        self.rings[S::COLOR.index()]
    }

    /// The number of enemy pieces that attack the king ring of `S`.
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

/// The ranks `from` to `to`, inclusive, 0 to 7 as the side counts them.
pub(crate) const fn ranks<S: Side>(from: u8, to: u8) -> Bitboard {
    let mut set = 0;
    let mut rank = from;
    while rank <= to {
        set |= Bitboard::rank(Rank::new(rank).relative_to(S::COLOR)).0;
        rank += 1;
    }
    Bitboard(set)
}

/// Squares of the same colour as `square`.
#[inline(always)]
pub(crate) fn same_colour(square: Square) -> Bitboard {
    if Bitboard::DARK_SQUARES.has(square) {
        Bitboard::DARK_SQUARES
    } else {
        !Bitboard::DARK_SQUARES
    }
}
