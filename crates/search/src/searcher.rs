//! The searcher: table, history and evaluators that live from move to move, and the team.

use std::sync::{Mutex, MutexGuard, PoisonError};

use cleave_board::{Key, Move, Position, Value};
use cleave_eval::Evaluator;
use cleave_smp::{Algorithm, ArenaError, Backend, HelperSlot, Params, Stats, Team};
use cleave_smp_lab::virtual_time::{Machine, VirtualRun, VirtualTeam};
use cleave_tt::{Mapping, MappingError};

use crate::bench::Undisturbed;
use crate::context::{SearchContext, Shared};
use crate::control::Control;
use crate::driver::Driver;
use crate::iterate::iterate;
use crate::node::ChessNode;
use crate::path::GameKeys;
use crate::setup::{Setup, Width};
use crate::table::Table;
use crate::time::Timer;
use crate::units::{Depth, MAX_PLY};
use crate::worker_state::WorkerState;
use crate::{Host, Limits};

/// The most workers of a real team: more than the processors of most machines.
pub const MAX_WORKERS: usize = 256;

/// Where a search starts: a position and the keys of the positions before it.
#[derive(Clone, Debug)]
pub struct Root {
    /// The position to search.
    pub position: Position,
    /// Keys of all earlier positions of the game, oldest first, `position` itself not included.
    pub history: Vec<Key>,
}

/// What a search has found.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The move to play; `None` only if there is no legal move.
    pub best: Option<Move>,
    /// The answer to expect, to ponder on.
    pub ponder: Option<Move>,
    /// Value for the side to move.
    pub value: Value,
    /// The last iteration finished.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// The best line.
    pub line: Vec<Move>,
    /// Nodes spent on each move of the root, the best move first. They sum to `nodes`.
    pub effort: Vec<(Move, u64)>,
    /// Torn table entries that this search has met, and rejected.
    pub torn_rejected: u64,
    /// What the team has done; `None` from the sequential program.
    pub stats: Option<Stats>,
    /// What happened in virtual time, if it was.
    pub virtual_run: Option<VirtualRun>,
}

/// Which program searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchMode {
    /// P_seq: the recursive driver for the whole tree. What a parallel program is measured against.
    Sequential,
    /// A team of workers that split the tree among them; one alone is allowed.
    Parallel {
        /// How many, from 1.
        workers: usize,
        /// What they are made of.
        backend: Backend,
    },
    /// A team in virtual time, in this one thread. To be used with limits of depth or nodes: the
    /// clock on the wall has no meaning there.
    Virtual(Machine),
}

