//! The board as sets of squares: one bit for each square, column by column, from the bottom.

use cleave_mcts::Random;
use cleave_shared_memory::Plain;

/// The number of columns of the board.
pub const COLUMNS: u32 = 7;
/// The number of squares of a column.
pub const ROWS: u32 = 6;

/// The number of bits of a column. The bit above its squares is always empty, so that no row of
/// stones runs from one column into the next.
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

/// The steps from a square to the next one: up, across, and along the two diagonals.
const DIRECTIONS: [u32; 4] = [1, STRIDE, STRIDE - 1, STRIDE + 1];

/// A position, as sets of squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Plain)]
pub struct Position {
    /// The stones of the player to move.
    pub own: u64,
    /// The stones of both players.
    pub all: u64,
}

/// The reason why a list of moves leads to no position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadMoves {
    /// A character is not the number of a column.
    #[error("'{0}' is no column; expected digits from 1 to {COLUMNS}")]
    NoColumn(char),
    /// A column has no room for another stone.
    #[error("move {number} is to column {column}, which is full")]
    Full {
        /// The number of the move, from 1.
        number: usize,
        /// The column, from 1.
        column: u32,
    },
    /// The game has ended before the last move.
    #[error(
        "the game is over after move {0}, which makes four in a row; expected a game under way"
    )]
    Over(usize),
}

impl Position {
    /// The empty board.
    pub const EMPTY: Position = Position { own: 0, all: 0 };

    /// Returns the position after stones in these columns, from 1.
    ///
    /// # Errors
    /// A character is no column, a column is full, or the game is over before the last move.
    pub fn after(columns: &str) -> Result<Position, BadMoves> {
        Position::EMPTY.play_columns(columns)
    }

    /// Returns the position after more stones in these columns, from 1.
    ///
    /// # Errors
    /// A character is no column, a column is full, or the game is over before the last move.
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

    /// Plays `stones` random stones. Returns the position if the game is not over, else `None`.
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

    /// Returns the squares on which a stone can be played.
    pub fn playable(self) -> u64 {
        (self.all + BOTTOM) & BOARD
    }

    /// Returns the position for the opponent, after a stone on this square.
    pub fn play(self, square: u64) -> Position {
        Position { own: self.all ^ self.own, all: self.all | square }
    }

    /// Returns the stones of the opponent.
    pub fn other(self) -> u64 {
        self.all ^ self.own
    }

    /// Returns the empty squares on which one more of these stones makes four in a row.
    pub fn wins(self, stones: u64) -> u64 {
        let ends = DIRECTIONS.into_iter().map(|step| {
            let two_below = stones << step & stones << (2 * step);
            let two_above = stones >> step & stones >> (2 * step);
            two_below & (stones << (3 * step) | stones >> step)
                | two_above & (stones >> (3 * step) | stones << step)
        });
        ends.fold(0, |wins, end| wins | end) & BOARD & !self.all
    }

    /// Returns a number below 2^49 that is unique to the position. Each column has a bit for the
    /// square above the highest stone, and below it bits for the own stones.
    pub fn key(self) -> u64 {
        self.all + BOTTOM + self.own
    }

    /// Returns a number that the position shares only with its mirror image. Both have the same
    /// value.
    pub fn mirror_key(self) -> u64 {
        let key = self.key();
        let mirrored = (0..COLUMNS).fold(0, |mirrored, column| {
            mirrored << STRIDE | key >> (column * STRIDE) & ((1 << STRIDE) - 1)
        });
        key.min(mirrored)
    }

    /// Returns the empty squares.
    pub fn empty(self) -> u64 {
        BOARD & !self.all
    }
}

/// Returns the squares of a column, from 0.
pub fn column_squares(column: u32) -> u64 {
    ((1 << ROWS) - 1) << (column * STRIDE)
}

/// Returns the column of a square, from 0.
pub fn column_of(square: u64) -> u32 {
    square.trailing_zeros() / STRIDE
}

/// Returns true if the squares contain four in a row.
pub fn has_four(squares: u64) -> bool {
    let fours = DIRECTIONS.into_iter().map(|step| {
        let pairs = squares & squares >> step;
        pairs & pairs >> (2 * step)
    });
    fours.fold(0, |all, four| all | four) != 0
}
