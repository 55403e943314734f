//! The board as sets of squares: a bit for each, column by column from below.

use cleave_mcts::Random;
use cleave_shared_memory::Plain;

/// Columns of the board.
pub const COLUMNS: u32 = 7;
/// Squares of a column.
pub const ROWS: u32 = 6;

/// Bits of a column: one above its squares stays empty, so that no row of stones runs from one
/// column into the next.
const STRIDE: u32 = ROWS + 1;

/// The lowest square of every column.
pub const BOTTOM: u64 = {
    let (mut squares, mut column) = (0, 0);
    while column < COLUMNS {
        squares |= 1 << (column * STRIDE);
        column += 1;
    }
    squares
};

/// All squares.
pub const BOARD: u64 = BOTTOM * ((1 << ROWS) - 1);

/// From a square to the next one up, across, and along the two diagonals.
const DIRECTIONS: [u32; 4] = [1, STRIDE, STRIDE - 1, STRIDE + 1];

/// A position, as sets of squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Plain)]
pub struct Position {
    /// The stones of the player to move.
    pub own: u64,
    /// The stones of both.
    pub all: u64,
}

/// Why a list of moves leads to no position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadMoves {
    /// A character is not the number of a column.
    #[error("'{0}' is no column; expected digits from 1 to {COLUMNS}")]
    NoColumn(char),
    /// A column has no room for another stone.
    #[error("move {number} is to column {column}, which is full")]
    Full {
        /// Of the move, from 1.
        number: usize,
        /// From 1.
        column: u32,
    },
    /// There is a move after the last one.
    #[error(
        "the game is over after move {0}, which makes four in a row; expected a game under way"
    )]
    Over(usize),
}

impl Position {
    /// The empty board.
    pub const EMPTY: Position = Position { own: 0, all: 0 };

    /// The position after stones in these columns, from 1.
    ///
    /// # Errors
    /// A character is not such a digit, a column is full, or the game is over before.
    pub fn after(columns: &str) -> Result<Position, BadMoves> {
        Position::EMPTY.play_columns(columns)
    }

    /// The position after more stones in these columns, from 1.
    ///
    /// # Errors
    /// As [`Position::after`].
    pub fn play_columns(self, columns: &str) -> Result<Position, BadMoves> {
        let mut position = self;
        for (number, digit) in (1..).zip(columns.chars()) {
            let column = digit.to_digit(10).filter(|column| (1..=COLUMNS).contains(column));
            let column = column.ok_or(BadMoves::NoColumn(digit))?;
            let square = position.playable() & column_squares(column - 1);
            if square == 0 {
                return Err(BadMoves::Full { number, column });
            }
            if position.wins(position.own) & square != 0 {
                return Err(BadMoves::Over(number));
            }
            position = position.play(square);
        }
        Ok(position)
    }

    /// A position with this many stones, played at random, in which the game goes on. `None` if it ended
    /// before.
    pub fn random(stones: u32, random: &mut Random) -> Option<Position> {
        let mut position = Position::EMPTY;
        for _ in 0..stones {
            let playable = position.playable();
            let open = (0..COLUMNS).map(|column| playable & column_squares(column));
            let open: Vec<u64> = open.filter(|&square| square != 0).collect();
            position = position.play(*open.get(random.below(open.len() as u32) as usize)?);
            if has_four(position.other()) {
                return None;
            }
        }
        (position.playable() != 0).then_some(position)
    }

    /// The squares on which a stone can be played.
    pub fn playable(self) -> u64 {
        (self.all + BOTTOM) & BOARD
    }

    /// The position for the opponent, after a stone on this square.
    pub fn play(self, square: u64) -> Position {
        Position { own: self.all ^ self.own, all: self.all | square }
    }

    /// The stones of the opponent.
    pub fn other(self) -> u64 {
        self.all ^ self.own
    }

    /// The empty squares on which one more of these stones makes four in a row.
    pub fn wins(self, stones: u64) -> u64 {
        let ends = DIRECTIONS.into_iter().map(|step| {
            let two_below = stones << step & stones << (2 * step);
            let two_above = stones >> step & stones >> (2 * step);
            two_below & (stones << (3 * step) | stones >> step)
                | two_above & (stones >> (3 * step) | stones << step)
        });
        ends.fold(0, |wins, end| wins | end) & BOARD & !self.all
    }

    /// A number that no other position has, below 2^49: in each column the square above the highest
    /// stone, and below it the own stones.
    pub fn key(self) -> u64 {
        self.all + BOTTOM + self.own
    }

    /// A number that only the mirror image of this position has, too, which has the same value.
    pub fn mirror_key(self) -> u64 {
        let key = self.key();
        let mirrored = (0..COLUMNS).fold(0, |mirrored, column| {
            mirrored << STRIDE | key >> (column * STRIDE) & ((1 << STRIDE) - 1)
        });
        key.min(mirrored)
    }

    /// The empty squares.
    pub fn empty(self) -> u64 {
        BOARD & !self.all
    }
}

/// The squares of a column, from 0.
pub fn column_squares(column: u32) -> u64 {
    ((1 << ROWS) - 1) << (column * STRIDE)
}

/// The column of a square, from 0.
pub fn column_of(square: u64) -> u32 {
    square.trailing_zeros() / STRIDE
}

/// True if there are four in a row among these squares.
pub fn has_four(squares: u64) -> bool {
    let fours = DIRECTIONS.into_iter().map(|step| {
        let pairs = squares & squares >> step;
        pairs & pairs >> (2 * step)
    });
    fours.fold(0, |all, four| all | four) != 0
}
