//! The searcher: table, history and evaluator that live from move to move.

use cleave_board::{Key, Move, Position, Value};
use cleave_eval::Evaluator;
use cleave_tt::{Mapping, MappingError};

use crate::control::Control;
use crate::history::History;
use crate::iterate::iterate;
use crate::node::Node;
use crate::ranked::Ranked;
use crate::table::Table;
use crate::units::{Depth, MAX_PLY};
use crate::worker::{Shared, Width, Worker};
use crate::{Host, Limits};

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
}

/// The searcher: table, history and evaluator that live from move to move.
pub struct Searcher {
    table: Mapping,
    history: Box<History>,
    evaluator: Evaluator,
    stack: Vec<Node>,
    quiescence_lists: Vec<Ranked>,
    contempt: i32,
    width: Width,
}

impl Searcher {
    /// A searcher with a table of this many MiB.
    ///
    /// # Errors
    /// The table could not be had.
    pub fn new(table_mib: usize) -> Result<Searcher, MappingError> {
        Ok(Searcher {
            table: Mapping::new(table_mib)?,
            history: Box::new(History::new()),
            evaluator: Evaluator::new(),
            // A line is at most MAX_PLY deep, with a few searches of the same position between.
            stack: vec![Node::vacant(); 2 * MAX_PLY],
            quiescence_lists: vec![Ranked::EMPTY; MAX_PLY],
            contempt: 0,
            width: Width::Selective,
        })
    }

    /// Replaces the table by an empty one of this many MiB.
    ///
    /// # Errors
    /// The table could not be had; the old one stays.
    pub fn set_table_size(&mut self, mib: usize) -> Result<(), MappingError> {
        self.table.resize(mib)
    }

    /// Forgets everything learnt: table and history.
    pub fn new_game(&mut self) {
        Table::over(&self.table).clear();
        self.history.clear();
    }

    /// How much the side to move at the root dislikes a draw, in centipawns. 0 from the start.
    pub fn set_contempt(&mut self, centipawns: i32) {
        self.contempt = centipawns;
    }

    /// Replaces the evaluator, and with it the weights: for the tuner's matches.
    pub fn set_evaluator(&mut self, evaluator: Evaluator) {
        self.evaluator = evaluator;
        self.new_game();
    }

    /// Chooses what the search may leave out. Selective from the start.
    pub fn set_width(&mut self, width: Width) {
        self.width = width;
    }

    /// Searches until a limit is reached or the host says stop.
    pub fn search(&mut self, root: &Root, limits: &Limits, host: &mut dyn Host) -> Outcome {
        let shared =
            Shared { table: Table::over(&self.table), history: &self.history, width: self.width };
        shared.table.new_search();
        let mut worker = Worker::new(
            shared,
            &mut self.evaluator,
            &mut self.quiescence_lists,
            &root.position,
            &root.history,
            self.contempt,
            Control::start(limits, host),
        );
        worker.root.exclude(&limits.excluded);
        if worker.root.is_empty() {
            return Outcome::without_moves(&root.position);
        }
        let last =
            limits.depth.map_or(Depth::MAX, |d| Depth::new(d.clamp(1, 999) as i32).min(Depth::MAX));
        let depth = iterate(&mut worker, &mut self.stack, last, limits.multi_pv);
        worker.wait_for_host(limits.is_endless());
        let best = worker.root.get(0).expect("there is a legal move");
        let line = best.line().moves().to_vec();
        Outcome {
            best: Some(best.mv()),
            ponder: line.get(1).copied().or_else(|| shared.table.reply_to(&root.position, line[0])),
            value: best.value(),
            depth: depth.get() as u32,
            nodes: worker.nodes(),
            line,
        }
    }
}

impl Outcome {
    /// Mate or stalemate on the board.
    fn without_moves(position: &Position) -> Outcome {
        let value = if position.in_check() { Value::mated_in(0) } else { Value::ZERO };
        Outcome { best: None, ponder: None, value, depth: 0, nodes: 0, line: Vec::new() }
    }
}
