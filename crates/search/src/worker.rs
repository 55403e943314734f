//! A worker: what one searching thread or process keeps to itself.

use cleave_board::{Key, Move, Position, Value};
use cleave_eval::Evaluator;
use cleave_movegen::{Masks, has_legal_move};

use crate::control::Control;
use crate::history::History;
use crate::line::Line;
use crate::node::Job;
use crate::path::Path;
use crate::ranked::Ranked;
use crate::root::RootMoves;
use crate::table::{Known, Table};
use crate::units::{Depth, MAX_PLY, Ply};

/// What all workers share.
#[derive(Clone, Copy)]
pub struct Shared<'a> {
    /// The transposition table.
    pub table: Table<'a>,
    /// What has been learnt about moves.
    pub history: &'a History,
    /// What the search may leave out.
    pub width: Width,
}

/// What a search may leave out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Width {
    /// All of selective search: pruning, reductions, extensions, and the table's values.
    #[default]
    Selective,
    /// Nothing: the value is that of plain minimax to the depth. For tests of search and splitting.
    Full,
}

/// One worker in one search.
pub struct Worker<'a> {
    /// What all workers share.
    pub shared: Shared<'a>,
    /// The way from the start of the game to the node being searched.
    pub path: Path,
    /// The moves of the root.
    pub root: RootMoves,
    /// Clock, limits and the host.
    pub control: Control<'a>,
    root_position: Position,
    evaluator: &'a mut Evaluator,
    killers: Box<[[Move; 2]; MAX_PLY]>,
    quiescence_lists: &'a mut [Ranked],
    contempt: i32,
    iteration: Depth,
    nodes: u64,
    deepest: Ply,
}

impl<'a> Worker<'a> {
    /// A worker about to search `root`, reached through positions with the keys in `game`.
    pub fn new(
        shared: Shared<'a>,
        evaluator: &'a mut Evaluator,
        quiescence_lists: &'a mut [Ranked],
        root: &Position,
        game: &[Key],
        contempt: i32,
        control: Control<'a>,
    ) -> Worker<'a> {
        let first = shared.table.probe(root, Ply::ROOT).map_or(Move::NONE, |known| known.mv);
        Worker {
            shared,
            path: Path::new(root, game),
            root: RootMoves::new(root, first),
            control,
            root_position: *root,
            evaluator,
            quiescence_lists,
            killers: Box::new([[Move::NONE; 2]; MAX_PLY]),
            contempt,
            iteration: Depth::ZERO,
            nodes: 0,
            deepest: Ply::ROOT,
        }
    }

    /// The position at the root.
    pub fn root_position(&self) -> &Position {
        &self.root_position
    }

    /// A new iteration begins.
    pub fn begin_iteration(&mut self, depth: Depth) {
        self.iteration = depth;
        self.deepest = Ply::ROOT;
        self.root.begin_iteration();
    }

    /// The nominal depth of the iteration.
    pub fn iteration(&self) -> Depth {
        self.iteration
    }

    /// Nodes searched so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Counts a node, and now and then looks whether the search must stop.
    #[inline(always)]
    pub fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.control.next_check() {
            self.control.check(self.nodes, self.iteration);
        }
    }

    /// Waits while the search may not end by itself; see [`Control::wait`].
    pub fn wait_for_host(&mut self, endless: bool) {
        self.control.wait(endless, self.nodes, self.iteration);
    }

    /// True if the search may prune, reduce, extend, and believe the table.
    #[inline(always)]
    pub fn is_selective(&self) -> bool {
        self.shared.width == Width::Selective
    }

    /// What the table knows of the position at `ply`.
    #[inline]
    pub fn probe(&self, position: &Position, ply: Ply) -> Option<Known> {
        if self.is_selective() { self.shared.table.probe(position, ply) } else { None }
    }

    /// True if the search must be unwound; values returned from now on mean nothing.
    #[inline(always)]
    pub fn is_stopped(&self) -> bool {
        self.control.is_stopped()
    }

    /// Notes how deep the search has gone.
    #[inline(always)]
    pub fn reached(&mut self, ply: Ply) {
        self.deepest = self.deepest.max(ply);
    }

    /// The evaluation of a position that is not in check, as the evaluator sees it.
    #[inline]
    pub fn raw_evaluate(&mut self, position: &Position) -> Value {
        self.evaluator.evaluate(position)
    }

    /// An evaluation as corrected by what searches of like positions have found.
    #[inline]
    pub fn corrected(&self, raw: Value, position: &Position) -> Value {
        if !self.is_selective() {
            return raw;
        }
        let value = raw.get() + self.shared.history.correction(position);
        Value::new(value.clamp(-Value::EVAL_MAX.get(), Value::EVAL_MAX.get()))
    }

    /// The last resort at the deepest ply: an evaluation even in check.
    pub fn evaluate(&mut self, position: &Position, masks: &Masks) -> Value {
        if masks.in_check() { Value::ZERO } else { self.raw_evaluate(position) }
    }

    /// True if the position is a draw by the rules. Mate on the fifty-move limit is mate.
    #[inline]
    pub fn is_draw(&self, position: &Position, masks: &Masks, ply: Ply) -> bool {
        position.is_insufficient_material()
            || position.halfmove_clock() >= 100 && (!masks.in_check() || has_legal_move(position))
            || self.path.is_repetition(ply)
    }

    /// The value of a draw for the side to move at `ply`: contempt is the root's.
    #[inline]
    pub fn draw_value(&self, ply: Ply) -> Value {
        Value::new(if ply.index().is_multiple_of(2) { -self.contempt } else { self.contempt })
    }

    /// The list for the moves of a quiescence node at this ply.
    #[inline(always)]
    pub fn quiescence_list(&mut self, ply: Ply) -> &mut Ranked {
        &mut self.quiescence_lists[ply.index()]
    }

    /// Quiet moves that have lately caused cutoffs at this ply.
    #[inline]
    pub fn killers(&self, ply: Ply) -> [Move; 2] {
        self.killers[ply.index()]
    }

    /// A quiet move has caused a cutoff at this ply.
    #[inline]
    pub fn remember_killer(&mut self, ply: Ply, mv: Move) {
        let killers = &mut self.killers[ply.index()];
        if killers[0] != mv {
            *killers = [mv, killers[0]];
        }
    }

    /// A move of the root is about to be searched.
    pub fn begin_root_move(&mut self, mv: Move, number: u16) {
        self.control.note_root_move(mv, usize::from(number), self.root.len());
    }

    /// A move of the root has been searched; `value` is given if it is better than all before it.
    pub fn end_root_move(&mut self, job: &Job, mv: Move, value: Option<Value>, below: &Line) {
        let nodes = self.nodes - job.nodes_before;
        self.root.record(mv, value, nodes, below, self.deepest.index() as u32);
    }
}
