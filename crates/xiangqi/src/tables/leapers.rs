//! Tables of horses and elephants, which neighbours can block, and of advisors, generals and
//! soldiers.

use crate::square::SQUARES;
use crate::{Color, Set, Square};

/// The steps west, south, east and north, in the order of [`Lines::neighbours`](super::lines::Lines).
pub(super) const STRAIGHT: [(i8, i8); 4] = [(-1, 0), (0, -1), (1, 0), (0, 1)];
/// The steps south-west, north-west, south-east and north-east, in the order of
/// [`Lines::diagonals`](super::lines::Lines).
const DIAGONAL: [(i8, i8); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

/// Destinations by square and by the occupancy of four neighbours.
type Blocked = [[Set; 16]; SQUARES];

/// Destinations by square, over each of four neighbours.
type Ways = [[Set; 4]; SQUARES];

/// The destinations of a horse, by square and by its legs, the
/// [`neighbours`](super::lines::Lines::neighbours). A step `(1, 0)` leads to `(2, 1)` and
/// `(2, -1)`.
pub(crate) static HORSE: Blocked =
    unless_occupied(&ways(STRAIGHT, [[2, 1, 1, 2], [2, -1, -1, 2]], false));

/// The squares from which a horse attacks a square, by square and by the legs of those horses, the
/// [`diagonals`](super::lines::Lines::diagonals).
pub(crate) static HORSE_TO: Blocked = unless_occupied(&HORSES_BEHIND);

/// The two squares of horses that attack a square over its diagonal neighbour 0 to 3. Over `(1, 1)`
/// they are `(2, 1)` and `(1, 2)`.
pub(crate) static HORSES_BEHIND: Ways = ways(DIAGONAL, [[2, 0, 0, 1], [1, 0, 0, 2]], false);

/// The destinations of an elephant, by square and by its eyes, the
/// [`diagonals`](super::lines::Lines::diagonals). It does not cross the river.
pub(crate) static ELEPHANT: Blocked =
    unless_occupied(&ways(DIAGONAL, [[2, 0, 0, 2], [2, 0, 0, 2]], true));

/// Returns the destinations over each step. The two `ends` are matrices, row by row, that map the
/// step to a destination.
const fn ways(steps: [(i8, i8); 4], ends: [[i8; 4]; 2], stays_home: bool) -> Ways {
    let mut table = [[Set::EMPTY; 4]; SQUARES];
    let mut i = 0;
    while i < SQUARES * 4 * 2 {
        let (from, step) = (Square::new((i / 8) as u8), i / 2 % 4);
        let ((files, ranks), [a, b, c, d]) = (steps[step], ends[i % 2]);
        if let Some(to) = from.offset(a * files + b * ranks, c * files + d * ranks)
            && (!stays_home || from.is_home_of(Color::Red) == to.is_home_of(Color::Red))
        {
            table[i / 8][step] = table[i / 8][step].with(to);
        }
        i += 1;
    }
    table
}

/// Returns the destinations over empty neighbours.
const fn unless_occupied(ways: &Ways) -> Blocked {
    let mut table = [[Set::EMPTY; 16]; SQUARES];
    let mut i = 0;
    while i < SQUARES * 16 * 4 {
        let (square, occupied, neighbour) = (i / 64, i / 4 % 16, i % 4);
        if occupied >> neighbour & 1 == 0 {
            table[square][occupied].0 |= ways[square][neighbour].0;
        }
        i += 1;
    }
    table
}

/// Returns the diagonal neighbour 0 to 3 of a square.
#[inline(always)]
pub(crate) const fn diagonal(square: Square, index: usize) -> Option<Square> {
    let (files, ranks) = DIAGONAL[index];
    square.offset(files, ranks)
}

/// The destinations of an advisor. Empty outside the palaces.
pub(crate) static ADVISOR: [Set; SQUARES] = in_palace(DIAGONAL);
/// The destinations of a general. Empty outside the palaces.
pub(crate) static GENERAL: [Set; SQUARES] = in_palace(STRAIGHT);

/// The destinations of a soldier, by side.
pub(crate) static SOLDIER: [[Set; SQUARES]; 2] =
    [soldiers(Color::Red, 1), soldiers(Color::Black, -1)];

/// The squares from which a soldier of a side attacks a square.
pub(crate) static SOLDIER_TO: [[Set; SQUARES]; 2] =
    [soldiers(Color::Red, -1), soldiers(Color::Black, 1)];

const fn in_palace(steps: [(i8, i8); 4]) -> [Set; SQUARES] {
    let palaces = Set(Set::PALACES[0].0 | Set::PALACES[1].0);
    let mut table = [Set::EMPTY; SQUARES];
    let mut i = 0;
    while i < SQUARES * 4 {
        let from = Square::new((i / 4) as u8);
        let (files, ranks) = steps[i % 4];
        if let Some(to) = from.offset(files, ranks)
            && palaces.has(from)
            && palaces.has(to)
        {
            table[i / 4] = table[i / 4].with(to);
        }
        i += 1;
    }
    table
}

/// Returns the steps of soldiers whose direction is `ahead`. Beyond the river they also go
/// sideways.
const fn soldiers(color: Color, ahead: i8) -> [Set; SQUARES] {
    let mut table = [Set::EMPTY; SQUARES];
    let mut i = 0;
    while i < SQUARES * 3 {
        let from = Square::new((i / 3) as u8);
        let (files, ranks) = [(0, ahead), (-1, 0), (1, 0)][i % 3];
        if let Some(to) = from.offset(files, ranks)
            && (files == 0 || !from.is_home_of(color))
        {
            table[i / 3] = table[i / 3].with(to);
        }
        i += 1;
    }
    table
}
