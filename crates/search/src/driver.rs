//! Who moves the nodes: the recursive driver alone, a team of workers, or one in virtual time.

use cleave_board::Value;
use cleave_smp::driver::{self, Never};
use cleave_smp::{End, Finished, MainWorker, Stats};
use cleave_smp_lab::virtual_time::VirtualTeam;

use crate::context::SearchContext;
use crate::node::ChessNode;
use crate::setup::Setup;
use crate::units::Depth;

/// What searches a root that has been opened.
pub enum Driver<'d, 't, 'c> {
    /// The recursive driver on a stack of nodes: P_seq, the pure sequential program.
    Sequential(&'d mut [ChessNode]),
    /// A team, and what it has cost so far.
    Team(&'d mut MainWorker<'t, ChessNode>, Stats),
    /// A team in virtual time.
    Virtual(&'d mut VirtualTeam<'t, 'c, ChessNode>, Stats),
}

impl Driver<'_, '_, '_> {
    /// Searches the root once, to this depth and with this window, leaving out the moves of better
    /// rank. `None` if the search was stopped; what is known of the root moves is entered anyway.
    pub fn search_root(
        &mut self,
        context: &mut SearchContext,
        rank: usize,
        window: (Value, Value),
        depth: Depth,
    ) -> Option<Value> {
        context.begin_root(rank, window.0);
        let value = match self {
            Driver::Sequential(stack) => {
                stack[0].open_root(context, rank, window, depth);
                driver::search(context, stack, &mut Never)
            }
            Driver::Team(main_worker, total) => {
                split_root(context, rank, window, depth, total, |context, root, setup| {
                    main_worker.search(context, root, setup)
                })
            }
            Driver::Virtual(team, total) => {
                split_root(context, rank, window, depth, total, |context, root, setup| {
                    team.search(context, root, setup)
                })
            }
        };
        if value.is_none() {
            context.show_unfinished();
        }
        context.end_root();
        value
    }
}

/// Searches the root with a team, and once more if a worker dies: the table is still warm then.
fn split_root(
    context: &mut SearchContext,
    rank: usize,
    window: (Value, Value),
    depth: Depth,
    total: &mut Stats,
    mut search: impl FnMut(&mut SearchContext, &ChessNode, &Setup) -> Finished<ChessNode>,
) -> Option<Value> {
    let mut root = ChessNode::vacant();
    let finished = loop {
        root.open_root(context, rank, window, depth);
        let setup = *context.setup();
        let finished = search(context, &root, &setup);
        if finished.end != End::WorkerDied {
            break finished;
        }
        context.restart_root();
    };
    *total += finished.stats;
    match finished.end {
        End::Value(value) => Some(value),
        _ => None,
    }
}
