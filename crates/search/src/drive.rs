//! Who moves the nodes: the recursive driver alone, a team of workers, or one in virtual time.

use cleave_board::Value;
use cleave_smp::driver::{self, Never};
use cleave_smp::virtual_time::VirtualTeam;
use cleave_smp::{Captain, End, Finished, Stats};

use crate::node::Node;
use crate::setup::Setup;
use crate::units::Depth;
use crate::worker::Worker;

/// What searches a root that has been opened.
pub enum Drive<'d, 't, 'c> {
    /// The recursive driver on a stack of nodes: P_seq, the pure sequential program.
    Sequential(&'d mut [Node]),
    /// A team, and what it has cost so far.
    Team(&'d mut Captain<'t, Node>, Stats),
    /// A team in virtual time.
    Virtual(&'d mut VirtualTeam<'t, 'c, Node>, Stats),
}

impl Drive<'_, '_, '_> {
    /// Searches the root once, to this depth and with this window, leaving out the moves of better
    /// rank. `None` if the search was stopped; what is known of the root moves is entered anyway.
    pub fn search_root(
        &mut self,
        worker: &mut Worker,
        rank: usize,
        window: (Value, Value),
        depth: Depth,
    ) -> Option<Value> {
        worker.begin_root(rank, window.0);
        let value = match self {
            Drive::Sequential(stack) => {
                stack[0].open_root(worker, rank, window, depth);
                driver::search(worker, stack, &mut Never)
            }
            Drive::Team(captain, total) => {
                search_as_team(worker, rank, window, depth, total, |worker, root, setup| {
                    captain.search(worker, root, setup)
                })
            }
            Drive::Virtual(team, total) => {
                search_as_team(worker, rank, window, depth, total, |worker, root, setup| {
                    team.search(worker, root, setup)
                })
            }
        };
        if value.is_none() {
            worker.show_unfinished();
        }
        worker.end_root();
        value
    }
}

/// The root as a split block. If a worker dies the search is begun again: the table is still warm.
fn search_as_team(
    worker: &mut Worker,
    rank: usize,
    window: (Value, Value),
    depth: Depth,
    total: &mut Stats,
    mut search: impl FnMut(&mut Worker, &Node, &Setup) -> Finished<Node>,
) -> Option<Value> {
    let nodes_before = worker.nodes_of_all();
    let mut root = Node::vacant();
    let finished = loop {
        root.open_root(worker, rank, window, depth);
        let setup = *worker.setup();
        let finished = search(worker, &root, &setup);
        if finished.end != End::WorkerDied {
            break finished;
        }
        worker.begin_root(rank, window.0);
    };
    // Workers tell of their nodes with a delay; now that all have left, it is known.
    worker.correct_nodes(nodes_before + finished.stats.nodes());
    *total += finished.stats;
    match finished.end {
        End::Value(value) => Some(value),
        _ => None,
    }
}