/// Why a searcher cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum Refused {
    /// There is no memory for the table.
    #[error(transparent)]
    Table(#[from] MappingError),
    /// There is none for the team.
    #[error(transparent)]
    Team(#[from] ArenaError),
}

/// The searcher: table, history and evaluators that live from move to move, and the team.
pub struct Searcher {
    table: Mapping,
    /// History lies in its arena, even when there is no team.
    team: Team<ChessNode>,
    program: SearchMode,
    /// One for each worker.
    worker_states: Vec<Mutex<WorkerState>>,
    stack: Vec<ChessNode>,
    evaluator: Evaluator,
    /// Searches so far.
    searches: u64,
    contempt: i32,
    width: Width,
}

impl Searcher {
    /// A sequential searcher with a table of this many MiB.
    ///
    /// # Errors
    /// The memory could not be had.
    pub fn new(table_mib: usize) -> Result<Searcher, Refused> {
        let evaluator = Evaluator::new();
        Ok(Searcher {
            table: Mapping::new(table_mib)?,
            team: Team::new(1, Backend::default())?,
            program: SearchMode::Sequential,
            worker_states: vec![Mutex::new(WorkerState::new(evaluator.clone()))],
            stack: vec![ChessNode::vacant(); 2 * MAX_PLY],
            evaluator,
            searches: 0,
            contempt: 0,
            width: Width::Selective,
        })
    }

    /// Replaces the table by an empty one of this many MiB.
    ///
    /// # Errors
    /// The table could not be had; the old one stays.
    pub fn set_table_size(&mut self, mib: usize) -> Result<(), MappingError> {
        // Forked workers have the old table mapped.
        self.team.dismiss();
        self.table.resize(mib)
    }

    /// Forgets everything learnt: table and history; also that workers have died, if the team has
    /// become smaller by that.
    pub fn new_game(&mut self) {
        if let SearchMode::Parallel { workers, .. } = self.program {
            self.team.set_workers(workers).expect("the number stays as it is");
        }
        Table::over(&self.table).clear();
        self.team.arena().shared().history.clear();
    }

    /// How much the side to move at the root dislikes a draw, in centipawns. 0 from the start.
    pub fn set_contempt(&mut self, centipawns: i32) {
        self.contempt = centipawns;
    }

    /// Replaces the evaluator, and with it the weights: for the tuner's matches.
    pub fn set_evaluator(&mut self, evaluator: Evaluator) {
        self.team.dismiss();
        for worker_state in &mut self.worker_states {
            *worker_state = Mutex::new(WorkerState::new(evaluator.clone()));
        }
        self.evaluator = evaluator;
        self.new_game();
    }

    /// Chooses what the search may leave out. Selective from the start.
    pub fn set_width(&mut self, width: Width) {
        self.width = width;
    }

    /// Chooses the program, from the next search on. Sequential from the start.
    ///
    /// # Errors
    /// There cannot be so many workers, or the system refuses their memory; the program stays as it
    /// was.
    pub fn set_mode(&mut self, program: SearchMode) -> Result<(), ArenaError> {
        let workers = match program {
            SearchMode::Sequential => 1,
            SearchMode::Parallel { workers, .. } => workers,
            SearchMode::Virtual(machine) => machine.workers,
        };
        self.team.set_workers(workers)?;
        match program {
            SearchMode::Parallel { backend, .. } => self.team.set_backend(backend),
            SearchMode::Sequential | SearchMode::Virtual(_) => self.team.dismiss(),
        }
        self.ensure_worker_states(workers);
        self.program = program;
        Ok(())
    }

    /// Sees to it that there is a worker state for every worker, and no more.
    fn ensure_worker_states(&mut self, workers: usize) {
        let evaluator = &self.evaluator;
        self.worker_states.resize_with(workers, || Mutex::new(WorkerState::new(evaluator.clone())));
    }

    /// Chooses the number of workers, from the next search on: one is the sequential program, more
    /// are a team made of `backend`.
    ///
    /// # Errors
    /// As [`Searcher::set_mode`].
    pub fn set_workers(&mut self, workers: usize, backend: Backend) -> Result<(), ArenaError> {
        self.set_mode(match workers {
            1 => SearchMode::Sequential,
            _ => SearchMode::Parallel { workers, backend },
        })
    }

    /// Chooses how a team, real or virtual, shares the tree, from the next search on: Dynamic Tree
    /// Splitting from the start.
    pub fn set_algorithm(&mut self, algorithm: Algorithm) {
        self.team.set_algorithm(algorithm);
    }

    /// Sets on how many processors a team runs, at first all there are; see
    /// [`Team::set_processors`].
    pub fn set_processors(&mut self, processors: usize) {
        self.team.set_processors(processors);
    }

    /// Where and when a team splits.
    pub fn split_params(&mut self) -> &mut Params {
        &mut self.team.params
    }

    /// Split blocks in use: 0 between searches.
    pub fn blocks_in_use(&self) -> u32 {
        self.team.arena().blocks_in_use()
    }

    /// Searches until a limit is reached or the host says stop.
    pub fn search(&mut self, root: &Root, limits: &Limits, host: &mut dyn Host) -> Outcome {
        let setup = self.set_up(root);
        match self.program {
            SearchMode::Sequential => self.search_alone(&setup, limits, host),
            SearchMode::Parallel { .. } => self.search_as_team(&setup, limits, host),
            SearchMode::Virtual(machine) => self.search_virtually(machine, &setup, limits, host),
        }
    }

    /// The same by P_seq, whatever the program is. What it learns, a team finds.
    pub fn search_sequentially(
        &mut self,
        root: &Root,
        limits: &Limits,
        host: &mut dyn Host,
    ) -> Outcome {
        let setup = self.set_up(root);
        self.search_alone(&setup, limits, host)
    }

    fn set_up(&mut self, root: &Root) -> Setup {
        self.searches += 1;
        Table::over(&self.table).new_search();
        Setup {
            search: self.searches,
            root: root.position,
            game: GameKeys::new(&root.history),
            contempt: self.contempt,
            width: self.width,
            iteration: Depth::ZERO,
            is_decided: false,
        }
    }

    fn search_alone(&mut self, setup: &Setup, limits: &Limits, host: &mut dyn Host) -> Outcome {
        let shared = Shared::new(Table::over(&self.table), self.team.arena().shared());
        let mut worker_state = take(&self.worker_states[0]);
        let mut context =
            SearchContext::new(shared, &mut worker_state, Control::start(limits, host));
        let mut driver = Driver::Sequential(&mut self.stack);
        run(&mut context, &mut driver, setup, limits)
    }

    fn search_as_team(&mut self, setup: &Setup, limits: &Limits, host: &mut dyn Host) -> Outcome {
        let (table, worker_states) = (&self.table, &self.worker_states);
        let helper = |slot: &HelperSlot<'_, ChessNode>| {
            let mut worker_state = take(&worker_states[slot.id().index()]);
            let shared = Shared::new(Table::over(table), slot.shared());
            let mut silent = Undisturbed;
            let control = Control::start(&Limits::default(), &mut silent);
            slot.serve(&mut SearchContext::new(shared, &mut worker_state, control));
        };
        // Before the helpers are started: that takes time of this search.
        let timer = Timer::start(limits.clock, limits.pace, limits.pondering);
        self.team.session(&helper, |main_worker| {
            let shared = Shared::new(Table::over(table), main_worker.shared());
            let mut worker_state = take(&worker_states[0]);
            let control = Control::timed_by(timer, limits, host);
            let mut context = SearchContext::new(shared, &mut worker_state, control);
            let mut driver = Driver::Team(main_worker, Stats::default());
            let outcome = run(&mut context, &mut driver, setup, limits);
            let Driver::Team(_, stats) = driver else { return outcome };
            Outcome { stats: Some(stats), ..outcome }
        })
    }

    fn search_virtually(
        &mut self,
        machine: Machine,
        setup: &Setup,
        limits: &Limits,
        host: &mut dyn Host,
    ) -> Outcome {
        let shared = Shared::new(Table::over(&self.table), self.team.arena().shared());
        let mut worker_states: Vec<_> =
            self.worker_states[..machine.workers].iter().map(take).collect();
        let (worker_state, worker_states) =
            worker_states.split_first_mut().expect("a machine has a processor");
        let mut silent: Vec<_> = worker_states.iter().map(|_| Undisturbed).collect();
        let contexts = worker_states
            .iter_mut()
            .zip(&mut silent)
            .map(|(worker_state, silent)| {
                SearchContext::new(shared, worker_state, Control::start(&Limits::default(), silent))
            })
            .collect();
        let mut team = VirtualTeam::new(self.team.arena(), machine, self.team.params, contexts);
        let mut context = SearchContext::new(shared, worker_state, Control::start(limits, host));
        let mut driver = Driver::Virtual(&mut team, Stats::default());
        let outcome = run(&mut context, &mut driver, setup, limits);
        let Driver::Virtual(team, stats) = driver else { return outcome };
        Outcome { stats: Some(stats), virtual_run: Some(team.run()), ..outcome }
    }
}

