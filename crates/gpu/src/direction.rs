//! The sixteen directions in which pieces move, as data.

/// A step on the board: a rotation of the 64 squares, and the squares on which the step may arrive. A step off the
/// board arrives on no such square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Direction {
    /// The rotation to the left.
    pub turn: u32,
    /// The squares on which a step may arrive.
    pub board: u64,
}

/// Eight directions of lines, then eight directions of knights. The opposite of `d` is `d ^ 1`. The line of `d` is
/// `d / 2`: vertical, horizontal, diagonal, antidiagonal.
pub const DIRECTIONS: [Direction; 16] = {
    let steps = [
        (0, 1),
        (0, -1),
        (1, 0),
        (-1, 0),
        (1, 1),
        (-1, -1),
        (-1, 1),
        (1, -1),
        (1, 2),
        (-1, -2),
        (2, 1),
        (-2, -1),
        (-1, 2),
        (1, -2),
        (-2, 1),
        (2, -1),
    ];
    let mut directions = [Direction { turn: 0, board: 0 }; 16];
    let mut index = 0;
    while index < 16 {
        directions[index] = Direction::new(steps[index].0, steps[index].1);
        index += 1;
    }
    directions
};

/// The number of directions of lines, in which sliders and kings move.
pub const LINES: usize = 8;
/// The direction of White's pawns.
pub const NORTH: usize = 0;
/// The direction of Black's pawns.
pub const SOUTH: usize = 1;
/// Towards the h-file.
pub const EAST: usize = 2;
/// Towards the a-file.
pub const WEST: usize = 3;
/// A capture of White's pawns towards the h-file.
pub const NORTH_EAST: usize = 4;
/// A capture of Black's pawns towards the a-file.
pub const SOUTH_WEST: usize = 5;
/// A capture of White's pawns towards the a-file.
pub const NORTH_WEST: usize = 6;
/// A capture of Black's pawns towards the h-file.
pub const SOUTH_EAST: usize = 7;

impl Direction {
    const fn new(files: i32, ranks: i32) -> Direction {
        let mut board = 0;
        let mut square = 0;
        while square < 64 {
            let (file, rank) = (square % 8 - files, square / 8 - ranks);
            if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
                board |= 1 << square;
            }
            square += 1;
        }
        Direction { turn: (8 * ranks + files).rem_euclid(64) as u32, board }
    }

    /// Returns the squares that the pieces reach with one step.
    #[inline(always)]
    pub const fn step(self, pieces: u64) -> u64 {
        pieces.rotate_left(self.turn) & self.board
    }

    /// Returns the squares that the pieces reach with 1 to `most` steps (1, 2 or 7) over empty squares. The last square
    /// need not be empty. The fill doubles its length (Kogge and Stone), so three rotations make seven steps.
    #[inline(always)]
    pub const fn ray(self, pieces: u64, empty: u64, most: u32) -> u64 {
        let mut filled = pieces;
        let mut open = empty & self.board & if most > 1 { !0 } else { 0 };
        filled |= open & filled.rotate_left(self.turn);
        open &= open.rotate_left(self.turn) & if most > 2 { !0 } else { 0 };
        filled |= open & filled.rotate_left((2 * self.turn) & 63);
        open &= open.rotate_left((2 * self.turn) & 63);
        filled |= open & filled.rotate_left((4 * self.turn) & 63);
        filled.rotate_left(self.turn) & self.board
    }
}
