//! The data of one worker, and the data that all workers share.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use cleave_board::{Key, Position};
use cleave_shared_memory::Shareable;
use cleave_smp::random::mix;

use crate::order::Answers;
use crate::proof_numbers::NumberTable;
use crate::table::{Known, Table};

/// The number of nodes after which a worker publishes its count, and the main worker checks whether
/// to continue.
const LOOK: u64 = 256;

/// The data that all workers share.
#[derive(Shareable)]
pub(crate) struct Shared {
    pub(crate) table: Table,
    pub(crate) numbers: NumberTable,
    /// Nodes searched, without the last few of each worker.
    nodes: AtomicU64,
}

impl Shared {
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }
}

/// A callback with the number of nodes of all workers so far. It returns false to end the search.
pub(crate) type Watch<'a> = &'a mut dyn FnMut(u64) -> bool;

/// The data of one worker.
pub(crate) struct Solver<'a> {
    pub(crate) shared: &'a Shared,
    /// Indexed by side, the attacker first.
    pub(crate) answers: [Answers; 2],
    /// True if the fifty-move rule may decide, so that the answer depends on the clock.
    pub(crate) is_near_fifty: bool,
    pub(crate) nodes: u64,
    published: u64,
    /// The main worker's callback.
    watch: Option<Watch<'a>>,
    pub(crate) is_stopped: bool,
}

impl<'a> Solver<'a> {
    pub(crate) fn new(shared: &'a Shared, watch: Option<Watch<'a>>) -> Solver<'a> {
        let answers = [Answers::new(), Answers::new()];
        let (nodes, published, is_stopped) = (0, 0, false);
        Solver { shared, answers, is_near_fifty: false, nodes, published, watch, is_stopped }
    }

    /// Returns the key for the table. Positions with the same key have the same answer.
    pub(crate) fn key(&self, position: &Position) -> Key {
        let Key(key) = position.key();
        let clock = u64::from(position.halfmove_clock());
        Key(if self.is_near_fifty { key ^ mix(1 + clock) } else { key })
    }

    /// Returns the table's knowledge about a position.
    pub(crate) fn known(&self, position: &Position) -> Known {
        self.shared.table.probe(self.key(position))
    }

    pub(crate) fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes - self.published >= LOOK {
            self.look();
        }
    }

    /// Adds the nodes that this worker has searched since the last call to the shared count.
    /// Returns that count.
    pub(crate) fn publish(&mut self) -> u64 {
        let news = self.nodes - self.published;
        self.published = self.nodes;
        self.shared.nodes.fetch_add(news, Relaxed) + news
    }

    /// Publishes the count, and checks whether to continue.
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
    use cleave_smp::Context;

    use super::*;
    use crate::node::MateNode;

    /// A position may be reached with different clocks, for example by a king that loses a tempo.
    #[test]
    fn near_the_limit_the_clock_changes_the_key() {
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

    /// Helpers would otherwise store answers that hold only for their clock as answers for every clock.
    #[test]
    fn helpers_learn_that_the_clock_counts() {
        let shared: SharedSlice<Shared> = SharedSlice::new("shared", 1).unwrap();
        let mut helper = Solver::new(&shared[0], None);
        let position = Position::from_fen("8/8/8/8/8/2K5/7R/k7 w - - 97 90").unwrap();
        for is_near_fifty in [true, false] {
            Context::<MateNode>::prepare(&mut helper, &is_near_fifty);
            assert_eq!(helper.key(&position) != position.key(), is_near_fifty);
        }
    }
}