fn take(worker_state: &Mutex<WorkerState>) -> MutexGuard<'_, WorkerState> {
    worker_state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A whole search, from the first iteration to the last.
fn run(
    context: &mut SearchContext,
    driver: &mut Driver<'_, '_, '_>,
    setup: &Setup,
    limits: &Limits,
) -> Outcome {
    let torn_before = context.shared.table.torn_rejected();
    context.begin_search(setup);
    context.root.exclude(&limits.excluded);
    if context.root.is_empty() {
        return Outcome::without_moves(&setup.root);
    }
    let last =
        limits.depth.map_or(Depth::MAX, |d| Depth::new(d.clamp(1, 999) as i32).min(Depth::MAX));
    let depth = iterate(context, driver, last, limits.multi_pv);
    context.wait_for_host(limits.is_endless());
    let best = context.root.get(0).expect("there is a legal move");
    let line = best.line().moves().to_vec();
    Outcome {
        best: Some(best.mv()),
        ponder: line
            .get(1)
            .copied()
            .or_else(|| context.shared.table.reply_to(&setup.root, line[0])),
        value: best.value().expect("a first move has always been searched"),
        depth: depth.get() as u32,
        nodes: context.nodes_of_all(),
        line,
        effort: context.root.from_rank(0).iter().map(|mv| (mv.mv(), mv.nodes())).collect(),
        torn_rejected: context.shared.table.torn_rejected() - torn_before,
        stats: None,
        virtual_run: None,
    }
}

impl Outcome {
    /// Mate or stalemate on the board.
    fn without_moves(position: &Position) -> Outcome {
        let value = if position.in_check() { Value::mated_in(0) } else { Value::ZERO };
        Outcome {
            best: None,
            ponder: None,
            value,
            depth: 0,
            nodes: 0,
            line: Vec::new(),
            effort: Vec::new(),
            torn_rejected: 0,
            stats: None,
            virtual_run: None,
        }
    }
}

#[cfg(test)]
mod tests;
