//! What lives from one search to the next, and how a search is asked for.

use std::time::Duration;

use cleave_smp::driver::{self, Never};
use cleave_smp::{Algorithm, ArenaError, Backend, HelperSlot, Node, Team};
use cleave_tt::{Mapping, MappingError, Table};
use cleave_xiangqi::{Move, Position, Rules, Step};

use crate::context::{SearchContext, Setup, Width};
use crate::control::{Control, Host, Limits};
use crate::history::History;
use crate::iterate::{deepen, search_by};
use crate::node::XiangqiNode;
use crate::value::MATES;

/// What is to be searched: a position, and how it came about.
#[derive(Clone, Debug)]
pub struct Root {
    /// The position.
    pub position: Position,
    /// The steps of the game, the last of which leads to the position.
    pub steps: Vec<Step>,
    /// How repetitions are judged.
    pub rules: Rules,
}

impl Root {
    /// Makes a legal move.
    pub fn play(&mut self, mv: Move) {
        let next = self.position.make(mv);
        self.steps.push(Step::new(&self.position, mv, &next));
        self.position = next;
    }
}

impl From<Position> for Root {
    fn from(position: Position) -> Root {
        Root { steps: vec![Step::first(&position)], position, rules: Rules::default() }
    }
}

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
pub type Outcome = Thinking;

/// Keeps what lives from one search to the next: table, history, team.
pub struct Searcher {
    mapping: Option<Mapping>,
    team: Team<XiangqiNode>,
    algorithm: Algorithm,
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
        Searcher::on(workers, Backend::Thread)
    }

    /// A searcher of so many workers of this kind.
    ///
    /// # Errors
    /// There are too many, or there is no memory for them.
    pub fn on(workers: usize, backend: Backend) -> Result<Searcher, ArenaError> {
        let team = Team::new(workers, backend)?;
        let (algorithm, width) = Default::default();
        Ok(Searcher { mapping: Mapping::new(TABLE_MIB).ok(), team, algorithm, width })
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

    /// Sets the number of workers and what they run on. The history is forgotten.
    ///
    /// # Errors
    /// There are too many, or there is no memory for them; nothing has changed.
    pub fn set_workers(&mut self, workers: usize, backend: Backend) -> Result<(), ArenaError> {
        self.team = Team::new(workers, backend)?;
        self.team.set_algorithm(self.algorithm);
        Ok(())
    }

    /// Which part of the tree is searched.
    pub fn set_width(&mut self, width: Width) {
        self.width = width;
    }

    /// How the workers share the tree.
    pub fn set_algorithm(&mut self, algorithm: Algorithm) {
        self.algorithm = algorithm;
        self.team.set_algorithm(algorithm);
    }

    /// Lets all workers start even if there are fewer processors.
    pub fn oversubscribe(&mut self) {
        let workers = self.team.workers();
        self.team.set_processors(workers);
    }

    /// Forgets what the table and the history know.
    pub fn new_game(&mut self) {
        table_over(self.mapping.as_ref()).inspect(Table::clear);
        self.team.arena().shared().clear();
    }

    /// Searches a root, and shows the host each line. Without a legal move the line is empty and the value
    /// that of a loss.
    pub fn search(&mut self, root: &Root, limits: &Limits, host: &mut dyn Host) -> Outcome {
        let width = self.width;
        let setup = Setup::new(&root.steps, 1, root.rules, width);
        let table = table_over(self.mapping.as_ref());
        table.inspect(Table::new_search);
        let helper = |slot: &HelperSlot<'_, XiangqiNode>| {
            slot.serve(&mut SearchContext::new(table, slot.shared(), &setup));
        };
        self.team.session(&helper, |main_worker| {
            let mut context = SearchContext::new(table, main_worker.shared(), &setup)
                .controlled_by(Control::start(limits, host));
            search_by(main_worker, &mut context, root, limits, width)
        })
    }

    /// The same by the sequential program, without a team.
    pub fn search_sequentially(
        &mut self,
        root: &Root,
        limits: &Limits,
        host: &mut dyn Host,
    ) -> Outcome {
        let width = self.width;
        let setup = Setup::new(&root.steps, 1, root.rules, width);
        let table = table_over(self.mapping.as_ref());
        table.inspect(Table::new_search);
        let history: &History = self.team.arena().shared();
        let mut context =
            SearchContext::new(table, history, &setup).controlled_by(Control::start(limits, host));
        let mut stack = vec![XiangqiNode::vacant(); XiangqiNode::STACK];
        deepen(root, limits, &mut context, width, |context, node, _| {
            let before = context.nodes;
            stack[0] = *node;
            let value = driver::search(context, &mut stack, &mut Never);
            let line = stack[0].line().moves().to_vec();
            (value.map(|value| (value, line)), context.nodes - before)
        })
    }
}

fn table_over(mapping: Option<&Mapping>) -> Option<Table<'_>> {
    mapping.map(table_in)
}

/// The table that this memory holds.
pub fn table_in(mapping: &Mapping) -> Table<'_> {
    Table::over(mapping.words(), MATES)
}
