//! How the root is searched: by the recursive driver, by a team, or by a team in virtual time.

use cleave_board::Value;
use cleave_smp::driver::{self, Never};
use cleave_smp::{End, Finished, MainWorker, Params, Stats};
use cleave_smp_lab::critical_path::{self, CriticalPath};
use cleave_smp_lab::virtual_time::VirtualTeam;

use crate::Verdict;
use crate::context::SearchContext;
use crate::node::ChessNode;
use crate::setup::RootSetup;
use crate::units::Depth;

/// The value of a search of the root.
#[derive(Clone, Copy, Debug)]
pub struct RootValue {
    /// The value, exact or a bound.
    pub value: Value,
    /// Alpha and beta of the search that found it: those asked for, or those of a worker that has
    /// searched the root with a window of its own.
    pub window: (Value, Value),
}

impl RootValue {
    /// How to read the value.
    pub fn verdict(&self) -> Verdict {
        match self.window {
            (alpha, _) if self.value <= alpha => Verdict::AtMost,
            (_, beta) if self.value >= beta => Verdict::AtLeast,
            _ => Verdict::Exact,
        }
    }
}

/// The driver of a search.
pub enum Driver<'d, 't, 'c> {
    /// The recursive driver on a stack of nodes: P_seq, the pure sequential program.
    Sequential(&'d mut [ChessNode]),
    /// The recursive driver, which measures the tree as it goes, with the parameters that rules of joining
    /// depend on.
    Traced(&'d mut [ChessNode], Params, &'d mut CriticalPath),
    /// A team, and its statistics so far.
    Team(&'d mut MainWorker<'t, ChessNode>, Stats),
    /// A team in virtual time, and its statistics so far.
    Virtual(&'d mut VirtualTeam<'t, 'c, ChessNode>, Stats),
}

impl Driver<'_, '_, '_> {
    /// Searches the root moves from `rank` on with this window and depth. `None` if the search was
    /// stopped; the results of the root moves searched so far are kept in either case.
    pub fn search_root(
        &mut self,
        context: &mut SearchContext,
        rank: usize,
        window: (Value, Value),
        depth: Depth,
    ) -> Option<RootValue> {
        context.begin_root(rank, window.0);
        let value = match self {
            Driver::Sequential(stack) => {
                stack[0].open_root(context, rank, window, depth);
                let value = driver::search(context, stack, &mut Never);
                value.map(|value| RootValue { value, window })
            }
            Driver::Traced(stack, params, path) => {
                stack[0].open_root(context, rank, window, depth);
                critical_path::search(context, stack, params).map(|(value, found)| {
                    **path += found;
                    RootValue { value, window }
                })
            }
            Driver::Team(main_worker, total) => {
                search_split_root(context, rank, window, depth, total, |context, root, setup| {
                    main_worker.search(context, root, setup)
                })
            }
            Driver::Virtual(team, total) => {
                // The first iteration is always finished, so that there is a move to play.
                let has_move = context.root.best().is_some();
                team.set_deadline(context.control.virtual_limit().filter(|_| has_move));
                let search = |context: &mut SearchContext, root: &_, setup: &_| {
                    let finished = team.search(context, root, setup);
                    if finished.end == End::Stopped && team.is_time_up() {
                        context.control.stop();
                    }
                    finished
                };
                search_split_root(context, rank, window, depth, total, search)
            }
        };
        match &value {
            None if context.control.is_superseded() => {}
            None => context.show_unfinished(),
            Some(found) => {
                // What another rank has found comes too late: a helper has brought the value first.
                context.control.take_finding();
                context.set_alpha(found.window.0);
            }
        }
        context.end_root();
        value
    }
}

/// Searches the root as a split block. After a worker has died the search starts again, with a warm
/// table.
fn search_split_root(
    context: &mut SearchContext,
    rank: usize,
    window: (Value, Value),
    depth: Depth,
    total: &mut Stats,
    mut search: impl FnMut(&mut SearchContext, &ChessNode, &RootSetup) -> Finished<ChessNode>,
) -> Option<RootValue> {
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
    let End::Value(value) = finished.end else { return None };
    let own = finished.window.map(|own| (Value::new(own.alpha), Value::new(own.beta)));
    Some(RootValue { value, window: own.unwrap_or(window) })
}
