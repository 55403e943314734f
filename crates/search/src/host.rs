//! The two-way street between a running search and the program around it.

use std::time::Duration;

use cleave_board::{Move, Value};

use crate::Clock;

/// What the program around the search does for it while it runs.
pub trait Host {
    /// Called at least a thousand times a second: the place to read input without waiting.
    fn poll(&mut self, status: &Status) -> Signal;

    /// Called for each new best line, and for each bound found on the way.
    fn thinking(&mut self, line: &Thinking);
}

/// What the host wants of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// Search on.
    Continue,
    /// Stop and move.
    Stop,
    /// The opponent has played the expected move: this clock runs from now on.
    PonderHit(Clock),
}

/// Where a search is.
#[derive(Clone, Debug)]
pub struct Status {
    /// The iteration, in plies.
    pub depth: u32,
    /// Nodes searched so far.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// The root move being searched.
    pub current_move: Move,
    /// Its number in the list, from 1.
    pub move_number: usize,
    /// How many root moves there are.
    pub move_count: usize,
}

/// How a reported value is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The value is exact.
    Exact,
    /// The search failed high: the value is at least this.
    AtLeast,
    /// The search failed low: the value is at most this.
    AtMost,
}

/// A line of thinking.
#[derive(Clone, Debug)]
pub struct Thinking {
    /// The iteration, in plies.
    pub depth: u32,
    /// The deepest ply reached.
    pub selective_depth: u32,
    /// Value for the side to move at the root.
    pub value: Value,
    /// How to read the value.
    pub verdict: Verdict,
    /// Which of the best lines this is, from 1.
    pub rank: usize,
    /// Time since the search began.
    pub elapsed: Duration,
    /// Nodes searched so far.
    pub nodes: u64,
    /// Share of the table in use by this search, in permille.
    pub hashfull: u32,
    /// The line, legal from the root on.
    pub line: Vec<Move>,
}
