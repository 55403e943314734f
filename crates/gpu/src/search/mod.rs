//! Searches for the best move that leave the tree below to lanes.
//!
//! A lane answers a yes-or-no question, so a value comes from many of them. [`Windows`] asks about every root move
//! and every window at once, as the source has it ([`crate::rows`]). [`Batch`] searches the upper plies here and asks
//! only what that tree needs next, thousands of questions at a time. Both find the exact minimax value; with the rule
//! [`crate::Rules::together`] each question is answered by a group of lanes on one path instead of by a lane.

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

/// The position to search, and those before it.
pub struct Root {
    /// The position.
    pub position: Position,
    /// The keys of the game's positions: reaching one again is a draw.
    pub history: Vec<Key>,
}

/// When to stop.
pub struct Limits<'a> {
    /// The last depth that is searched.
    pub depth: u32,
    /// Asked every few milliseconds; true ends the search.
    pub stop: &'a dyn Fn() -> bool,
}

/// What a depth has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The plies.
    pub depth: u32,
    /// The value for the side to move, in hundredths of a pawn.
    pub value: i32,
    /// The best move.
    pub best: Move,
    /// Moves that lanes have made so far, in all depths.
    pub nodes: u64,
    /// Questions asked so far.
    pub tests: u64,
}

/// A way to search.
pub trait SearchMethod {
    /// Searches one depth after the other and tells what each finds. Returns the last that was finished, `None`
    /// if there is no legal move or no depth was finished.
    fn run(
        &mut self,
        root: &Root,
        limits: &Limits,
        tester: &mut dyn Tester,
        tell: &mut dyn FnMut(&Found),
    ) -> Result<Option<Found>, DeviceError>;
}

/// How long to wait between two looks at the clock.
const MOMENT: Duration = Duration::from_millis(4);

/// Waits for the answers of a slot; `None` if the search is stopped before.
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

/// The question whether a move to `child` is worth at least `bound`, put to the other side, whose "yes" is
/// a "no".
fn question(child: &Position, bound: i32, depth: u32) -> Test {
    Test { position: Packed::new(child), bound: 1 - bound, depth }
}

/// The value of a position that needs no search: a draw, or no legal move with plies left.
fn ended(root: &Root, position: &Position, remaining: u32) -> Option<i32> {
    if root.history.contains(&position.key()) || position.is_insufficient_material() {
        return Some(0);
    }
    if remaining > 0 && legal_moves(position).is_empty() {
        return Some(if position.in_check() { -(crate::MATE + remaining as i32) } else { 0 });
    }
    (position.halfmove_clock() >= 100).then_some(0)
}

/// What is known for one side as it is for the other.
const fn turned(known: Known) -> Known {
    Known { low: -known.high, high: -known.low }
}
