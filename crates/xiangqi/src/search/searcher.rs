//! What lives from one search to the next, and how a search is asked for.

use std::time::Duration;

use cleave_algorithms::{Algorithm, Arena, HelperSlot, SetAlgorithm, Team};
use cleave_smp::driver::{self, Never};
use cleave_smp::{ArenaError, Backend, HelpersTables, Node, Params, Stats, WorkerId};
use cleave_tt::{Mapping, MappingError, Table};

use crate::search::context::{SearchContext, Setup, Width};
use crate::search::control::{Host, Limits};
use crate::search::history::History;
use crate::search::iterate::PendingSearch;
use crate::search::node::XiangqiNode;
use crate::search::value::MATES;
use crate::{Game, Move};

/// What is known of a move after an iteration.
#[derive(Clone, Debug)]
pub struct Thinking {
    /// Its depth in plies.
    pub depth: u32,
    /// 1 for the best move, 2 for the next.
    pub rank: usize,
    /// The value for the side to move.
    pub value: i32,
    /// Nodes of all workers so far.
    pub nodes: u64,
    /// Since the search began.
    pub time: Duration,
    /// The best line.
    pub line: Vec<Move>,
}

/// What a search has found.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The last iteration that was finished, in plies.
    pub depth: u32,
    /// The value for the side to move.
    pub value: i32,
    /// Nodes of all workers.
    pub nodes: u64,
    /// From the beginning to the end.
    pub time: Duration,
    /// The best line; empty without a legal move.
    pub line: Vec<Move>,
    /// What each worker of the team has done; none for the sequential program.
    pub stats: Option<Stats>,
}

/// Keeps what lives from one search to the next: table, history, team.
pub struct Searcher {
    mapping: Option<Mapping>,
    team: Team<XiangqiNode>,
    helpers_history: HelpersTables<History>,
    width: Width,
}

/// MiB of the table of a new searcher.
const TABLE_MIB: usize = 16;

impl Searcher {
    /// A searcher of so many workers, threads with one table of 16 MiB.
    ///
    /// # Errors
    /// There are too many, or there is no memory for them.
    pub fn new(workers: usize) -> Result<Searcher, ArenaError> {
        let (helpers_history, width) = Default::default();
        let (mapping, team) = (Mapping::new(TABLE_MIB).ok(), Team::new(1, Backend::Thread)?);
        let mut searcher = Searcher { mapping, team, helpers_history, width };
        searcher.set_workers(workers, Backend::Thread)?;
        Ok(searcher)
    }

    /// Sets the size of the table in MiB; 0 for none.
    ///
    /// # Errors
    /// There is no memory; the table is as it was.
    pub fn set_table(&mut self, mib: usize) -> Result<(), MappingError> {
        self.team.dismiss();
        self.mapping = if mib > 0 { Some(Mapping::new(mib)?) } else { None };
        Ok(())
    }

    /// Sets the number of workers, what they run on, and from which depth on so many share trees when idle.
    ///
    /// # Errors
    /// There are too many, or there is no memory for them; nothing has changed.
    pub fn set_workers(&mut self, workers: usize, backend: Backend) -> Result<(), ArenaError> {
        self.team.set_workers(workers)?;
        self.team.set_backend(backend);
        // From which depth on workers without work share trees. A node takes 2.7 times as long as in chess, and a
        // join as long as there, so a team shares smaller trees: in virtual time 16 workers gain a tenth by it (24
        // positions: 9.4 instead of 8.4). Two workers are seldom without work, and lose by it (three seeds: 1.66
        // instead of 1.81).
        let depth = if workers > 2 { 2 } else { 3 };
        (self.team.params.idle_thread_depth, self.team.params.next_depth) = (depth.into(), depth);
        Ok(())
    }

    /// Which part of the tree is searched.
    pub fn set_width(&mut self, width: Width) {
        self.width = width;
    }

    /// How the workers share the tree.
    pub fn set_algorithm(&mut self, algorithm: Algorithm) {
        self.team.set_algorithm(algorithm);
    }

    /// Where and when the team splits.
    pub fn split_params(&mut self) -> &mut Params {
        &mut self.team.params
    }

