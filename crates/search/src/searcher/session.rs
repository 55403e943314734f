//! Searches by one thread: the sequential program, and drivers that the caller supplies.

use std::cell::Cell;
use std::time::Duration;

use cleave_smp::{Arena, Params, WorkerId};

use super::outcome::Outcome;
use super::run::run;
use super::{Root, Searcher, lock};
use crate::context::setup::RootSetup;
use crate::context::{SearchContext, SharedRefs};
use crate::control::Control;
use crate::control::Limits;
use crate::control::host::{Host, Undisturbed};
use crate::iterate::driver::{Driver, Recursive};
use crate::node::ChessNode;
use crate::table::Table;

/// A search that is about to begin, and what a driver for it is made of.
pub struct Session<'s> {
    /// The split blocks of the team.
    pub arena: &'s Arena<ChessNode>,
    /// The parameters of splitting.
    pub params: Params,
    /// Nodes for a driver that searches alone.
    pub stack: &'s mut [ChessNode],
    /// The contexts of all workers but the main worker.
    pub helpers: Vec<SearchContext<'s>>,
    /// The time since the search began, which a driver with a clock of its own sets.
    pub clock: &'s Cell<Duration>,
    /// The search.
    pub search: Search<'s>,
}

/// A search that is about to begin.
pub struct Search<'s> {
    context: SearchContext<'s>,
    setup: &'s RootSetup,
    limits: &'s Limits,
}

impl Search<'_> {
    /// Searches from the first iteration to the last.
    pub fn run(mut self, driver: &mut dyn Driver) -> Outcome {
        run(&mut self.context, driver, self.setup, self.limits)
    }
}

impl Searcher {
    /// Searches with a driver that `body` makes, for as many workers as [`Searcher::make_room_for`]
    /// has made room for; `body` is to return from [`Search::run`] before long.
    pub fn search_by<R>(
        &mut self,
        root: &Root,
        limits: &Limits,
        host: &mut dyn Host,
        body: impl FnOnce(Session<'_>) -> R,
    ) -> R {
        let setup = self.set_up(root);
        let workers = self.team.workers();
        self.with_session(workers, &setup, limits, host, body)
    }

    pub(super) fn run_sequential(
        &mut self,
        setup: &RootSetup,
        limits: &Limits,
        host: &mut dyn Host,
    ) -> Outcome {
        self.with_session(1, setup, limits, host, |Session { search, stack, .. }| {
            search.run(&mut Recursive(stack))
        })
    }

    fn with_session<R>(
        &mut self,
        workers: usize,
        setup: &RootSetup,
        limits: &Limits,
        host: &mut dyn Host,
        body: impl FnOnce(Session<'_>) -> R,
    ) -> R {
        self.ensure_worker_states(workers);
        if workers > 1 {
            self.helpers.provide_for(&mut self.team, workers);
        }
        let table = Table::over(&self.table);
        let (state, tablebase) = (self.team.arena().shared(), self.tablebase.as_deref());
        let mut shared = SharedRefs::new(table, state, &self.tallies, tablebase);
        if workers > 1 {
            shared = shared.with_helpers(&self.helpers);
        }
        let mut states: Vec<_> = self.worker_states[..workers].iter().map(lock).collect();
        let (state, others) = states.split_first_mut().expect("there is a main worker");
        let mut silent: Vec<_> = others.iter().map(|_| Undisturbed).collect();
        let ids = (1..workers).map(WorkerId::new);
        let helpers = ids.zip(others.iter_mut().zip(&mut silent)).map(|(id, (state, silent))| {
            SearchContext::new(
                shared.of_helper(id),
                state,
                Control::start(&Limits::default(), silent),
            )
        });
        let clock = Cell::new(Duration::ZERO);
        let control = Control::start(limits, host).with_driver_clock(&clock);
        let context = SearchContext::new(shared, state, control);
        body(Session {
            arena: self.team.arena(),
            params: self.team.params,
            stack: &mut self.stack,
            helpers: helpers.collect(),
            clock: &clock,
            search: Search { context, setup, limits },
        })
    }
}
