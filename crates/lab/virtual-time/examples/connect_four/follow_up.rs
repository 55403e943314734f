//! A bound that needs no search: the best result of the player to move against an opponent who follows up.
//!
//! To *follow up* is to answer each stone with another in the same column, just above it. If every column has an even
//! number of empty squares this is always possible, and it settles the owner of each square. The player to move gets
//! the odd rows, counted from 1 below, and the follower the even ones.
//!
//! ```text
//!   6  f f f f f f f      f: the follower's stones in the end
//!   5  m m m m m m m      m: those of the player to move
//!   4  f f f f f f f
//!   3  m m m m m m m
//!   2  f f f # f f f      #: stones that are there already, of either player
//!   1  m m m # m m m
//! ```
//!
//! If no four in a row can be made of the squares that the player to move has or gets, it cannot
//! win. If the follower has four in a row in the end, it loses. Allis calls the first half of this
//! the rule of *claimeven* (V. Allis, "A Knowledge-Based Approach of Connect-Four", 1988). Here it
//! holds for either player, and for columns with an odd number of empty squares in two cases:
//!
//! * The follower wins on a square that it gets by following up. The column ends there: at the
//!   latest when all others are full the player to move must play just below that square.
//! * There is another such column. Their lowest empty squares make a pair, which Allis calls
//!   *baseinverse*: when the player to move takes one the follower takes the other, and from then
//!   on it follows up in both.

use cleave_games::connect_four::{BOTTOM, Position, column_of, column_squares, has_four};

/// The rows 1, 3 and 5.
const ODD_ROWS: u64 = BOTTOM * 0b01_0101;
/// The rows 2, 4 and 6.
const EVEN_ROWS: u64 = BOTTOM * 0b10_1010;

/// Returns an upper bound on the value for the player to move: 1, which says nothing, 0 or -1.
pub(crate) fn limit(position: Position) -> i8 {
    let empty = position.empty();
    let wins = position.wins(position.other()) & ODD_ROWS;
    let mut end = End {
        mover: position.own | empty & ODD_ROWS,
        follower: position.other() | empty & EVEN_ROWS,
        is_decided: false,
    };
    // The lowest empty squares of the columns that have an odd number of them.
    let lowest_of_odd = position.playable() & EVEN_ROWS;
    let mut unpaired = lowest_of_odd;
    for square in each(lowest_of_odd) {
        let column = empty & column_squares(column_of(square));
        if wins & column != 0 {
            end.close(column, lowest(wins & column));
            unpaired ^= square;
        }
    }
    end.mover &= !unpaired;
    end.follower &= !unpaired;
    match can_pair(end.mover, unpaired) {
        false => 1,
        true if end.is_decided || has_four(end.follower) => -1,
        true => 0,
    }
}

/// The squares that each player will have, as far as they are settled.
struct End {
    mover: u64,
    follower: u64,
    /// The player to move must play below a square on which the follower wins.
    is_decided: bool,
}

impl End {
    /// In a column with these empty squares, an odd number of them, the follower wins on `win`, a square in an odd row.
    /// The squares below it are shared out, and those above are never played on.
    fn close(&mut self, column: u64, win: u64) {
        let below = column & (win - 1);
        self.mover = self.mover & !column | below & EVEN_ROWS;
        self.follower = self.follower & !column | below & ODD_ROWS;
        self.is_decided = true;
    }
}

/// Returns true if the follower can pair these squares so that the player to move makes no four in a row, with any
/// square of each pair. Six of them are not tried.
fn can_pair(mover: u64, unpaired: u64) -> bool {
    if has_four(mover) || !matches!(unpaired.count_ones(), 0 | 2 | 4) {
        return false;
    }
    let first = lowest(unpaired);
    let is_harmless = |partner| {
        let others = unpaired ^ first ^ partner;
        let other = [lowest(others), others ^ lowest(others)];
        let has_none = |square| other.iter().all(|other| !has_four(mover | square | other));
        has_none(first) && has_none(partner)
    };
    unpaired == 0 || each(unpaired ^ first).any(is_harmless)
}

fn lowest(squares: u64) -> u64 {
    squares & squares.wrapping_neg()
}

/// One square after the other.
fn each(squares: u64) -> impl Iterator<Item = u64> {
    std::iter::successors(Some(squares), |rest| Some(rest & rest.wrapping_sub(1)))
        .take_while(|&rest| rest != 0)
        .map(lowest)
}
