//! The searcher: everything that lives from one search to the next.

mod groups;
pub(crate) mod outcome;
pub(crate) mod pending;
mod placing;
mod table;
mod team;
#[cfg(test)]
mod tests;
pub(crate) mod workers;

use std::io;
use std::sync::Arc;

use cleave_board::{Key, Position};
use cleave_clock::Timer;
use cleave_smp::{ArenaError, Backend, Params};
use cleave_tablebase::{Problem, Tablebase};
use cleave_tt::MappingError;

use crate::algorithms::{self, Algorithm};
use crate::context::probing::ProbeLimits;
use crate::context::setup::{RootSetup, Width};
use crate::control::Limits;
use crate::control::host::Host;
use crate::evaluation::Evaluation;
use crate::monte_carlo::MonteCarlo;
use crate::path::GameKeys;
use crate::units::Depth;
use groups::Groups;
use outcome::Outcome;
use placing::Placing;
use table::SearcherTable;
use workers::Workers;

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
    /// A team of workers that split the tree among them. A team of one is allowed.
    Parallel {
        /// The number of workers, at least 1.
        workers: usize,
        /// Threads or processes.
        backend: Backend,
    },
}

impl SearchMode {
    /// Returns the mode with the backend that this system has.
    fn here(self) -> SearchMode {
        match self {
            SearchMode::Sequential => self,
            SearchMode::Parallel { workers, backend } => {
                SearchMode::Parallel { workers, backend: backend.here() }
            }
        }
    }
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

/// Searches positions. Keeps table, history, evaluations and the team from one search to the next.
pub struct Searcher {
    pub(crate) table: SearcherTable,
    pub(crate) workers: Workers,
    mode: SearchMode,
    groups: Groups,
    /// `None` in a group whose workers another searcher places.
    placing: Option<Placing>,
    /// The number of processors that the program has set.
    wanted_processors: Option<usize>,
    pub(crate) settings: Settings,
    /// The number of searches so far.
    searches: u64,
    /// Another way to search, if it is in use.
    pub(crate) monte_carlo: MonteCarlo,
}

/// The settings that concern the searches of one worker.
#[derive(Clone, Default)]
pub(crate) struct Settings {
    contempt: i32,
    width: Width,
    pub(crate) probing: ProbeLimits,
    pub(crate) tablebase: Option<Arc<dyn Tablebase>>,
    best_together: bool,
}

impl Searcher {
    /// Creates a sequential searcher with a table of this many MiB.
    ///
    /// # Errors
    /// The memory is not available.
    pub fn new(table_mib: usize) -> Result<Searcher, SearcherError> {
        Searcher::with_table(SearcherTable::new(table_mib)?, Evaluation::default())
    }

    fn with_table(table: SearcherTable, evaluation: Evaluation) -> Result<Searcher, SearcherError> {
        Ok(Searcher {
            table,
            workers: Workers::new(evaluation)?,
            mode: SearchMode::Sequential,
            groups: Groups::default(),
            placing: Some(Placing::default()),
            wanted_processors: None,
            settings: Settings::default(),
            searches: 0,
            monte_carlo: MonteCarlo::default(),
        })
    }

    /// Dismisses the helpers, because they were forked with data that is about to change.
    fn dismiss_helpers(&mut self) {
        self.workers.team.dismiss();
        self.groups.dissolve();
    }

    /// Clears table and history, and replaces workers that have died.
    pub fn new_game(&mut self) {
        if let SearchMode::Parallel { .. } = self.mode {
            self.workers.replace_the_dead();
        }
        self.groups.are_refused = false;
        self.groups.others.iter_mut().for_each(Searcher::new_game);
        self.clear_table();
        self.workers.forget();
        self.monte_carlo.forget();
    }

    /// Sets the contempt in centipawns: the side to move at the root avoids a draw by this much. The default is 0.
    pub fn set_contempt(&mut self, centipawns: i32) {
        if self.settings.contempt != centipawns {
            self.monte_carlo.forget();
        }
        self.settings.contempt = centipawns;
    }

