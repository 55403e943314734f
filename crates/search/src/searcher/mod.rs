//! The searcher: everything that lives from one search to the next.

mod groups;
pub(crate) mod outcome;
mod run;
pub(crate) mod session;
mod table;
mod team;
#[cfg(test)]
mod tests;

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cleave_board::{Key, Position};
use cleave_shared_memory::SharedSlice;
use cleave_smp::{Algorithm, ArenaError, Backend, HelpersTables, MAX_WORKERS, Params, Team};
use cleave_tablebase::{Problem, Tablebase};
use cleave_tt::{Mapping, MappingError};

use crate::context::learnt::OfHelper;
use crate::context::probing::ProbeLimits;
use crate::context::setup::{RootSetup, Width};
use crate::context::worker_state::WorkerState;
use crate::control::Limits;
use crate::control::host::Host;
use crate::evaluation::Evaluation;
use crate::monte_carlo::MonteCarlo;
use crate::node::ChessNode;
use crate::path::GameKeys;
use crate::root::tallies::Tally;
use crate::table::Table;
use crate::units::{Depth, MAX_PLY};
use groups::Groups;
use outcome::Outcome;

/// The position to search, with the history of the game.
#[derive(Clone, Debug)]
pub struct Root {
    /// The position to search.
    pub position: Position,
    /// Keys of all earlier positions of the game, oldest first, without `position` itself.
    pub history: Vec<Key>,
}

/// A position without a history.
impl From<Position> for Root {
    fn from(position: Position) -> Root {
        Root { position, history: Vec::new() }
    }
}

/// How to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchMode {
    /// P_seq: the recursive driver for the whole tree, the baseline of every speed-up.
    Sequential,
    /// A team of workers that split the tree among them; a team of one is allowed.
    Parallel {
        /// The number of workers, at least 1.
        workers: usize,
        /// Threads or processes.
        backend: Backend,
    },
}

