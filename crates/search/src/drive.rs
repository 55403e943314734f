//! Who moves the nodes: the recursive driver alone, or a team of workers.

use cleave_board::Value;
use cleave_smp::driver::{self, Never};
use cleave_smp::{Captain, End, Stats};

use crate::node::Node;
use crate::units::Depth;
use crate::worker::Worker;

/// What searches a root that has been opened.
pub enum Drive<'d, 't> {
    /// The recursive driver on a stack of nodes: P_seq, the pure sequential program.
    Sequential(&'d mut [Node]),
    /// A team, and what it has cost so far.
    Team(&'d mut Captain<'t, Node>, Stats),
}

impl Drive<'_, '_> {
    /// Searches the root once, to this depth and with this window, leaving out the moves of better
    /// rank. `None` if the search was stopped; what is known of the root moves is entered anyway.
    pub fn search_root(
        &mut self,
        worker: &mut Worker,
        rank: usize,
        window: (Value, Value),
        depth: Depth,
    ) -> Option<Value> {
        worker.begin_root(rank);
        let value = match self {
            Drive::Sequential(stack) => {
                stack[0].open_root(worker, rank, window, depth);
                driver::search(worker, stack, &mut Never)
            }
            Drive::Team(captain, total) => {
                let nodes_before = worker.nodes_of_all();
                let (value, stats) = search_as_team(captain, worker, rank, window, depth);
                // Workers tell of their nodes with a delay; now that all have left, it is known.
                worker.correct_nodes(nodes_before + stats.nodes());
                *total += stats;
                value
            }
        };
        worker.end_root();
        value
    }
}

/// The root as a split block. If a worker dies the search is begun again: the table is still warm.
fn search_as_team(
    captain: &mut Captain<'_, Node>,
    worker: &mut Worker,
    rank: usize,
    window: (Value, Value),
    depth: Depth,
) -> (Option<Value>, Stats) {
    loop {
        let mut root = Node::vacant();
        root.open_root(worker, rank, window, depth);
        let setup = *worker.setup();
        let finished = captain.search(worker, &root, &setup);
        match finished.end {
            End::Value(value) => return (Some(value), finished.stats),
            End::Stopped => return (None, finished.stats),
            End::WorkerDied => worker.begin_root(rank),
        }
    }
}