    /// Replaces the evaluation, which is hand-written at first. Clears table and history, which depend on it.
    pub fn set_evaluation(&mut self, evaluation: Evaluation) {
        self.dismiss_helpers();
        self.workers.set_evaluation(evaluation);
        self.new_game();
    }

    /// Sets the parts of the tree that the search may leave out. The default is [`Width::Selective`].
    pub fn set_width(&mut self, width: Width) {
        self.settings.width = width;
    }

    /// Sets a parameter of selective search, as near as its range allows, for all searchers of the
    /// process.
    #[cfg(feature = "tunable")]
    pub fn set_parameter(&mut self, parameter: &crate::params::Parameter, value: i32) {
        self.dismiss_helpers();
        parameter.set(value);
    }

    /// Sets the endgame tables to probe; at first there are none. Clears the transposition table, which may have values
    /// from others.
    pub fn set_tablebase(&mut self, tablebase: Option<Arc<dyn Tablebase>>) {
        self.dismiss_helpers();
        self.settings.tablebase = tablebase;
        self.monte_carlo.forget();
        self.table.clear();
    }

    /// Returns the endgame tables that have become useless since the last call.
    pub fn take_tablebase_problems(&self) -> Vec<Problem> {
        let tablebase = self.settings.tablebase.as_ref();
        tablebase.map_or_else(Vec::new, |tablebase| tablebase.take_problems())
    }

    /// Sets which positions are looked up in the endgame tables, by default all.
    pub fn set_probing(&mut self, limits: ProbeLimits) {
        if limits.fifty_moves != self.settings.probing.fifty_moves {
            self.table.clear();
            self.monte_carlo.forget();
        }
        self.settings.probing = limits;
    }

    /// Returns the mode.
    pub fn mode(&self) -> SearchMode {
        self.mode
    }

    /// Sets how to search from the next search on. The default is sequential.
    ///
    /// # Errors
    /// The number of workers is out of range, or their memory is not available. The mode stays as it was.
    pub fn set_mode(&mut self, mode: SearchMode) -> Result<(), ArenaError> {
        let mode = mode.here();
        let before = std::mem::replace(&mut self.mode, mode);
        if let Err(error) = self.workers.resize(self.own_workers()) {
            self.mode = before;
            return Err(error);
        }
        if mode != before {
            self.groups.dissolve();
        }
        match mode {
            SearchMode::Sequential => self.workers.team.dismiss(),
            SearchMode::Parallel { backend, .. } => self.workers.team.set_backend(backend),
        }
        let Workers { team, states, .. } = &mut self.workers;
        states.truncate(team.size());
        self.workers.release_tables();
        Ok(())
    }

    /// Makes room for this many workers of a driver that the caller supplies ([`Searcher::search_by`]). Table and
    /// history stay. The mode becomes sequential.
    ///
    /// # Errors
    /// As [`Searcher::set_mode`].
    pub fn make_room_for(&mut self, workers: usize) -> Result<(), ArenaError> {
        self.workers.resize(workers)?;
        self.dismiss_helpers();
        self.mode = SearchMode::Sequential;
        Ok(())
    }

    /// Sets the number of workers from the next search on. One is the sequential program; more are a team of `backend`.
    ///
    /// # Errors
    /// As [`Searcher::set_mode`].
    pub fn set_workers(&mut self, workers: usize, backend: Backend) -> Result<(), ArenaError> {
        self.set_mode(match workers {
            1 => SearchMode::Sequential,
            _ => SearchMode::Parallel { workers, backend },
        })
    }

    /// Sets the algorithm by which a team shares the tree, from the next search on. The default is Dynamic Tree
    /// Splitting.
    pub fn set_algorithm(&mut self, algorithm: Algorithm) {
        algorithms::set_algorithm(&mut self.workers.team, algorithm);
        self.groups.dissolve();
        self.workers.release_tables();
    }

