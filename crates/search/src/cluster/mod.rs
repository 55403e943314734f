//! The rest of a cluster, as the search on one of its ranks sees it.
//!
//! A rank is a machine with a table and a team of its own. All ranks search the same root, and none waits for another.
//! They exchange table entries ([`Exchange`]). When a rank has finished a search of the root, it sends its result to
//! the others, and they give up their own search if it can find nothing new. The [`Cluster`] decides how data travels
//! between ranks.

mod exchange;
mod noted_keys;
mod root_results;

pub(crate) use exchange::Traffic;
pub use exchange::{Ask, Exchange, KeyedEntry};
pub use noted_keys::Cursor;
pub(crate) use noted_keys::RING;
pub use root_results::RootResults;

use cleave_board::{Move, Value};

use crate::root::value::Verdict;

/// A search of the root by one rank: depth and window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aim {
    /// The iteration, in plies.
    pub depth: u32,
    /// The search does not distinguish values up to this one.
    pub alpha: Value,
    /// The search does not distinguish values from this one on.
    pub beta: Value,
}

/// A result of a rank's search of the root.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The iteration, in plies.
    pub depth: u32,
    /// Value for the side to move at the root.
    pub value: Value,
    /// How to read the value.
    pub verdict: Verdict,
    /// The best line, legal from the root on; at least one move.
    pub line: Vec<Move>,
}

impl Finding {
    /// Returns true if a search with this aim need not be finished, because its result or the result of a deeper search
    /// is known.
    pub fn settles(&self, aim: &Aim) -> bool {
        match self.verdict {
            Verdict::Exact => self.depth >= aim.depth,
            Verdict::AtLeast => self.depth == aim.depth && self.value >= aim.beta,
            Verdict::AtMost => self.depth == aim.depth && self.value <= aim.alpha,
        }
    }
}

/// Returns the next depth of a rank or group that follows a leader: its own `next` or the leader's depth, whichever is
/// greater. If it is `ahead`, it aims one ply deeper than the leader.
///
/// The first iteration is never skipped. A search cannot be stopped before there is a move to play. A search process
/// that replaces another would need long to find a move at the leader's depth, without anything in its table.
pub fn follower_depth(next: u32, leader: u32, ahead: bool) -> u32 {
    if next == 1 { next } else { next.max(leader + u32::from(ahead)) }
}

/// The other ranks. Called by the main worker alone, while it searches the root for its best line.
pub trait Cluster {
    /// Chooses the depth of the next iteration, which would be `next`. Returns `next`, or a deeper one if others are at
    /// `next` or beyond.
    fn choose_depth(&mut self, exchange: &Exchange<'_>, next: u32) -> u32;

    /// Called when a search of the root begins.
    fn begin(&mut self, exchange: &Exchange<'_>, aim: &Aim);

    /// Called every few hundred nodes, and while the main worker is idle. Sends and receives due data without ever
    /// waiting. Returns another rank's finding if it settles the search under way. The search need not use it.
    fn exchange(&mut self, exchange: &Exchange<'_>) -> Option<Finding>;

    /// Called when the search under way has ended with the first finding that [`Cluster::exchange`] returned.
    fn taken_over(&mut self);

    /// Called when this rank has finished a search of the root.
    fn finished(&mut self, exchange: &Exchange<'_>, finding: &Finding);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exact_value_settles_its_depth_and_less_and_a_bound_its_own_depth_only() {
        let (low, high) = (Value::new(-20), Value::new(20));
        let aim = Aim { depth: 9, alpha: low, beta: high };
        let settles = |depth, value, verdict| {
            Finding { depth, value: Value::new(value), verdict, line: vec![] }.settles(&aim)
        };
        assert!(settles(9, 0, Verdict::Exact) && settles(10, 500, Verdict::Exact));
        assert!(!settles(8, 0, Verdict::Exact));
        assert!(settles(9, 20, Verdict::AtLeast) && !settles(9, 19, Verdict::AtLeast));
        assert!(settles(9, -20, Verdict::AtMost) && !settles(9, -19, Verdict::AtMost));
        assert!(!settles(10, 20, Verdict::AtLeast) && !settles(8, -20, Verdict::AtMost));
    }
}
