//! The board as sets of squares: a bit for each, column by column from below.

use cleave_shared_memory::Plain;

/// Columns of the board.
pub(crate) const COLUMNS: u32 = 7;
/// Squares of a column.
pub(crate) const ROWS: u32 = 6;

/// Bits of a column: one above its squares stays empty, so that no row of stones runs from one column
/// into the next.
pub(crate) const STRIDE: u32 = ROWS + 1;

/// The lowest square of every column.
const BOTTOM: u64 = {
    let (mut squares, mut column) = (0, 0);
    while column < COLUMNS {
        squares |= 1 << (column * STRIDE);
        column += 1;
    }
    squares
};

/// All squares.
const BOARD: u64 = BOTTOM * ((1 << ROWS) - 1);

/// From a square to the next one up, across, and along the two diagonals.
const DIRECTIONS: [u32; 4] = [1, STRIDE, STRIDE - 1, STRIDE + 1];

/// A position, as sets of squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Plain)]
pub(crate) struct Position {
    /// The stones of the player to move.
    pub(crate) own: u64,
    /// The stones of both.
    pub(crate) all: u64,
}

impl Position {
    /// The empty board.
    pub(crate) const EMPTY: Position = Position { own: 0, all: 0 };

    /// The position after these columns, from 1; `None` if one of them is full or is none, or the game is
    /// over by then.
    pub(crate) fn after(columns: &str) -> Option<Position> {
        columns.chars().try_fold(Position::EMPTY, |position, column| {
            let column = column.to_digit(10).filter(|column| (1..=COLUMNS).contains(column))? - 1;
            let square = position.playable() & (((1 << ROWS) - 1) << (column * STRIDE));
            let is_over = position.wins(position.own) & square != 0;
            (square != 0 && !is_over).then(|| position.play(square))
        })
    }

    /// The squares on which a stone can be played.
    pub(crate) fn playable(self) -> u64 {
        (self.all + BOTTOM) & BOARD
    }

    /// The position for the opponent, after a stone on this square.
    pub(crate) fn play(self, square: u64) -> Position {
        Position { own: self.all ^ self.own, all: self.all | square }
    }

    /// The empty squares on which one more of these stones makes four in a row.
    pub(crate) fn wins(self, stones: u64) -> u64 {
        let ends = DIRECTIONS.into_iter().map(|step| {
            let two_below = stones << step & stones << (2 * step);
            let two_above = stones >> step & stones >> (2 * step);
            two_below & (stones << (3 * step) | stones >> step)
                | two_above & (stones >> (3 * step) | stones << step)
        });
        ends.fold(0, |wins, end| wins | end) & BOARD & !self.all
    }

    /// A number that no other position has, below 2^49: in each column the square above the highest stone,
    /// and below it the own stones.
    pub(crate) fn key(self) -> u64 {
        self.all + BOTTOM + self.own
    }

    /// How many squares are empty.
    pub(crate) fn empty_squares(self) -> i32 {
        (BOARD & !self.all).count_ones() as i32
    }
}
