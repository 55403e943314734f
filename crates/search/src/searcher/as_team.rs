//! Searches by a team, real or in virtual time.

use std::cell::Cell;

use cleave_smp::HelperSlot;
use cleave_smp_lab::virtual_time::{Machine, Ticks, VirtualTeam};

use super::{Outcome, Searcher, lock, run};
use crate::context::setup::RootSetup;
use crate::context::{SearchContext, SharedRefs};
use crate::control::Control;
use crate::control::host::Host;
use crate::control::host::Undisturbed;
use crate::control::limits::Limits;
use crate::control::timer::Timer;
use crate::iterate::driver::Driver;
use crate::iterate::iterations::Iterations;
use crate::node::ChessNode;
use crate::table::Table;

impl Searcher {
    pub(super) fn run_team(
        &mut self,
        setup: &RootSetup,
        limits: &Limits,
        host: &mut dyn Host,
    ) -> Outcome {
        let (table, worker_states) = (&self.table, &self.worker_states);
        let tablebase = self.tablebase.as_deref();
        let helper = |slot: &HelperSlot<'_, ChessNode>| {
            let mut state = lock(&worker_states[slot.id().index()]);
            let shared = SharedRefs::new(Table::over(table), slot.shared(), tablebase);
            let mut silent = Undisturbed;
            let control = Control::start(&Limits::default(), &mut silent);
            slot.serve(&mut SearchContext::new(shared, &mut state, control));
        };
        // The clock runs while the helpers start.
        let timer = Timer::start(limits);
        self.team.session(&helper, |main_worker| {
            let shared = SharedRefs::new(Table::over(table), main_worker.shared(), tablebase);
            let mut state = lock(&worker_states[0]);
            let control = Control::timed_by(timer, limits, host);
            let mut context = SearchContext::new(shared, &mut state, control);
            let mut driver = Driver::Team(main_worker, Iterations::default());
            run(&mut context, &mut driver, setup, limits)
        })
    }

    pub(super) fn run_virtual(
        &mut self,
        machine: Machine,
        setup: &RootSetup,
        limits: &Limits,
        host: &mut dyn Host,
    ) -> Outcome {
        let shared = SharedRefs::new(
            Table::over(&self.table),
            self.team.arena().shared(),
            self.tablebase.as_deref(),
        );
        let mut worker_states: Vec<_> =
            self.worker_states[..machine.workers].iter().map(lock).collect();
        let (state, worker_states) =
            worker_states.split_first_mut().expect("a machine has at least one worker");
        let mut silent: Vec<_> = worker_states.iter().map(|_| Undisturbed).collect();
        let contexts = worker_states
            .iter_mut()
            .zip(&mut silent)
            .map(|(state, silent)| {
                SearchContext::new(shared, state, Control::start(&Limits::default(), silent))
            })
            .collect();
        let mut team = VirtualTeam::new(self.team.arena(), machine, self.team.params, contexts);
        let clock = Cell::new(Ticks::ZERO);
        team.show_time_on(&clock);
        let control = Control::start(limits, host).with_virtual_clock(&clock);
        let mut context = SearchContext::new(shared, state, control);
        let mut driver = Driver::Virtual(&mut team, Iterations::default());
        let outcome = run(&mut context, &mut driver, setup, limits);
        Outcome { virtual_run: Some(team.run()), ..outcome }
    }
}
