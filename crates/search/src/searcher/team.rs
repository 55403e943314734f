//! Searches by a team.

use cleave_clock::Timer;
use cleave_smp::{HelperSlot, MainWorker};

use super::outcome::Outcome;
use super::run::run;
use super::{Searcher, lock};
use crate::context::setup::RootSetup;
use crate::context::worker_state::WorkerState;
use crate::context::{SearchContext, SharedRefs};
use crate::control::Control;
use crate::control::Limits;
use crate::control::host::{Host, Undisturbed};
use crate::iterate::team::TeamDriver;
use crate::node::ChessNode;
use crate::table::Table;

impl Searcher {
    /// A search by the team, whose clock is running already.
    pub(super) fn run_team(
        &mut self,
        setup: &RootSetup,
        timer: Timer,
        limits: &Limits,
        host: &mut dyn Host,
    ) -> Outcome {
        self.with_team(|main_worker, shared, state| {
            let control = Control::timed_by(timer, limits, host);
            let mut context = SearchContext::new(shared, state, control);
            run(&mut context, &mut TeamDriver::new(main_worker), setup, limits)
        })
    }

    /// Forks the workers that are missing, including those that died in the last search, before threads are started: a process
    /// with threads cannot fork. False if the system refuses one.
    pub(super) fn muster(&mut self) -> bool {
        let workers = self.team.workers();
        self.team.set_workers(workers).expect("the number of workers does not change");
        self.with_team(|_, _, _| ());
        self.team.is_complete()
    }

    /// Runs `body` with a main worker, and with what a context for it is made of.
    fn with_team<R>(
        &mut self,
        body: impl FnOnce(&mut MainWorker<'_, ChessNode>, SharedRefs<'_>, &mut WorkerState) -> R,
    ) -> R {
        // There may be other processors than when the mode was set.
        let workers = self.team.size();
        self.ensure_worker_states(workers);
        self.helpers.provide_for(&mut self.team, workers);
        let (table, worker_states) = (&self.table, &self.worker_states);
        let (helpers, tallies) = (&self.helpers, &self.tallies);
        let tablebase = self.tablebase.as_deref();
        let helper = |slot: HelperSlot<'_, ChessNode>| {
            let mut state = lock(&worker_states[slot.id().index()]);
            let shared = SharedRefs::new(Table::over(table), slot.shared(), tallies, tablebase)
                .with_helpers(helpers)
                .of_helper(slot.id());
            let mut silent = Undisturbed;
            let control = Control::start(&Limits::default(), &mut silent);
            slot.serve(&mut SearchContext::new(shared, &mut state, control));
        };
        self.team.session(&helper, |main_worker| {
            let shared =
                SharedRefs::new(Table::over(table), main_worker.shared(), tallies, tablebase)
                    .with_helpers(helpers);
            body(main_worker, shared, &mut lock(&worker_states[0]))
        })
    }
}
