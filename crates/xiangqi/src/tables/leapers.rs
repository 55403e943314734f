//! Horses and elephants with what blocks them, advisors, generals and soldiers.

use crate::square::SQUARES;
use crate::{Color, Set, Square};

/// The steps west, south, east and north, in the order of [`Lines::neighbours`](super::lines::Lines).
const STRAIGHT: [(i8, i8); 4] = [(-1, 0), (0, -1), (1, 0), (0, 1)];
/// The steps south-west, north-west, south-east and north-east, in the order of
/// [`Lines::diagonals`](super::lines::Lines).
const DIAGONAL: [(i8, i8); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

/// By square, and by which of four neighbours are occupied.
type Blocked = [[Set; 16]; SQUARES];

/// By square, where a piece gets over each of four neighbours.
type Ways = [[Set; 4]; SQUARES];

/// Where a horse can go, by square and [`neighbours`](super::lines::Lines::neighbours): its legs. A step
/// `(1, 0)` leads to `(2, 1)` and `(2, -1)`.
pub(crate) static HORSE: Blocked =
    unless_occupied(&ways(STRAIGHT, [[2, 1, 1, 2], [2, -1, -1, 2]], false));

/// From where a horse attacks a square, by square and
/// [`diagonals`](super::lines::Lines::diagonals): the legs of those horses.
pub(crate) static HORSE_TO: Blocked = unless_occupied(&HORSES_BEHIND);

/// The two places of horses that attack a square over its diagonal neighbour 0 to 3: over `(1, 1)` those on
/// `(2, 1)` and `(1, 2)`.
pub(crate) static HORSES_BEHIND: Ways = ways(DIAGONAL, [[2, 0, 0, 1], [1, 0, 0, 2]], false);

/// Where an elephant can go, by square and [`diagonals`](super::lines::Lines::diagonals): its eyes.
/// It does not cross the river.
pub(crate) static ELEPHANT: Blocked =
    unless_occupied(&ways(DIAGONAL, [[2, 0, 0, 2], [2, 0, 0, 2]], true));

/// What is reached over a step: the two `ends` are its images under these matrices, row by row.
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

/// The ways over neighbours that are free.
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

/// The diagonal neighbour 0 to 3 of a square.
#[inline(always)]
pub(crate) const fn diagonal(square: Square, index: usize) -> Option<Square> {
    let (files, ranks) = DIAGONAL[index];
    square.offset(files, ranks)
}

/// Where an advisor can go. Empty outside the palaces.
pub(crate) static ADVISOR: [Set; SQUARES] = in_palace(DIAGONAL);
/// Where a general can go. Empty outside the palaces.
pub(crate) static GENERAL: [Set; SQUARES] = in_palace(STRAIGHT);

/// Where a soldier can go, by side.
pub(crate) static SOLDIER: [[Set; SQUARES]; 2] = [soldiers(Color::Red), soldiers(Color::Black)];

/// From where a soldier of a side attacks a square.
pub(crate) static SOLDIER_TO: [[Set; SQUARES]; 2] = {
    let mut table = [[Set::EMPTY; SQUARES]; 2];
    let mut i = 0;
    while i < 2 * SQUARES * SQUARES {
        let (color, from, to) = (i / SQUARES / SQUARES, i / SQUARES % SQUARES, i % SQUARES);
        if SOLDIER[color][from].has(Square::new(to as u8)) {
            table[color][to] = table[color][to].with(Square::new(from as u8));
        }
        i += 1;
    }
    table
};

/// Where pieces of a kind can ever stand.
pub(crate) mod places {
    use super::{ADVISOR, ELEPHANT, GENERAL, SOLDIER};
    use crate::{Color, Kind, Set, Square};

    /// The squares that a piece can reach from where it stands at the start.
    pub(crate) fn of(color: Color, kind: Kind) -> Set {
        let start = |file: u8| Square::at(file, 0).relative_to(color);
        match kind {
            Kind::General => closure(start(4), |square| GENERAL[square.index()]),
            Kind::Advisor => closure(start(3), |square| ADVISOR[square.index()]),
            Kind::Elephant => closure(start(2), |square| ELEPHANT[square.index()][0]),
            Kind::Soldier => [0, 2, 4, 6, 8]
                .map(|file| Square::at(file, 3).relative_to(color))
                .map(|start| closure(start, |square| SOLDIER[color.index()][square.index()]))
                .into_iter()
                .fold(Set::EMPTY, |all, some| all | some),
            Kind::Horse | Kind::Cannon | Kind::Rook => Set::ALL,
        }
    }

    fn closure(start: Square, moves: impl Fn(Square) -> Set) -> Set {
        let mut reached = Set::of(start);
        loop {
            let further = reached.into_iter().fold(reached, |all, square| all | moves(square));
            if further == reached {
                return reached;
            }
            reached = further;
        }
    }
}

const fn and(set: Set, square: Option<Square>) -> Set {
    match square {
        Some(square) => set.with(square),
        None => set,
    }
}

const fn is_in_palace(square: Square) -> bool {
    3 <= square.file() && square.file() <= 5 && (square.rank() <= 2 || square.rank() >= 7)
}

const fn in_palace(steps: [(i8, i8); 4]) -> [Set; SQUARES] {
    let mut table = [Set::EMPTY; SQUARES];
    let mut i = 0;
    while i < SQUARES * 4 {
        let from = Square::new((i / 4) as u8);
        let (files, ranks) = steps[i % 4];
        if let Some(to) = from.offset(files, ranks)
            && is_in_palace(from)
            && is_in_palace(to)
        {
            table[i / 4] = table[i / 4].with(to);
        }
        i += 1;
    }
    table
}

const fn soldiers(color: Color) -> [Set; SQUARES] {
    let mut table = [Set::EMPTY; SQUARES];
    let forward = match color {
        Color::Red => 1,
        Color::Black => -1,
    };
    let mut i = 0;
    while i < SQUARES {
        let from = Square::new(i as u8);
        table[i] = and(table[i], from.offset(0, forward));
        if !from.is_home_of(color) {
            table[i] = and(table[i], from.offset(-1, 0));
            table[i] = and(table[i], from.offset(1, 0));
        }
        i += 1;
    }
    table
}
