//! How the root is searched: by the recursive driver, by a team, or by a team in virtual time.

use cleave_smp::driver::{self, Never};
use cleave_smp::{MainWorker, Params, Stats};
use cleave_smp_lab::critical_path::{self, CriticalPath};
use cleave_smp_lab::virtual_time::VirtualTeam;

use super::iterations::{Iterations, Wanted};
use crate::context::SearchContext;
use crate::node::ChessNode;
use crate::root::value::RootValue;
use crate::units::Depth;

/// The driver of a search.
pub(crate) enum Driver<'d, 't, 'c> {
    /// The recursive driver on a stack of nodes: P_seq, the pure sequential program.
    Sequential(&'d mut [ChessNode]),
    /// The recursive driver, which measures the tree as it goes, with the parameters that rules of joining
    /// depend on.
    Traced(&'d mut [ChessNode], Params, &'d mut CriticalPath),
    /// A team, and its searches so far.
    Team(&'d mut MainWorker<'t, ChessNode>, Iterations),
    /// A team in virtual time, and its searches so far.
    Virtual(&'d mut VirtualTeam<'t, 'c, ChessNode>, Iterations),
}

impl Driver<'_, '_, '_> {
    /// Searches the root as it is wanted. `None` if the search was stopped; the results of the root
    /// moves searched so far are kept in either case.
    pub(crate) fn search_root(
        &mut self,
        context: &mut SearchContext,
        wanted: Wanted,
    ) -> Option<RootValue> {
        let Wanted { rank, window, depth, .. } = wanted;
        let value = match self {
            Driver::Sequential(stack) => {
                context.begin_root(rank, window.0, false);
                stack[0].open_root(context, rank, window, depth);
                let value = driver::search(context, stack, &mut Never);
                value.map(|value| RootValue { value, window })
            }
            Driver::Traced(stack, params, path) => {
                context.begin_root(rank, window.0, false);
                stack[0].open_root(context, rank, window, depth);
                critical_path::search(context, stack, params).map(|(value, found)| {
                    **path += found;
                    RootValue { value, window }
                })
            }
            Driver::Team(main_worker, iterations) => {
                iterations.search_root(*main_worker, context, wanted)
            }
            Driver::Virtual(team, iterations) => {
                // The first iteration is always finished, so that there is a move to play.
                let has_move = context.root.best().is_some();
                team.set_deadline(context.control.virtual_limit().filter(|_| has_move));
                let value = iterations.search_root(*team, context, wanted);
                if value.is_none() && team.is_time_up() {
                    context.control.stop();
                }
                value
            }
        };
        // An iteration that was adopted after it had been stopped would have none.
        debug_assert!(value.is_some() || context.is_stopped(), "only a stop leaves no value");
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

    /// True if workers have begun the iteration of this depth.
    pub(crate) fn has_begun(&self, depth: Depth) -> bool {
        match self {
            Driver::Sequential(_) | Driver::Traced(..) => false,
            Driver::Team(_, iterations) | Driver::Virtual(_, iterations) => {
                iterations.has_begun(depth)
            }
        }
    }

    /// Ends the last search: nobody searches from here on.
    pub(crate) fn finish(&mut self, context: &mut SearchContext) {
        match self {
            Driver::Sequential(_) | Driver::Traced(..) => {}
            Driver::Team(main_worker, iterations) => {
                iterations.give_up_next(*main_worker, context);
            }
            Driver::Virtual(team, iterations) => iterations.give_up_next(*team, context),
        }
    }

    /// The statistics of a team's searches.
    pub(crate) fn stats(&self) -> Option<&Stats> {
        match self {
            Driver::Sequential(_) | Driver::Traced(..) => None,
            Driver::Team(_, iterations) | Driver::Virtual(_, iterations) => Some(&iterations.stats),
        }
    }
}