/// The memory of a searcher is not available.
#[derive(Debug, thiserror::Error)]
pub enum SearcherError {
    /// The memory of the table is not available.
    #[error(transparent)]
    Table(#[from] MappingError),
    /// The memory of the team is not available.
    #[error(transparent)]
    Team(#[from] ArenaError),
}

/// Searches positions; keeps table, history, evaluations and the team from one search to the next.
pub struct Searcher {
    pub(crate) table: Arc<Mapping>,
    /// The table is another searcher's, which empties it and counts the searches.
    is_guest: bool,
    /// Its arena holds the history tables, in sequential searches too.
    pub(crate) team: Team<ChessNode>,
    mode: SearchMode,
    groups: Groups,
    helpers: HelpersTables<OfHelper>,
    /// One for each worker of the team.
    pub(crate) tallies: SharedSlice<Tally>,
    /// One for each worker that searches.
    pub(crate) worker_states: Vec<Mutex<WorkerState>>,
    stack: Vec<ChessNode>,
    evaluation: Evaluation,
    /// The number of searches so far.
    searches: u64,
    contempt: i32,
    width: Width,
    pub(crate) tablebase: Option<Arc<dyn Tablebase>>,
    probing: ProbeLimits,
    /// Another way to search, if it is in use.
    pub(crate) monte_carlo: MonteCarlo,
}

impl Searcher {
    /// A sequential searcher with a table of this many MiB.
    ///
    /// # Errors
    /// The memory is not available.
    pub fn new(table_mib: usize) -> Result<Searcher, SearcherError> {
        Searcher::with_table(Arc::new(Mapping::new(table_mib)?), Evaluation::default())
    }

    fn with_table(table: Arc<Mapping>, evaluation: Evaluation) -> Result<Searcher, SearcherError> {
        Ok(Searcher {
            table,
            is_guest: false,
            team: Team::new(1, Backend::default())?,
            mode: SearchMode::Sequential,
            groups: Groups::default(),
            helpers: HelpersTables::default(),
            tallies: Tally::of_team(1)?,
            worker_states: vec![Mutex::new(WorkerState::new(evaluation.clone()))],
            stack: vec![ChessNode::vacant(); 2 * MAX_PLY],
            evaluation,
            searches: 0,
            contempt: 0,
            width: Width::Selective,
            tablebase: None,
            probing: ProbeLimits::default(),
            monte_carlo: MonteCarlo::default(),
        })
    }

    /// Clears table and history, and replaces workers that have died.
    pub fn new_game(&mut self) {
        if let SearchMode::Parallel { .. } = self.mode {
            let workers = self.team.workers();
            self.team.set_workers(workers).expect("the number of workers does not change");
        }
        self.groups.are_refused = false;
        self.groups.others.iter_mut().for_each(Searcher::new_game);
        self.clear_table();
        let shared = self.team.arena().shared();
        shared.learnt.clear();
        self.helpers.all().for_each(OfHelper::clear);
        shared.traffic.clear();
        self.monte_carlo.forget();
    }

    /// Sets the contempt, in centipawns: how much the side to move at the root avoids a draw. The
    /// default is 0.
    pub fn set_contempt(&mut self, centipawns: i32) {
        if self.contempt != centipawns {
            self.monte_carlo.forget();
        }
        self.contempt = centipawns;
    }

    /// Replaces the evaluation, at first the hand-written one. Clears table and history, which depend on
    /// it.
    pub fn set_evaluation(&mut self, evaluation: Evaluation) {
        // Forked workers have their own copies of the old one.
        self.team.dismiss();
        self.groups.dissolve();
        for state in &mut self.worker_states {
            *state = Mutex::new(WorkerState::new(evaluation.clone()));
        }
        self.evaluation = evaluation;
        self.new_game();
    }

    /// Sets what the search may leave out. The default is [`Width::Selective`].
    pub fn set_width(&mut self, width: Width) {
        self.width = width;
    }

    /// Sets a parameter of selective search, as near as its range allows, for all searchers of the
    /// process.
    #[cfg(feature = "tunable")]
    pub fn set_parameter(&mut self, parameter: &crate::params::Parameter, value: i32) {
        // Forked workers have their own copies of the old value.
        self.team.dismiss();
        self.groups.dissolve();
        parameter.set(value);
    }

    /// Sets the endgame tables to ask, at first none. Clears the transposition table, which may have
    /// values from others.
    pub fn set_tablebase(&mut self, tablebase: Option<Arc<dyn Tablebase>>) {
        // Forked workers have mapped the old ones.
        self.team.dismiss();
        self.groups.dissolve();
        self.tablebase = tablebase;
        self.monte_carlo.forget();
        self.clear_table();
    }

    /// What of the endgame tables has become useless since this was last asked.
    pub fn take_tablebase_problems(&self) -> Vec<Problem> {
        self.tablebase.as_ref().map_or_else(Vec::new, |tablebase| tablebase.take_problems())
    }

    /// Sets which positions are looked up in the endgame tables, by default all.
    pub fn set_probing(&mut self, limits: ProbeLimits) {
        if limits.fifty_moves != self.probing.fifty_moves {
            self.clear_table();
            self.monte_carlo.forget();
        }
        self.probing = limits;
    }

    /// How it searches.
    pub fn mode(&self) -> SearchMode {
        self.mode
    }

    /// Sets how to search from the next search on. The default is sequential.
    ///
    /// # Errors
    /// The number of workers is out of range, or their memory is not available; the mode stays as it
    /// was.
    pub fn set_mode(&mut self, mode: SearchMode) -> Result<(), ArenaError> {
        let before = std::mem::replace(&mut self.mode, mode);
        if let Err(error) = self.resize_team(self.own_workers()) {
            self.mode = before;
            return Err(error);
        }
        if mode != before {
            self.groups.dissolve();
        }
        match mode {
            SearchMode::Sequential => self.team.dismiss(),
            SearchMode::Parallel { backend, .. } => self.team.set_backend(backend),
        }
        self.worker_states.truncate(self.team.size());
        self.release_tables();
        Ok(())
    }

    /// Makes room for so many workers of a driver that the caller supplies ([`Searcher::search_by`]).
    /// Table and history stay. The mode becomes sequential.
    ///
    /// # Errors
    /// As [`Searcher::set_mode`].
    pub fn make_room_for(&mut self, workers: usize) -> Result<(), ArenaError> {
        self.resize_team(workers)?;
        self.team.dismiss();
        self.groups.dissolve();
        self.mode = SearchMode::Sequential;
        Ok(())
    }

    /// Gives back what helpers have learnt in, if the team that searches next has other tables.
    fn release_tables(&mut self) {
        let workers = self.team.size();
        self.helpers.release_unless_for(&mut self.team, workers);
    }

    fn resize_team(&mut self, workers: usize) -> Result<(), ArenaError> {
        let is_possible = (1..=MAX_WORKERS).contains(&workers);
        let new = is_possible && workers != self.tallies.len();
        let new = new.then(|| Tally::of_team(workers)).transpose()?;
        self.team.set_workers(workers)?;
        // Workers that were forked with the old ones have been dismissed.
        if let Some(new) = new {
            self.tallies = new;
        }
        Ok(())
    }

    /// Makes a state for each of so many workers.
    pub(crate) fn ensure_worker_states(&mut self, workers: usize) {
        let missing = workers.saturating_sub(self.worker_states.len());
        let new = || Mutex::new(WorkerState::new(self.evaluation.clone()));
        self.worker_states.extend(std::iter::repeat_with(new).take(missing));
    }

    /// Sets the number of workers from the next search on: one is the sequential program, more are a
    /// team of `backend`.
    ///
    /// # Errors
    /// As [`Searcher::set_mode`].
    pub fn set_workers(&mut self, workers: usize, backend: Backend) -> Result<(), ArenaError> {
        self.set_mode(match workers {
            1 => SearchMode::Sequential,
            _ => SearchMode::Parallel { workers, backend },
        })
    }

    /// Chooses how a team shares the tree, from the next search on. The default is Dynamic Tree
    /// Splitting.
    pub fn set_algorithm(&mut self, algorithm: Algorithm) {
        self.team.set_algorithm(algorithm);
        self.groups.dissolve();
        self.release_tables();
    }

    /// Sets the number of processors that a team uses; `None`, as at first, for all. See
    /// [`Team::set_processors`].
    pub fn set_processors(&mut self, processors: impl Into<Option<usize>>) {
        self.team.set_processors(processors);
        self.groups.dissolve();
        self.release_tables();
    }

    /// The processors that a team uses; see [`Team::processors`].
    pub fn processors(&self) -> usize {
        self.team.processors()
    }

    /// The number of workers that search at once in real time; see [`Team::size`].
    pub fn team_size(&self) -> usize {
        self.group_sizes().into_iter().sum()
    }

    /// True if each worker learns in tables of its own; see [`cleave_smp::Learning`].
    pub fn learns_apart(&self) -> bool {
        self.team.arena().algorithm().learning().is_apart(self.group_sizes()[0])
    }

    /// Why the workers learn together although each should for itself; see [`HelpersTables::take_refusal`].
    pub fn take_refusal_of_tables(&mut self) -> Option<io::Error> {
        self.helpers.take_refusal()
    }

    /// Why the system has not let a worker start; see [`Team::take_refusal`].
    pub fn take_refusal(&self) -> Option<io::Error> {
        self.team.take_refusal()
    }

    /// The parameters of splitting.
    pub fn split_params(&mut self) -> &mut Params {
        &mut self.team.params
    }

    /// The number of split blocks in use: 0 between searches.
    pub fn blocks_in_use(&self) -> u32 {
        self.team.arena().blocks_in_use()
    }

    /// Searches until a limit is reached or the host stops the search.
    pub fn search(&mut self, root: &Root, limits: &Limits, host: &mut dyn Host) -> Outcome {
        let groups = self.fit_team(limits);
        if self.monte_carlo.is_on() {
            return self.run_monte_carlo(root, limits, host);
        }
        match self.mode {
            SearchMode::Sequential => self.search_sequentially(root, limits, host),
            SearchMode::Parallel { .. } => self.run_parallel(&groups, root, limits, host),
        }
    }

    /// As [`Searcher::search`], but always sequentially. Table and history are those that a team
    /// uses.
    pub fn search_sequentially(
        &mut self,
        root: &Root,
        limits: &Limits,
        host: &mut dyn Host,
    ) -> Outcome {
        let setup = self.set_up(root);
        self.run_sequential(&setup, limits, host)
    }

    pub(crate) fn set_up(&mut self, root: &Root) -> RootSetup {
        self.searches += 1;
        if !self.is_guest {
            Table::over(&self.table).new_search();
        }
        RootSetup {
            search: self.searches,
            root: root.position,
            game: GameKeys::new(&root.history),
            contempt: self.contempt,
            width: self.width,
            probing: self.probing_now(),
            iteration: Depth::ZERO,
            is_decided: false,
        }
    }

    /// The limits of this search: no more pieces than there are tables for.
    fn probing_now(&self) -> ProbeLimits {
        let most = self.tablebase.as_ref().map_or(0, |tablebase| tablebase.max_pieces());
        ProbeLimits { pieces: self.probing.pieces.min(most), ..self.probing }
    }
}

fn lock(state: &Mutex<WorkerState>) -> MutexGuard<'_, WorkerState> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}
