//! Searches by a team.

use cleave_clock::Timer;
use cleave_smp::HelperSlot;

use super::outcome::Outcome;
use super::run::run;
use super::{Searcher, lock};
use crate::context::setup::RootSetup;
use crate::context::{SearchContext, SharedRefs};
use crate::control::Control;
use crate::control::Limits;
use crate::control::host::{Host, Undisturbed};
use crate::iterate::team::TeamDriver;
use crate::node::ChessNode;
use crate::table::Table;

impl Searcher {
    pub(super) fn run_team(
        &mut self,
        setup: &RootSetup,
        limits: &Limits,
        host: &mut dyn Host,
    ) -> Outcome {
        // There may be other processors than when the mode was set.
        let workers = self.team.size();
        self.ensure_worker_states(workers);
        self.helpers.provide_for(&mut self.team, workers);
        let (table, worker_states) = (&self.table, &self.worker_states);
        let (helpers, tallies) = (&self.helpers, &self.tallies);
        let tablebase = self.tablebase.as_deref();
        let helper = |slot: &HelperSlot<'_, ChessNode>| {
            let mut state = lock(&worker_states[slot.id().index()]);
            let shared = SharedRefs::new(Table::over(table), slot.shared(), tallies, tablebase)
                .with_helpers(helpers)
                .of_helper(slot.id());
            let mut silent = Undisturbed;
            let control = Control::start(&Limits::default(), &mut silent);
            slot.serve(&mut SearchContext::new(shared, &mut state, control));
        };
        // The clock runs while the helpers start.
        let timer = Timer::start(limits.timing());
        self.team.session(&helper, |main_worker| {
            let shared =
                SharedRefs::new(Table::over(table), main_worker.shared(), tallies, tablebase)
                    .with_helpers(helpers);
            let mut state = lock(&worker_states[0]);
            let control = Control::timed_by(timer, limits, host);
            let mut context = SearchContext::new(shared, &mut state, control);
            run(&mut context, &mut TeamDriver::new(main_worker), setup, limits)
        })
    }
}
