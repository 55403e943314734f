//! Drivers of the root: the recursive driver, a team, or a driver from outside.

use cleave_board::Value;
use cleave_smp::Stats;
use cleave_smp::driver::{self, Never};

use crate::context::SearchContext;
use crate::node::ChessNode;
use crate::root::value::RootValue;
use crate::units::Depth;

/// A search of the root that iterative deepening requests.
#[derive(Clone, Copy)]
pub struct RootRequest {
    /// The rank of the first move to search.
    pub(crate) rank: usize,
    /// Alpha and beta.
    pub(crate) window: (Value, Value),
    /// The depth.
    pub(crate) depth: Depth,
    /// If the result is as expected, the next search is one ply deeper.
    pub(crate) is_followed: bool,
}

impl RootRequest {
    /// Begins the search with this node as the live root.
    pub fn open(&self, context: &mut SearchContext<'_>, root: &mut ChessNode) {
        context.begin_root(self.rank, self.window.0, false);
        root.open_root(context, self.rank, self.window, self.depth);
    }

    /// Returns the result of the search: the value found with the requested window.
    pub fn result(&self, value: Value) -> RootValue {
        RootValue { value, window: self.window }
    }
}

/// Searches the root each time that iterative deepening requests it.
pub trait Driver {
    /// Searches the root. Returns `None` if the search was stopped.
    fn search_root(
        &mut self,
        context: &mut SearchContext<'_>,
        request: &RootRequest,
    ) -> Option<RootValue>;

    /// Returns true if workers have begun the iteration of this depth.
    fn has_begun(&self, _iteration: Depth) -> bool {
        false
    }

    /// Ends the last search: from here on no worker searches.
    fn finish(&mut self, _context: &mut SearchContext<'_>) {}

    /// Returns the statistics of a team's searches.
    fn stats(&self) -> Option<&Stats> {
        None
    }
}

/// The recursive driver on a stack of nodes: P_seq, the purely sequential program.
pub(crate) struct Recursive<'s>(pub(crate) &'s mut [ChessNode]);

impl Driver for Recursive<'_> {
    fn search_root(
        &mut self,
        context: &mut SearchContext<'_>,
        request: &RootRequest,
    ) -> Option<RootValue> {
        request.open(context, &mut self.0[0]);
        driver::search(context, self.0, &mut Never).map(|value| request.result(value))
    }
}

/// Ends a search of the root: takes over its value, or shows its progress if it was stopped. The results of the root
/// moves searched so far are kept in either case.
pub(super) fn end_root(context: &mut SearchContext, found: Option<&RootValue>) {
    // An iteration that was adopted after a stop would have none.
    debug_assert!(found.is_some() || context.is_stopped(), "only a stop leaves no value");
    match found {
        None if context.control.is_superseded() => {}
        None => context.show_unfinished(),
        Some(found) => {
            // A helper returned the value first, so another rank's finding comes too late.
            context.control.take_finding();
            context.set_alpha(found.window.0);
        }
    }
    context.end_root();
}