    /// Sets whether a team searches the root moves that were best in recent iterations together, one after the other,
    /// before it splits the root. The default is false. Crafty's `NextRootMoveParallel`.
    pub fn set_best_together(&mut self, is_on: bool) {
        self.settings.best_together = is_on;
    }

    /// Returns true if a team searches such moves together, because it is set to or its algorithm does.
    pub fn searches_best_together(&self) -> bool {
        let algorithm = algorithms::algorithm(&self.workers.team);
        self.settings.best_together || algorithm.searches_best_together()
    }

    /// Sets the number of processors that a team uses. `None`, the initial value, means all that
    /// [the policy](Searcher::set_numa_policy) allows. See [`Team::set_processors`](cleave_smp::Team::set_processors).
    pub fn set_processors(&mut self, processors: impl Into<Option<usize>>) {
        self.wanted_processors = processors.into();
        self.count_processors();
    }

    fn count_processors(&mut self) {
        let of_policy = self.placing.as_ref().and_then(Placing::processors);
        let processors = self.wanted_processors.or(of_policy);
        self.workers.team.set_processors(processors);
        self.groups.dissolve();
        self.workers.release_tables();
    }

    /// Returns the number of processors that a team uses; see [`Team::processors`](cleave_smp::Team::processors).
    pub fn processors(&self) -> usize {
        self.workers.team.processors()
    }

    /// Returns the number of workers that search at once in real time; see [`Team::size`](cleave_smp::Team::size).
    pub fn team_size(&self) -> usize {
        self.group_sizes().into_iter().sum()
    }

    /// Returns true if each worker learns in tables of its own; see [`cleave_smp::learns_apart`].
    pub fn learns_apart(&self) -> bool {
        self.workers.learn_apart(self.group_sizes()[0])
    }

    /// Returns why the workers learn in common tables although each should have its own; see
    /// [`HelpersTables::take_refusal`](cleave_smp::HelpersTables::take_refusal).
    pub fn take_refusal_of_tables(&mut self) -> Option<io::Error> {
        self.workers.helpers.take_refusal()
    }

    /// Returns why the system refused to start a worker; see [`Team::take_refusal`](cleave_smp::Team::take_refusal).
    pub fn take_refusal(&self) -> Option<io::Error> {
        self.workers.team.take_refusal()
    }

    /// Returns the parameters of splitting.
    pub fn split_params(&mut self) -> &mut Params {
        &mut self.workers.team.params
    }

    /// Returns the number of split blocks in use: 0 between searches.
    pub fn blocks_in_use(&self) -> u32 {
        algorithms::blocks_in_use(&self.workers.team)
    }

    /// Searches until a limit is reached or the host stops the search.
    pub fn search(&mut self, root: &Root, limits: &Limits, host: &mut dyn Host) -> Outcome {
        let groups = self.fit_team(limits);
        if self.monte_carlo.is_on() {
            return self.run_monte_carlo(root, limits, host);
        }
        if self.mode == SearchMode::Sequential {
            let _bound = self.bind_alone();
            return self.search_sequentially(root, limits, host);
        }
        let timer = Timer::start(limits.timing());
        match self.gather(&groups) {
            others if others.is_empty() => self.run_team(root, timer, limits, host),
            others => self.run_groups(others, root, timer, limits, host),
        }
    }

    pub(crate) fn set_up(&mut self, root: &Root) -> RootSetup {
        self.searches += 1;
        self.table.begin_search();
        let Settings { contempt, width, probing, ref tablebase, .. } = self.settings;
        // Not more pieces than the tables cover.
        let most = tablebase.as_ref().map_or(0, |tablebase| tablebase.max_pieces());
        RootSetup {
            search: self.searches,
            root: root.position,
            game: GameKeys::new(&root.history),
            contempt,
            width,
            probing: ProbeLimits { pieces: probing.pieces.min(most), ..probing },
            iteration: Depth::ZERO,
            is_decided: false,
            best_together: self.searches_best_together(),
        }
    }
}
