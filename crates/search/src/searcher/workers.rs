//! The resources of a searcher's workers, kept from one search to the next.

use std::sync::{Mutex, MutexGuard, PoisonError};

use cleave_shared_memory::SharedSlice;
use cleave_smp::{ArenaError, Backend, HelpersTables, MAX_WORKERS};
use cleave_sync::affinity::ProcessorSet;
use cleave_tablebase::Tablebase;
use cleave_tt::Mapping;

use crate::algorithms::{self, HelperSlot, Team};
use crate::context::learnt::OfHelper;
use crate::context::worker_state::WorkerState;
use crate::context::{SearchContext, SharedRefs, SharedState};
use crate::control::host::Undisturbed;
use crate::control::{Control, Limits};
use crate::evaluation::Evaluation;
use crate::node::ChessNode;
use crate::root::tallies::Tally;
use crate::table::Table;
use crate::units::MAX_PLY;

/// The team, and the data that its workers own.
pub(crate) struct Workers {
    /// The arena holds the history tables, also for sequential searches.
    pub(crate) team: Team<ChessNode>,
    pub(super) helpers: HelpersTables<OfHelper>,
    /// One for each worker of the team.
    pub(crate) tallies: SharedSlice<Tally>,
    /// One for each worker that searches. Each worker makes its own, so that the memory is near to it.
    pub(crate) states: Vec<Mutex<Option<WorkerState>>>,
    /// The nodes of a driver that searches alone.
    pub(super) stack: Vec<ChessNode>,
    /// The workers are bound to processors.
    are_placed: bool,
    pub(crate) evaluation: Evaluation,
}

impl Workers {
    /// Creates one worker with this evaluation.
    pub(super) fn new(evaluation: Evaluation) -> Result<Workers, ArenaError> {
        Ok(Workers {
            team: Team::new(1, Backend::default())?,
            helpers: HelpersTables::default(),
            tallies: Tally::of_team(1)?,
            states: vec![Mutex::default()],
            stack: vec![ChessNode::default(); 2 * MAX_PLY],
            are_placed: false,
            evaluation,
        })
    }

    /// Clears the workers' knowledge.
    pub(super) fn forget(&self) {
        let shared = self.team.arena().shared();
        shared.learnt.clear();
        self.helpers.all().for_each(OfHelper::clear);
        shared.traffic.clear();
    }

    /// Replaces the workers that have died.
    pub(super) fn replace_the_dead(&mut self) {
        let workers = self.team.workers();
        self.team.set_workers(workers).expect("the number of workers does not change");
    }

    pub(super) fn set_evaluation(&mut self, evaluation: Evaluation) {
        self.states.fill_with(Mutex::default);
        self.evaluation = evaluation;
    }

    /// Frees the helpers' tables if the team that searches next has other ones.
    pub(super) fn release_tables(&mut self) {
        let workers = self.team.size();
        let has_private_tables = self.learn_apart(workers);
        self.helpers.release_unless_for(&mut self.team, workers, has_private_tables);
    }

    /// Returns true if each worker of a team of this size learns in its own tables.
    pub(super) fn learn_apart(&self, workers: usize) -> bool {
        algorithms::learn_apart(&self.team, workers)
    }

    /// Sets the number of workers of the team.
    pub(super) fn resize(&mut self, workers: usize) -> Result<(), ArenaError> {
        let is_possible = (1..=MAX_WORKERS).contains(&workers);
        let new = is_possible && workers != self.tallies.len();
        let new = new.then(|| Tally::of_team(workers)).transpose()?;
        self.team.set_workers(workers)?;
        log::debug!("memory for a team of {workers} workers");
        // Workers that were forked with the old tallies have been dismissed.
        if let Some(new) = new {
            self.tallies = new;
        }
        Ok(())
    }

    /// Makes room for a state of each of this many workers.
    pub(crate) fn ensure_states(&mut self, workers: usize) {
        let workers = workers.max(self.states.len());
        self.states.resize_with(workers, Mutex::default);
    }

    /// Binds the workers of the team to these processors; see [`cleave_smp::generic::Team::set_placement`].
    pub(super) fn place(&mut self, sets: &[ProcessorSet]) {
        if self.team.set_placement(sets) {
            // The workers make their states and tables again where they run.
            self.states.fill_with(Mutex::default);
            self.helpers.release();
            self.are_placed = !sets.is_empty();
        }
    }

    /// Returns the team, the nodes of a driver that searches alone, and the data for this many workers. With
    /// `have_tables`, helpers may have separate tables.
    pub(super) fn equip<'a>(
        &'a mut self,
        workers: usize,
        have_tables: bool,
        table: &'a Mapping,
        tablebase: Option<&'a dyn Tablebase>,
    ) -> (&'a mut Team<ChessNode>, &'a mut [ChessNode], Equipment<'a>) {
        self.ensure_states(workers);
        if have_tables {
            let has_private_tables = self.learn_apart(workers);
            self.helpers.provide_for(&mut self.team, workers, has_private_tables);
        }
        let has_common_corrections = algorithms::has_common_corrections(&self.team);
        let are_placed = self.are_placed;
        let Workers { team, helpers, tallies, states, stack, evaluation, .. } = self;
        let helpers = have_tables.then_some(&*helpers);
        let equipment = Equipment {
            table,
            tablebase,
            states,
            evaluation,
            tallies,
            helpers,
            has_common_corrections,
            are_placed,
        };
        (team, stack, equipment)
    }
}

/// The parts of a context that are not in the arena.
#[derive(Clone, Copy)]
pub(super) struct Equipment<'a> {
    pub(super) states: &'a [Mutex<Option<WorkerState>>],
    evaluation: &'a Evaluation,
    table: &'a Mapping,
    tablebase: Option<&'a dyn Tablebase>,
    tallies: &'a [Tally],
    helpers: Option<&'a HelpersTables<OfHelper>>,
    has_common_corrections: bool,
    are_placed: bool,
}

impl<'a> Equipment<'a> {
    /// Returns the references that the main worker of an arena with this state shares with the others.
    pub(super) fn shared(self, state: &'a SharedState) -> SharedRefs<'a> {
        let Equipment { helpers, has_common_corrections, .. } = self;
        let shared = SharedRefs::new(Table::over(self.table), state, self.tallies, self.tablebase);
        SharedRefs { helpers, has_common_corrections, ..shared }
    }

    /// Returns the state in this place, which the worker makes when it first searches.
    pub(super) fn state_in(self, place: &mut Option<WorkerState>) -> &mut WorkerState {
        place.get_or_insert_with(|| WorkerState::new(self.evaluation.clone()))
    }

    /// Serves as a helper of a team.
    pub(super) fn serve(self, slot: HelperSlot<'_, ChessNode>) {
        if let Some(helpers) = self.helpers.filter(|_| self.are_placed) {
            helpers.populate(slot.id());
        }
        let mut place = lock(&self.states[slot.id().index()]);
        let state = self.state_in(&mut place);
        let shared = self.shared(slot.shared()).of_helper(slot.id());
        let mut silent = Undisturbed;
        let control = Control::start(&Limits::default(), &mut silent);
        slot.serve(&mut SearchContext::new(shared, state, control));
    }
}

pub(super) fn lock(state: &Mutex<Option<WorkerState>>) -> MutexGuard<'_, Option<WorkerState>> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}
