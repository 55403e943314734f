//! The critical path of the trees of P_seq.

use cleave_search::driver::ChessNode;
use cleave_search::driver::{Driver, DriverParts, RootRequest, RootValue, SearchContext};
use cleave_search::team::SplitParams;
use cleave_search::{Limits, Outcome, Root, Searcher, Undisturbed};
use cleave_virtual_time::critical_path::{self, CriticalPath};

/// Searches sequentially, and measures the critical path of the tree. The tree consists of all finished searches of the
/// root, one after another.
pub fn trace_critical_path(
    searcher: &mut Searcher,
    root: &Root,
    limits: &Limits,
) -> (Outcome, CriticalPath) {
    searcher.search_by(
        root,
        limits,
        &mut Undisturbed,
        |DriverParts { stack, params, search, .. }| {
            let mut driver = TracedDriver { stack, params, path: CriticalPath::default() };
            (search.run(&mut driver), driver.path)
        },
    )
}

/// The recursive driver, which measures the tree as it goes, with the parameters that rules of joining
/// depend on.
struct TracedDriver<'s> {
    stack: &'s mut [ChessNode],
    params: SplitParams,
    path: CriticalPath,
}

impl Driver for TracedDriver<'_> {
    fn search_root(
        &mut self,
        context: &mut SearchContext<'_>,
        request: &RootRequest,
    ) -> Option<RootValue> {
        request.open(context, &mut self.stack[0]);
        let (value, path) = critical_path::search(context, self.stack, &self.params)?;
        self.path += path;
        Some(request.result(value))
    }
}
