//! The rest of a cluster, as the search on one of its ranks sees it.
//!
//! A rank is a machine with a table and a team of its own. All ranks search the same root, and none
//! waits for another. They exchange table entries ([`Exchange`]); and a rank whose search of the root
//! has come to an end tells the others, which then give up theirs if it tells them nothing new. What
//! travels how between them is up to the [`Cluster`]; the search only asks.

mod exchange;
mod root_results;

pub use exchange::{Cursor, Exchange, KeyedEntry};
pub(crate) use exchange::{RING, Traffic};
pub use root_results::RootResults;

use cleave_board::{Move, Value};

use crate::root::value::Verdict;

/// A search of the root by one rank: depth and window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aim {
    /// The iteration, in plies.
    pub depth: u32,
    /// Values up to this one are all the same to the search.
    pub alpha: Value,
    /// Values from this one on are all the same to the search.
    pub beta: Value,
}

/// What a rank has found out about the root.
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
    /// True if a search with this aim need not be finished: its result is known, or that of a deeper
    /// one.
    pub fn settles(&self, aim: &Aim) -> bool {
        match self.verdict {
            Verdict::Exact => self.depth >= aim.depth,
            Verdict::AtLeast => self.depth == aim.depth && self.value >= aim.beta,
            Verdict::AtMost => self.depth == aim.depth && self.value <= aim.alpha,
        }
    }
}

/// The next depth of one who follows a leader: `next`, its own, or the leader's if that is greater, or a ply more if it is to be
/// `ahead`.
///
/// The first iteration is never left out: a search is not stopped before there is a move to play, and a search process that
/// takes the place of another would be long in finding one at the depth of the leader, without anything in its table.
pub fn follower_depth(next: u32, leader: u32, ahead: bool) -> u32 {
    if next == 1 { next } else { next.max(leader + u32::from(ahead)) }
}

/// The other ranks. Called by the main worker alone, while it searches the root for its best line.
pub trait Cluster {
    /// An iteration of depth `next` is about to begin. Returns the depth to search instead: that one,
    /// or a deeper one if others are at `next` or beyond.
    fn choose_depth(&mut self, exchange: &Exchange<'_>, next: u32) -> u32;

    /// A search of the root begins.
    fn begin(&mut self, exchange: &Exchange<'_>, aim: &Aim);

    /// Called every few hundred nodes, and while the main worker has nothing to do: sends and takes
    /// what is due, without ever waiting for it. Returns what another rank has found if that settles
    /// the search under way; the search need not use it.
    fn exchange(&mut self, exchange: &Exchange<'_>) -> Option<Finding>;

    /// The search under way has ended with what [`Cluster::exchange`] returned first.
    fn taken_over(&mut self);

    /// This rank has finished a search of the root.
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
