//! Tables of rows and columns: rooks, cannons, and the squares between two squares.
//!
//! The occupancy of a row has nine bits, the occupancy of a column ten. So a table by place and
//! occupancy is small and needs no magic numbers: three tables of 9 KiB for rows, three of 20 KiB
//! for columns.

use cleave_shared_memory::Plain;

use super::leapers::STRAIGHT;
use crate::square::{FILES, RANKS, SQUARES};
use crate::{Set, Square};

/// The number of pieces that are jumped over.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Screens {
    /// All squares up to and including the first piece: a rook's destinations.
    None = 0,
    /// The second piece in each direction: a cannon's captures.
    One = 1,
    /// The third piece in each direction: a cannon's captures after a piece between has left.
    Two = 2,
}

/// The occupied squares of each row and column.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Plain)]
pub(crate) struct Lines {
    rows: [u16; RANKS as usize],
    columns: [u16; FILES as usize],
}

impl Lines {
    /// Changes a square from empty to occupied or back.
    #[inline(always)]
    pub(crate) fn toggle(&mut self, square: Square) {
        self.rows[square.rank() as usize] ^= 1 << square.file();
        self.columns[square.file() as usize] ^= 1 << square.rank();
    }

    /// Returns these lines after a piece has moved. `to` may have been occupied.
    #[inline(always)]
    pub(crate) fn after(mut self, from: Square, to: Square) -> Lines {
        self.toggle(from);
        self.rows[to.rank() as usize] |= 1 << to.file();
        self.columns[to.file() as usize] |= 1 << to.rank();
        self
    }

    /// Returns the squares that a piece on `square` reaches along its row and column over
    /// `screens`.
    #[inline(always)]
    pub(crate) fn reach(&self, square: Square, screens: Screens) -> Set {
        let (file, rank) = (square.file() as usize, square.rank() as usize);
        let row = ROWS[screens as usize][file][self.rows[rank] as usize & 0x1ff];
        let column = COLUMNS[screens as usize][rank][self.columns[file] as usize & 0x3ff];
        Set(u128::from(row) << (rank * FILES as usize) | COLUMN_SQUARES[column as usize] << file)
    }

    /// Returns the occupied neighbours west, south, east and north, as bits 0 to 3.
    #[inline(always)]
    pub(crate) fn neighbours(&self, square: Square) -> usize {
        let row = self.rows[square.rank() as usize] << 1 >> square.file() & 0b101;
        let column = self.columns[square.file() as usize] << 1 >> square.rank() & 0b101;
        (row | column << 1) as usize
    }

    /// Returns the occupied diagonal neighbours south-west, north-west, south-east and north-east,
    /// as bits 0 to 3.
    #[inline(always)]
    pub(crate) fn diagonals(&self, square: Square) -> usize {
        let rank = square.rank() as usize;
        let of_row = |row: Option<&u16>| row.map_or(0, |row| row << 1 >> square.file() & 0b101);
        let south = of_row(self.rows.get(rank.wrapping_sub(1)));
        let north = of_row(self.rows.get(rank + 1));
        (south | north << 1) as usize
    }
}

/// Returns the places that a piece at place `at` of a line of `length` squares reaches.
const fn reach(at: usize, occupied: usize, length: usize, screens: usize) -> u16 {
    let mut reached = 0;
    let mut direction = -1;
    while direction <= 1 {
        let (mut place, mut met) = (at as isize + direction, 0);
        while place >= 0 && place < length as isize && met <= screens {
            let is_occupied = occupied >> place & 1 != 0;
            if screens == 0 || (is_occupied && met == screens) {
                reached |= 1 << place;
            }
            met += is_occupied as usize;
            place += direction;
        }
        direction += 2;
    }
    reached
}

const fn reaches<const PLACES: usize, const OCCUPANCIES: usize>()
-> [[[u16; OCCUPANCIES]; PLACES]; 3] {
    let mut table = [[[0; OCCUPANCIES]; PLACES]; 3];
    let mut i = 0;
    while i < 3 * PLACES * OCCUPANCIES {
        let (screens, at, occupied) =
            (i / OCCUPANCIES / PLACES, i / OCCUPANCIES % PLACES, i % OCCUPANCIES);
        table[screens][at][occupied] = reach(at, occupied, PLACES, screens);
        i += 1;
    }
    table
}

#[allow(long_running_const_eval)]
static ROWS: [[[u16; 512]; FILES as usize]; 3] = reaches();
#[allow(long_running_const_eval)]
static COLUMNS: [[[u16; 1024]; RANKS as usize]; 3] = reaches();

/// The squares of the first column for the bits of a column.
static COLUMN_SQUARES: [u128; 1024] = {
    let mut squares = [0; 1024];
    let mut bits = 0;
    while bits < 1024 {
        let mut rank = 0;
        while rank < RANKS as usize {
            squares[bits] |= ((bits >> rank & 1) as u128) << (rank * FILES as usize);
            rank += 1;
        }
        bits += 1;
    }
    squares
};

/// Returns the squares strictly between two squares of one row or column, or none for other
/// squares.
#[inline(always)]
pub(crate) fn between(one: Square, other: Square) -> Set {
    BETWEEN[one.index()][other.index()]
}

static BETWEEN: [[Set; SQUARES]; SQUARES] = {
    let mut table = [[Set::EMPTY; SQUARES]; SQUARES];
    let mut i = 0;
    while i < SQUARES * 4 {
        let start = Square::new((i / 4) as u8);
        let (files, ranks) = STRAIGHT[i % 4];
        let mut passed = Set::EMPTY;
        let mut next = start.offset(files, ranks);
        while let Some(square) = next {
            table[start.index()][square.index()] = passed;
            passed = passed.with(square);
            next = square.offset(files, ranks);
        }
        i += 1;
    }
    table
};
