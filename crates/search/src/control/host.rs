//! The interface between a running search and the program around it.

use std::time::Duration;

use cleave_board::{Move, Value};

use crate::cluster::Cluster;
use crate::root::value::Verdict;
use cleave_clock::Signal;

/// The functions of the surrounding program that a search calls.
pub trait Host {
    /// Called at least a thousand times a second. May read input, but must not block.
    fn poll(&mut self, status: &Status) -> Signal;

    /// Called for each new best line, and for each bound found before it.
    fn thinking(&mut self, line: &Thinking);

    /// Called when the search has its result. It may still wait for the host. The default does nothing.
    fn has_result(&mut self) {}

    /// Returns the other ranks, if the program is one rank of a cluster. The default has none.
    fn cluster(&mut self) -> Option<&mut dyn Cluster> {
        None
    }
}

/// A host that lets the search run to its limits.
pub struct Undisturbed;

impl Host for Undisturbed {
    fn poll(&mut self, _: &Status) -> Signal {
        Signal::Continue
    }

    fn thinking(&mut self, _: &Thinking) {}
}

/// The state of a running search.
#[derive(Clone, Debug)]
pub struct Status {
    /// The iteration, in plies.
    pub depth: u32,
    /// Nodes searched so far.
    pub nodes: u64,
    /// Positions found in the endgame tables so far.
    pub tablebase_hits: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// The root move being searched.
    pub current_move: Move,
    /// The number of that move, from 1.
    pub move_number: usize,
    /// The number of root moves.
    pub move_count: usize,
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
    /// The rank of this line among the best lines, from 1.
    pub rank: usize,
    /// Time since the search began.
    pub elapsed: Duration,
    /// Nodes searched so far.
    pub nodes: u64,
    /// The share of the table that this search has filled, in permille.
    pub hashfull: u32,
    /// Positions found in the endgame tables so far.
    pub tablebase_hits: u64,
    /// The line, legal from the root on.
    pub line: Vec<Move>,
}

impl Status {
    /// Returns the nodes searched per second so far.
    pub fn speed(&self) -> u64 {
        speed(self.nodes, self.elapsed)
    }
}

impl Thinking {
    /// Returns the nodes searched per second so far.
    pub fn speed(&self) -> u64 {
        speed(self.nodes, self.elapsed)
    }
}

/// Returns nodes per second, rounded down. Less than a millisecond counts as one.
fn speed(nodes: u64, elapsed: Duration) -> u64 {
    let millis = elapsed.as_millis().max(1);
    (u128::from(nodes) * 1000 / millis).try_into().unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speed_is_nodes_a_second() {
        let speed = |nodes, elapsed| {
            let status = Status {
                depth: 1,
                nodes,
                tablebase_hits: 0,
                elapsed,
                current_move: Move::NONE,
                move_number: 1,
                move_count: 20,
            };
            let thinking = Thinking {
                depth: 1,
                selective_depth: 1,
                value: Value::ZERO,
                verdict: Verdict::Exact,
                rank: 1,
                elapsed,
                nodes,
                hashfull: 0,
                tablebase_hits: 0,
                line: Vec::new(),
            };
            assert_eq!(status.speed(), thinking.speed());
            status.speed()
        };
        assert_eq!(speed(3_000, Duration::from_millis(1_500)), 2_000);
        assert_eq!(speed(7, Duration::ZERO), 7_000, "no division by zero");
        assert_eq!(speed(u64::MAX, Duration::from_millis(1)), u64::MAX);
    }
}