    /// Lets all workers start even if there are fewer processors.
    pub fn oversubscribe(&mut self) {
        self.team.set_processors(usize::MAX);
    }

    /// Forgets what the table and the histories know.
    pub fn new_game(&mut self) {
        table_over(self.mapping.as_ref()).inspect(Table::clear);
        self.team.arena().shared().clear();
        self.helpers_history.all().for_each(History::clear);
    }

    /// Makes a history for each of so many workers, if the team learns apart.
    fn provide_history(&mut self, workers: usize) {
        let has_private_tables =
            self.team.arena().memory().selected().learning().has_private_tables(workers);
        self.helpers_history.provide_for(&mut self.team, workers, has_private_tables);
    }

    /// Searches the position of a game, and shows the host each line. Without a legal move the line is empty
    /// and the value that of a loss.
    pub fn search(&mut self, root: &Game, limits: &Limits, host: &mut dyn Host) -> Outcome {
        let (setup, workers) = (self.set_up(root), self.team.size());
        self.provide_history(workers);
        let table = table_over(self.mapping.as_ref());
        let helpers = &self.helpers_history;
        let helper = |slot: HelperSlot<'_, XiangqiNode>| {
            let history = helpers.of(slot.id()).unwrap_or(slot.shared());
            slot.serve(&mut SearchContext::new(table, history, &setup));
        };
        self.team.session(&helper, |main_worker| {
            let context = SearchContext::new(table, main_worker.shared(), &setup);
            PendingSearch::begin(context, root, limits, host).run(main_worker)
        })
    }

    /// The same by the sequential program, without a team.
    pub fn search_sequentially(
        &mut self,
        root: &Game,
        limits: &Limits,
        host: &mut dyn Host,
    ) -> Outcome {
        let setup = self.set_up(root);
        let table = table_over(self.mapping.as_ref());
        let history: &History = self.team.arena().shared();
        let context = SearchContext::new(table, history, &setup);
        let mut stack = vec![XiangqiNode::default(); XiangqiNode::STACK];
        PendingSearch::begin(context, root, limits, host).deepen(|context, node| {
            let before = context.nodes;
            stack[0] = *node;
            let value = driver::search(context, &mut stack, &mut Never);
            let line = stack[0].line().moves().to_vec();
            (value.map(|value| (value, line)), context.nodes - before)
        })
    }

    /// Searches with a team that `body` makes, of as many workers as this searcher has. The clock
    /// runs already when `body` is called.
    pub fn search_by<R>(
        &mut self,
        root: &Game,
        limits: &Limits,
        host: &mut dyn Host,
        body: impl FnOnce(DriverParts<'_>) -> R,
    ) -> R {
        let (setup, workers) = (self.set_up(root), self.team.workers());
        self.provide_history(workers);
        let (arena, params) = (self.team.arena(), self.team.params);
        let table = table_over(self.mapping.as_ref());
        let helper = |index| {
            let own = self.helpers_history.of(WorkerId::new(index));
            SearchContext::new(table, own.unwrap_or(arena.shared()), &setup)
        };
        let helpers = (1..self.team.workers()).map(helper).collect();
        let context = SearchContext::new(table, arena.shared(), &setup);
        let search = PendingSearch::begin(context, root, limits, host);
        body(DriverParts { arena, params, helpers, search })
    }

    fn set_up(&self, root: &Game) -> Setup {
        table_over(self.mapping.as_ref()).inspect(Table::new_search);
        Setup::new(root, self.width)
    }
}

/// A search that is about to begin, and what a team for it is made of.
pub struct DriverParts<'s> {
    /// The split blocks of the team.
    pub arena: &'s Arena<XiangqiNode>,
    /// Where and when it splits.
    pub params: Params,
    /// The contexts of all workers but the main worker.
    pub helpers: Vec<SearchContext<'s>>,
    /// The search.
    pub search: PendingSearch<'s>,
}

fn table_over(mapping: Option<&Mapping>) -> Option<Table<'_>> {
    mapping.map(|mapping| Table::over(mapping.words(), MATES))
}
