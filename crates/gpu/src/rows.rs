//! The table of moves: every way in which a piece of chess moves is one row.
//!
//! The generator knows no pieces. For each row it takes the row's pieces, moves them up to `most` steps in the row's
//! direction over empty squares, and keeps the squares that the condition allows. The idea comes from a plan for a
//! chess program on graphics processors (chessgpgpu.blogspot.com). There every lane runs the same instructions on other
//! rows. So a condition is a set of squares, not an `if`.

use crate::direction::{
    EAST, LINES, NORTH, NORTH_EAST, NORTH_WEST, SOUTH, SOUTH_EAST, SOUTH_WEST, WEST,
};

/// One way to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// The pieces of the row: a sum of [`pieces`].
    pub pieces: u32,
    /// The directions of White and of Black.
    directions: [usize; 2],
    /// The maximum number of steps: 1, 2 or 7.
    pub most: u32,
    /// The conditions on the destination: a sum of [`condition`].
    pub condition: u32,
    /// The action in addition to the step.
    pub action: u32,
}

/// The pieces of a row.
pub mod pieces {
    /// Pawns.
    pub const PAWN: u32 = 1;
    /// Knights.
    pub const KNIGHT: u32 = 2;
    /// Bishops and queens.
    pub const DIAGONAL: u32 = 4;
    /// Rooks and queens.
    pub const STRAIGHT: u32 = 8;
    /// The king.
    pub const KING: u32 = 16;
}

/// The conditions on a destination: one of the first four, and all of the others.
pub mod condition {
    /// An empty square.
    pub const EMPTY: u32 = 1;
    /// An enemy piece.
    pub const ENEMY: u32 = 2;
    /// The square over which a pawn has just stepped. The moving pawn must be able to capture it legally.
    pub const PASSING: u32 = 4;
    /// Our rook, with which castling is legal.
    pub const CASTLING: u32 = 8;
    /// The last rank.
    pub const LAST: u32 = 16;
    /// Not the last rank.
    pub const BEFORE_LAST: u32 = 32;
    /// The fourth rank, from the second.
    pub const FROM_HOME: u32 = 64;
    /// Not attacked. Only the king has this condition. Destinations of other pieces must answer a check instead.
    pub const SAFE: u32 = 128;
}

/// The action of a move, in addition to going from one square to another.
pub mod action {
    /// Nothing.
    pub const STEP: u32 = 0;
    /// Steps over a square, on which the pawn may be captured.
    pub const DOUBLE: u32 = 1;
    /// Captures a pawn next to the origin, behind the destination.
    pub const PASSING: u32 = 2;
    /// Castles. The destination is the rook's square.
    pub const CASTLING: u32 = 3;
    /// Promotes to one of four pieces.
    pub const PROMOTION: u32 = 4;
}

impl Row {
    const NONE: Row = Row { pieces: 0, directions: [0; 2], most: 0, condition: 0, action: 0 };

    const fn pawn(directions: [usize; 2], condition: u32, action: u32) -> Row {
        let most = if action == action::DOUBLE { 2 } else { 1 };
        Row { pieces: pieces::PAWN, directions, most, condition, action }
    }

    const fn piece(pieces: u32, direction: usize, most: u32) -> Row {
        let condition = condition::EMPTY | condition::ENEMY;
        Row { pieces, directions: [direction; 2], most, condition, action: action::STEP }
    }

    /// Returns the direction for the side to move. Black's pawns go the other way.
    #[inline(always)]
    pub const fn direction(&self, black: bool) -> usize {
        self.directions[black as usize]
    }

    /// Returns true for moves that are tried together with captures although their destination may be empty.
    pub const fn is_loud(&self) -> bool {
        self.action == action::PASSING || self.action == action::PROMOTION
    }

    /// Packs the row into a word: pieces in bits 0 to 4, steps in 5 to 7, direction in 8 to 11, condition in 12 to 19,
    /// action in 20 to 22.
    pub const fn word(&self, black: bool) -> u32 {
        self.pieces
            | self.most << 5
            | (self.direction(black) as u32) << 8
            | self.condition << 12
            | self.action << 20
    }
}

/// The number of rows.
pub const COUNT: usize = 35;

/// All rows, in the order in which their moves are tried: pawns, knights, sliders, king.
pub const ROWS: [Row; COUNT] = {
    use action::{CASTLING, DOUBLE, PASSING, PROMOTION, STEP};
    use condition::{BEFORE_LAST, EMPTY, ENEMY, FROM_HOME, LAST, SAFE};
    const FORWARD: [usize; 2] = [NORTH, SOUTH];
    const EASTWARD: [usize; 2] = [NORTH_EAST, SOUTH_EAST];
    const WESTWARD: [usize; 2] = [NORTH_WEST, SOUTH_WEST];
    let mut rows = [Row::NONE; COUNT];
    rows[0] = Row::pawn(EASTWARD, ENEMY | LAST, PROMOTION);
    rows[1] = Row::pawn(WESTWARD, ENEMY | LAST, PROMOTION);
    rows[2] = Row::pawn(FORWARD, EMPTY | LAST, PROMOTION);
    rows[3] = Row::pawn(EASTWARD, ENEMY | BEFORE_LAST, STEP);
    rows[4] = Row::pawn(WESTWARD, ENEMY | BEFORE_LAST, STEP);
    rows[5] = Row::pawn(EASTWARD, condition::PASSING, PASSING);
    rows[6] = Row::pawn(WESTWARD, condition::PASSING, PASSING);
    rows[7] = Row::pawn(FORWARD, EMPTY | FROM_HOME, DOUBLE);
    rows[8] = Row::pawn(FORWARD, EMPTY | BEFORE_LAST, STEP);
    let mut d = 0;
    while d < LINES {
        rows[9 + d] = Row::piece(pieces::KNIGHT, LINES + d, 1);
        let slider = if d < LINES / 2 { pieces::STRAIGHT } else { pieces::DIAGONAL };
        rows[17 + d] = Row::piece(slider, d, 7);
        rows[25 + d] = Row::piece(pieces::KING, d, 1);
        rows[25 + d].condition |= SAFE;
        d += 1;
    }
    let castling = Row { condition: condition::CASTLING, action: CASTLING, ..rows[25] };
    rows[33] = Row { directions: [EAST; 2], most: 7, ..castling };
    rows[34] = Row { directions: [WEST; 2], most: 7, ..castling };
    rows
};
