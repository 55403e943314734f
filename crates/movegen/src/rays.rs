//! Finds the attacks of all sliders of a side, in eight directions at once.
//!
//! The attack of a slider in one direction is a *fill*: the empty squares from the slider on, and
//! the square after them. Three steps of doubling length compute it. Kogge and Stone (1973)
//! invented this for carries in adders; Steffan Westcott applied it to chess. A single fill is
//! slower than a table look-up. But the eight directions are eight words, which fit in two vector
//! registers ([`Quad`]). About twenty-five instructions then fill in all directions for *all*
//! sliders of a side. There is no loop over pieces, so no loop end can be mispredicted.
//!
//! A ray stops at the first piece, so no square is attacked twice in one direction. The number of
//! slider moves is therefore the number of bits in the eight words.

use cleave_board::Bitboard;

use crate::quad::Quad;

/// The four lines through a square. Each has two directions: up (towards h8) and down.
#[derive(Clone, Copy)]
pub(crate) enum Line {
    File = 0,
    Rank = 1,
    /// a1 to h8 and its parallels.
    Rising = 2,
    /// h1 to a8 and its parallels.
    Falling = 3,
}

/// Returns the shift for `N` steps along each line: left going up, right going down.
const fn shifts<const N: u64>() -> Quad {
    Quad::new([8 * N, N, 9 * N, 7 * N])
}

const NOT_FILE_A: u64 = !Bitboard::FILE_A.0;
const NOT_FILE_H: u64 = !Bitboard::FILE_H.0;

/// The squares at which a step in each direction can arrive. Shifts drop the bits that leave the
/// board at its first or last rank, but wrap around the other edges.
const ON_BOARD: Lanes = Lanes {
    up: Quad::new([!0, NOT_FILE_A, NOT_FILE_A, NOT_FILE_H]),
    down: Quad::new([!0, NOT_FILE_H, NOT_FILE_H, NOT_FILE_A]),
};

/// One set of squares for each of the eight directions.
#[derive(Clone, Copy)]
pub(crate) struct Lanes {
    up: Quad,
    down: Quad,
}

impl Lanes {
    /// Uses one set for each line, in both directions.
    #[inline(always)]
    pub(crate) fn by_line(sets: [Bitboard; 4]) -> Lanes {
        let quad = Quad::new(sets.map(|set| set.0));
        Lanes { up: quad, down: quad }
    }

    /// Uses the same set in all directions.
    #[inline(always)]
    pub(crate) fn all(set: Bitboard) -> Lanes {
        Lanes::by_line([set; 4])
    }

    /// Uses one set in the directions of rooks and another in the directions of bishops.
    #[inline(always)]
    pub(crate) fn by_kind(straight: Bitboard, diagonal: Bitboard) -> Lanes {
        Lanes::by_line([straight, straight, diagonal, diagonal])
    }

    #[inline(always)]
    pub(crate) fn and(self, other: Lanes) -> Lanes {
        Lanes { up: self.up.and(other.up), down: self.down.and(other.down) }
    }

    #[inline(always)]
    pub(crate) fn or(self, other: Lanes) -> Lanes {
        Lanes { up: self.up.or(other.up), down: self.down.or(other.down) }
    }

    #[inline(always)]
    pub(crate) fn without(self, other: Lanes) -> Lanes {
        Lanes { up: self.up.without(other.up), down: self.down.without(other.down) }
    }

    /// Keeps each set where `condition` is not empty in the same direction, and empties the others.
    #[inline(always)]
    pub(crate) fn where_any(self, condition: Lanes) -> Lanes {
        let (up, down) = (condition.up, condition.down);
        Lanes { up: self.up.where_any(up), down: self.down.where_any(down) }
    }

    /// Moves each set `N` steps in its direction. Some edges wrap around.
    #[inline(always)]
    fn steps<const N: u64>(self) -> Lanes {
        Lanes { up: self.up.left(shifts::<N>()), down: self.down.right(shifts::<N>()) }
    }

    /// Returns the squares of each line: the union of both directions.
    #[inline(always)]
    pub(crate) fn lines(self) -> [Bitboard; 4] {
        self.up.or(self.down).words().map(Bitboard)
    }

    /// Returns the union of all directions.
    #[inline(always)]
    pub(crate) fn union(self) -> Bitboard {
        let [a, b, c, d] = self.lines();
        a | c | (b | d)
    }

    /// Returns the number of squares, summed over the directions.
    #[inline(always)]
    pub(crate) fn count(self) -> u64 {
        let bits = |quad: Quad| quad.words().map(|word| u64::from(word.count_ones()));
        bits(self.up).into_iter().sum::<u64>() + bits(self.down).into_iter().sum::<u64>()
    }
}

/// Returns the squares that knights on these squares attack, with one jump to each direction.
#[inline(always)]
pub(crate) fn jumps(knights: Bitboard) -> Lanes {
    const DISTANCES: Quad = Quad::new([17, 10, 15, 6]);
    const WEST_1: u64 = NOT_FILE_H;
    const WEST_2: u64 = WEST_1 & WEST_1 >> 1;
    const EAST_1: u64 = NOT_FILE_A;
    const EAST_2: u64 = EAST_1 & EAST_1 << 1;
    let knights = Quad::new([knights.0; 4]);
    Lanes {
        up: knights.left(DISTANCES).and(Quad::new([EAST_1, EAST_2, WEST_1, WEST_2])),
        down: knights.right(DISTANCES).and(Quad::new([WEST_1, WEST_2, EAST_1, EAST_2])),
    }
}

/// The empty squares, prepared for fills: the squares for which one, two and four steps back are
/// empty as well.
#[derive(Clone, Copy)]
pub(crate) struct Paths {
    one: Lanes,
    two: Lanes,
    four: Lanes,
}

impl Paths {
    #[inline(always)]
    pub(crate) fn new(empty: Bitboard) -> Paths {
        let one = ON_BOARD.and(Lanes::all(empty));
        let two = one.and(one.steps::<1>());
        let four = two.and(two.steps::<2>());
        Paths { one, two, four }
    }

    /// Returns the squares that sliders on `from` attack: the empty squares and the first occupied
    /// one.
    #[inline(always)]
    pub(crate) fn slide(&self, from: Lanes) -> Lanes {
        let reached = from.or(from.steps::<1>().and(self.one));
        let reached = reached.or(reached.steps::<2>().and(self.two));
        let reached = reached.or(reached.steps::<4>().and(self.four));
        reached.steps::<1>().and(ON_BOARD)
    }
}
