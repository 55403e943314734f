//! Sliding in eight directions at once.
//!
//! A slider's attack in one direction is a *fill*: start at the slider, step again and again over
//! empty squares, take the square after. Three steps of doubling length do it (Kogge and Stone 1973,
//! for carries in adders; brought to chess by Steffan Westcott). One fill alone loses against a table
//! look-up; but the eight directions are eight words, two vector registers ([`Quad`]), and *all*
//! sliders of a side are done in all directions in some twenty-five instructions, with no loop over
//! pieces, hence no loop end to mispredict.
//!
//! No square is attacked twice in one direction (a ray stops at the first piece), so the number of
//! slider moves is the sum of the bits of the eight words.

use cleave_board::Bitboard;

use crate::quad::Quad;

/// The four lines through a square; each is two directions, up (towards h8) and down.
#[derive(Clone, Copy)]
pub(crate) enum Line {
    File = 0,
    Rank = 1,
    /// a1 to h8 and its parallels.
    Rising = 2,
    /// h1 to a8 and its parallels.
    Falling = 3,
}

/// How far `N` steps shift a bitboard along each line, left when going up, right when going down.
const fn shifts<const N: u64>() -> Quad {
    Quad::new([8 * N, N, 9 * N, 7 * N])
}

const NOT_FILE_A: u64 = !Bitboard::FILE_A.0;
const NOT_FILE_H: u64 = !Bitboard::FILE_H.0;

/// Where a step in each direction can arrive. Shifts lose what leaves the board by its first or last
/// rank, but wrap around the other edges.
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
    /// One set for each line: for both its directions.
    #[inline(always)]
    pub(crate) fn by_line(sets: [Bitboard; 4]) -> Lanes {
        let quad = Quad::new(sets.map(|set| set.0));
        Lanes { up: quad, down: quad }
    }

    /// The same set for all directions.
    #[inline(always)]
    pub(crate) fn all(set: Bitboard) -> Lanes {
        Lanes::by_line([set; 4])
    }

    /// One set for the directions of rooks, one for those of bishops.
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

    /// These sets where `condition` has any square in the same direction, nothing elsewhere.
    #[inline(always)]
    pub(crate) fn where_any(self, condition: Lanes) -> Lanes {
        let (up, down) = (condition.up, condition.down);
        Lanes { up: self.up.where_any(up), down: self.down.where_any(down) }
    }

    /// Each set `N` steps on in its direction, some edges wrapping around.
    #[inline(always)]
    fn steps<const N: u64>(self) -> Lanes {
        Lanes { up: self.up.left(shifts::<N>()), down: self.down.right(shifts::<N>()) }
    }

    /// The squares of each line, both directions together.
    #[inline(always)]
    pub(crate) fn lines(self) -> [Bitboard; 4] {
        self.up.or(self.down).words().map(Bitboard)
    }

    /// All squares of all directions.
    #[inline(always)]
    pub(crate) fn union(self) -> Bitboard {
        let [a, b, c, d] = self.lines();
        a | c | (b | d)
    }

    /// The number of squares, counted once for each direction.
    #[inline(always)]
    pub(crate) fn count(self) -> u64 {
        let bits = |quad: Quad| quad.words().map(|word| u64::from(word.count_ones()));
        bits(self.up).into_iter().sum::<u64>() + bits(self.down).into_iter().sum::<u64>()
    }
}

/// What knights on these squares attack, by jump: a knight's eight jumps are eight directions too.
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

/// The empty squares, prepared for fills: those from which one, two and four steps back are empty
/// too.
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

    /// What pieces attack that slide from `from`: over empty squares up to and including the first
    /// square that is not.
    #[inline(always)]
    pub(crate) fn slide(&self, from: Lanes) -> Lanes {
        let reached = from.or(from.steps::<1>().and(self.one));
        let reached = reached.or(reached.steps::<2>().and(self.two));
        let reached = reached.or(reached.steps::<4>().and(self.four));
        reached.steps::<1>().and(ON_BOARD)
    }
}
