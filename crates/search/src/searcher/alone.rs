//! Searches by the searcher alone, without a team.

use cleave_smp_lab::critical_path::CriticalPath;

use super::{Outcome, Root, Searcher, lock, run};
use crate::context::setup::RootSetup;
use crate::context::{SearchContext, SharedRefs};
use crate::control::Control;
use crate::control::host::Host;
use crate::control::host::Undisturbed;
use crate::control::limits::Limits;
use crate::iterate::driver::Driver;
use crate::node::ChessNode;
use crate::table::Table;

impl Searcher {
    /// As [`Searcher::search_sequentially`], and measures the critical path of the tree: of all searches
    /// of the root that came to their end, one after another.
    pub fn trace_critical_path(&mut self, root: &Root, limits: &Limits) -> (Outcome, CriticalPath) {
        let setup = self.set_up(root);
        let mut path = CriticalPath::default();
        let params = self.team.params;
        let mut silent = Undisturbed;
        let outcome = self.run_alone(&setup, limits, &mut silent, |stack| {
            Driver::Traced(stack, params, &mut path)
        });
        (outcome, path)
    }

    /// Searches on the searcher's own stack, by this driver.
    pub(super) fn run_alone<'d>(
        &'d mut self,
        setup: &RootSetup,
        limits: &Limits,
        host: &mut dyn Host,
        driver: impl FnOnce(&'d mut [ChessNode]) -> Driver<'d, 'd, 'd>,
    ) -> Outcome {
        let shared = SharedRefs::new(
            Table::over(&self.table),
            self.team.arena().shared(),
            self.tablebase.as_deref(),
        );
        let mut state = lock(&self.worker_states[0]);
        let mut context = SearchContext::new(shared, &mut state, Control::start(limits, host));
        let mut driver = driver(&mut self.stack);
        run(&mut context, &mut driver, setup, limits)
    }
}
