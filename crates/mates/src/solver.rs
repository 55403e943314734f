//! What a worker keeps to itself, and what all share.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use cleave_board::{Key, Position};
use cleave_shared_memory::Shareable;
use cleave_smp::random::mix;

use crate::order::Answers;
use crate::table::{Known, Table};

/// After so many nodes a worker publishes its count, and the main worker asks whether to go on.
const LOOK: u64 = 256;

/// What all workers share.
#[derive(Shareable)]
pub(crate) struct Shared {
    pub(crate) table: Table,
    /// Nodes searched, but for the last few of each worker.
    nodes: AtomicU64,
}

impl Shared {
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }
}

/// Called with the nodes of all workers so far; false ends the search.
pub(crate) type Watch<'a> = &'a mut dyn FnMut(u64) -> bool;

/// What a worker keeps to itself.
pub(crate) struct Solver<'a> {
    pub(crate) shared: &'a Shared,
    /// By side: that of the attacker first.
    pub(crate) answers: [Answers; 2],
    /// The fifty-move rule may decide: the answer depends on the clock.
    pub(crate) is_near_fifty: bool,
    pub(crate) nodes: u64,
    published: u64,
    /// Of the main worker.
    watch: Option<Watch<'a>>,
    pub(crate) is_stopped: bool,
}

impl<'a> Solver<'a> {
    pub(crate) fn new(shared: &'a Shared, watch: Option<Watch<'a>>) -> Solver<'a> {
        let answers = [Answers::new(), Answers::new()];
        let (nodes, published, is_stopped) = (0, 0, false);
        Solver { shared, answers, is_near_fifty: false, nodes, published, watch, is_stopped }
    }

    /// Positions with the same key have the same answer.
    pub(crate) fn key(&self, position: &Position) -> Key {
        let Key(key) = position.key();
        let clock = u64::from(position.halfmove_clock());
        Key(if self.is_near_fifty { key ^ mix(1 + clock) } else { key })
    }

    /// What is known of a position.
    pub(crate) fn known(&self, position: &Position) -> Known {
        self.shared.table.probe(self.key(position))
    }

    pub(crate) fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes - self.published >= LOOK {
            self.look();
        }
    }

    /// Adds to the count of all what this worker has searched since. Returns that count.
    pub(crate) fn publish(&mut self) -> u64 {
        let news = self.nodes - self.published;
        self.published = self.nodes;
        self.shared.nodes.fetch_add(news, Relaxed) + news
    }

    /// Publishes, and asks whether to go on.
    pub(crate) fn look(&mut self) {
        let nodes = self.publish();
        if let Some(watch) = &mut self.watch {
            self.is_stopped |= !watch(nodes);
        }
    }
}

#[cfg(test)]
mod tests {
    use cleave_shared_memory::SharedSlice;

    use super::*;

    /// A position may be reached with one clock and with another, as by a king that loses a move.
    #[test]
    fn near_the_limit_an_answer_is_that_of_one_clock() {
        let shared: SharedSlice<Shared> = SharedSlice::new("shared", 1).unwrap();
        let mut solver = Solver::new(&shared[0], None);
        let position = |clock| {
            let fen = format!("8/8/8/8/8/2K5/7R/k7 w - - {clock} 90");
            Position::from_fen(&fen).unwrap()
        };
        assert_eq!(solver.key(&position(0)), solver.key(&position(97)));
        solver.is_near_fifty = true;
        assert_ne!(solver.key(&position(0)), position(0).key());
        assert_ne!(solver.key(&position(95)), solver.key(&position(97)));
    }
}
