//! Keeps the data that lives from one search to the next, and starts searches.

use std::time::Duration;

use cleave_algorithms::{Algorithm, Arena, HelperSlot, SetAlgorithm, Team};
use cleave_smp::{ArenaError, Backend, HelpersTables, Params, Stats, WorkerId};
use cleave_tt::{Mapping, MappingError, Table};

use crate::search::context::{SearchContext, Setup, Width};
use crate::search::control::{Host, Limits};
use crate::search::history::History;
use crate::search::iterate::{PendingSearch, search_alone};
use crate::search::node::XiangqiNode;
use crate::search::value::MATES;
use crate::{Game, Move};

/// A line of an iteration.
#[derive(Clone, Debug)]
pub struct Thinking {
    /// The depth in plies.
    pub depth: u32,
    /// The rank: 1 for the best move, 2 for the next.
    pub rank: usize,
    /// The value for the side to move.
    pub value: i32,
    /// Nodes of all workers so far.
    pub nodes: u64,
    /// The time since the search began.
    pub time: Duration,
    /// The best line.
    pub line: Vec<Move>,
}

/// The result of a search.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The depth of the last finished iteration, in plies.
    pub depth: u32,
    /// The value for the side to move.
    pub value: i32,
    /// Nodes of all workers.
    pub nodes: u64,
    /// The time from the beginning to the end.
    pub time: Duration,
    /// The best line, which is empty without a legal move.
    pub line: Vec<Move>,
    /// In a search for a mate (`Limits::mate`): the number of moves in which no mate is possible, if that is proved.
    pub no_mate_in: Option<u32>,
    /// The statistics of the team, or `None` for the sequential program.
    pub stats: Option<Stats>,
}

/// The table, history and team, which live from one search to the next.
pub struct Searcher {
    mapping: Option<Mapping>,
    team: Team<XiangqiNode>,
    helpers_history: HelpersTables<History>,
    width: Width,
}

/// The size of a new searcher's table, in MiB.
const TABLE_MIB: usize = 16;

impl Searcher {
    /// Creates a searcher with `workers` threads and a table of 16 MiB.
    ///
    /// # Errors
    /// There are too many workers, or there is no memory for them.
    pub fn new(workers: usize) -> Result<Searcher, ArenaError> {
        let (helpers_history, width) = Default::default();
        let (mapping, team) = (Mapping::new(TABLE_MIB).ok(), Team::new(1, Backend::Thread)?);
        let mut searcher = Searcher { mapping, team, helpers_history, width };
        searcher.set_workers(workers, Backend::Thread)?;
        Ok(searcher)
    }

    /// Sets the size of the table in MiB, or 0 for no table.
    ///
    /// # Errors
    /// There is no memory. The table has not changed.
    pub fn set_table(&mut self, mib: usize) -> Result<(), MappingError> {
        self.team.dismiss();
        self.mapping = if mib > 0 { Some(Mapping::new(mib)?) } else { None };
        Ok(())
    }

    /// Sets the number of workers, their backend, and the least depth of trees that idle workers share.
    ///
    /// # Errors
    /// There are too many workers, or there is no memory for them. The team has not changed.
    pub fn set_workers(&mut self, workers: usize, backend: Backend) -> Result<(), ArenaError> {
        self.team.set_workers(workers)?;
        self.team.set_backend(backend);
        // The least depth of trees that idle workers share. A node takes 2.7 times as long as in chess, but a join
        // takes the same time, so a team shares smaller trees. In virtual time this speeds 16 workers up from 8.4 to
        // 9.4 (24 positions). Two workers are seldom idle, and slow down from 1.81 to 1.66 (three seeds).
        let depth = if workers > 2 { 2 } else { 3 };
        (self.team.params.idle_thread_depth, self.team.params.next_depth) = (depth.into(), depth);
        Ok(())
    }

    /// Sets the part of the tree that is searched.
    pub fn set_width(&mut self, width: Width) {
        self.width = width;
    }

    /// Sets the algorithm by which the workers share the tree.
    pub fn set_algorithm(&mut self, algorithm: Algorithm) {
        self.team.set_algorithm(algorithm);
    }

    /// Returns the parameters of splitting.
    pub fn split_params(&mut self) -> &mut Params {
        &mut self.team.params
    }

    /// Lets all workers run even if there are fewer processors.
    pub fn oversubscribe(&mut self) {
        self.team.set_processors(usize::MAX);
    }

    /// Clears the table and the histories.
    pub fn new_game(&mut self) {
        table_over(self.mapping.as_ref()).inspect(Table::clear);
        self.team.arena().shared().clear();
        self.helpers_history.all().for_each(History::clear);
    }

    /// Makes a history for each worker if the algorithm separates their learning.
    fn provide_history(&mut self, workers: usize) {
        let has_private_tables =
            self.team.arena().memory().selected().learning().has_private_tables(workers);
        self.helpers_history.provide_for(&mut self.team, workers, has_private_tables);
    }

    /// Searches the position of a game, and reports each line to the host. Without a legal move the line is empty and
    /// the value is a loss.
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

    /// Searches with the sequential program, without a team.
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
        let mut stack = Vec::new();
        PendingSearch::begin(context, root, limits, host)
            .deepen(|context, node| search_alone(context, node, &mut stack))
    }

    /// Searches with a team that `body` makes. It has this searcher's number of workers. The clock is already running
    /// when `body` is called.
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

/// A search that is about to begin, and the parts of a team for it.
pub struct DriverParts<'s> {
    /// The split blocks of the team.
    pub arena: &'s Arena<XiangqiNode>,
    /// The parameters of splitting.
    pub params: Params,
    /// The contexts of all workers except the main worker.
    pub helpers: Vec<SearchContext<'s>>,
    /// The search.
    pub search: PendingSearch<'s>,
}

fn table_over(mapping: Option<&Mapping>) -> Option<Table<'_>> {
    mapping.map(|mapping| Table::over(mapping.words(), MATES))
}
