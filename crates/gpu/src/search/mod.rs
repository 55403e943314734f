//! Searches for the best move that leave the lower tree to lanes.
//!
//! A lane answers a yes-or-no question, so a value takes many questions. [`Windows`] asks about every root move and
//! every window at once, as the source of the idea does ([`crate::rows`]). [`Batch`] searches the upper plies on the
//! CPU and asks only the questions that this tree needs next, thousands at a time. Both find the exact minimax value.
//! With the rule [`crate::Rules::together`] a group of lanes on one path answers each question, instead of a single
//! lane.

mod batch;
mod upper;
mod windows;

use std::time::Duration;

use cleave_board::{Key, Move, Position};
use cleave_movegen::legal_moves;

use crate::twin::Known;
use crate::{Answer, DeviceError, Packed, Test, Tester};

pub use batch::Batch;
pub use windows::Windows;

/// The position to search, and the positions before it.
pub struct Root {
    /// The position.
    pub position: Position,
    /// The keys of the game's positions. Reaching one again is a draw.
    pub history: Vec<Key>,
}

/// The limits of a search.
pub struct Limits<'a> {
    /// The last depth to search.
    pub depth: u32,
    /// Called every few milliseconds. It returns true to end the search.
    pub stop: &'a dyn Fn() -> bool,
}

/// The result of a depth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The depth in plies.
    pub depth: u32,
    /// The value for the side to move, in hundredths of a pawn.
    pub value: i32,
    /// The best move.
    pub best: Move,
    /// The number of moves that lanes have made so far, in all depths.
    pub nodes: u64,
    /// The number of questions asked so far.
    pub tests: u64,
}

/// A way to search.
pub trait SearchMethod {
    /// Searches one depth after the other and reports each result. Returns the result of the last finished depth, or
    /// `None` if there is no legal move or no depth was finished.
    fn run(
        &mut self,
        root: &Root,
        limits: &Limits,
        tester: &mut dyn Tester,
        tell: &mut dyn FnMut(&Found),
    ) -> Result<Option<Found>, DeviceError>;
}

/// The time between two looks at the clock.
const MOMENT: Duration = Duration::from_millis(4);

/// Waits for the answers of a slot. Returns `None` if the search is stopped before.
fn wait(
    tester: &mut dyn Tester,
    slot: usize,
    limits: &Limits,
) -> Result<Option<Vec<Answer>>, DeviceError> {
    while !(limits.stop)() {
        if let Some(answers) = tester.answers(slot, MOMENT)? {
            return Ok(Some(answers));
        }
    }
    Ok(None)
}

/// Returns the question whether a move to `child` is worth at least `bound`. It is asked for the other side, so its
/// "yes" means "no".
fn question(child: &Position, bound: i32, depth: u32) -> Test {
    Test { position: Packed::new(child), bound: 1 - bound, depth }
}

/// Returns the value of a position that needs no search: a draw, or no legal move with plies left.
fn ended(root: &Root, position: &Position, remaining: u32) -> Option<i32> {
    if root.history.contains(&position.key()) || position.is_insufficient_material() {
        return Some(0);
    }
    if remaining > 0 && legal_moves(position).is_empty() {
        return Some(if position.in_check() { -(crate::MATE + remaining as i32) } else { 0 });
    }
    (position.halfmove_clock() >= 100).then_some(0)
}

/// Converts bounds for one side to bounds for the other.
const fn turned(known: Known) -> Known {
    Known { low: -known.high, high: -known.low }
}
