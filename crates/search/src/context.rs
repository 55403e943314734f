//! A worker: what one searching thread or process keeps to itself.

mod root_search;

use cleave_board::{Move, Position, Value};
use cleave_movegen::{Masks, has_legal_move};
use cleave_shared_memory::Shareable;

use crate::control::Control;
use crate::history::History;
use crate::params;
use crate::path::Path;
use crate::root::{RootMove, RootMoves};
use crate::root_report::RootReport;
use crate::scored_moves::ScoredMoves;
use crate::setup::{Setup, Width};
use crate::table::{Table, TtHit};
use crate::units::{Depth, Ply};
use crate::worker_state::WorkerState;

/// What all workers share, and what of it lies in the arena.
#[derive(Shareable)]
pub struct Common {
    /// What has been learnt about moves.
    pub history: History,
    /// What workers tell the one that talks to people.
    pub root_report: RootReport,
}

/// What all workers share.
#[derive(Clone, Copy)]
pub struct Shared<'a> {
    /// The transposition table.
    pub table: Table<'a>,
    /// What has been learnt about moves.
    pub history: &'a History,
    /// What workers tell the one that talks to people.
    pub root_report: &'a RootReport,
}

impl<'a> Shared<'a> {
    /// A table and what lies in the arena.
    pub fn new(table: Table<'a>, common: &'a Common) -> Shared<'a> {
        Shared { table, history: &common.history, root_report: &common.root_report }
    }
}

/// One worker in one search.
pub struct SearchContext<'a> {
    /// What all workers share.
    pub shared: Shared<'a>,
    /// The way from the start of the game to the node being searched.
    pub path: Path,
    /// The moves of the root; none, unless this is the worker that talks to people.
    pub root: RootMoves,
    /// Clock, limits and the host.
    pub control: Control<'a>,
    setup: Setup,
    pub(crate) worker_state: &'a mut WorkerState,
    nodes: u64,
    /// Nodes that have been entered in the root report.
    reported: u64,
    deepest: Ply,
    /// The rank of the first move of the search of the root.
    rank: usize,
    /// Alpha of the search of the root.
    alpha: Value,
    /// The number of the root move whose success has been shown last in this search of the root.
    shown: u16,
    /// The number of the root move that the worker is searching below, from 1; 0 for none.
    root_move: u16,
    /// Every worker searches the root by itself: results of root moves are the worker's own.
    keeps_results: bool,
}

impl<'a> SearchContext<'a> {
    /// A worker that knows of no search yet.
    pub fn new(
        shared: Shared<'a>,
        worker_state: &'a mut WorkerState,
        control: Control<'a>,
    ) -> SearchContext<'a> {
        let setup = Setup::none();
        SearchContext {
            shared,
            path: Path::new(&setup.root, &setup.game),
            root: RootMoves::NONE,
            control,
            setup,
            worker_state,
            nodes: 0,
            reported: 0,
            deepest: Ply::ROOT,
            rank: 0,
            alpha: -Value::INFINITE,
            shown: 0,
            root_move: 0,
            keeps_results: false,
        }
    }

    /// Learns what the search of the root that now begins is about.
    pub fn prepare(&mut self, setup: &Setup) {
        if setup.search != self.setup.search {
            self.path = Path::new(&setup.root, &setup.game);
            self.worker_state.killers.fill([Move::NONE; 2]);
        }
        if (setup.search, setup.iteration) != (self.setup.search, self.setup.iteration) {
            self.deepest = Ply::ROOT;
        }
        self.setup = *setup;
        // What has not been told of an earlier search has been counted at its end.
        self.reported = self.nodes;
        self.root_move = 0;
    }

    /// Takes charge of a search: evaluates the root and finds its moves.
    pub fn begin_search(&mut self, setup: &Setup) {
        let is_decided =
            setup.root.in_check() || self.raw_evaluate(&setup.root).get().abs() >= params::DECIDED;
        self.prepare(&Setup { is_decided, ..*setup });
        self.shared.root_report.begin_search();
        let hit = self.shared.table.probe(&setup.root, Ply::ROOT);
        self.root = RootMoves::new(&setup.root, hit.map_or(Move::NONE, |hit| hit.mv));
    }

    /// What the search is about.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The position at the root.
    pub fn root_position(&self) -> &Position {
        &self.setup.root
    }

    /// A new iteration begins.
    pub fn begin_iteration(&mut self, depth: Depth) {
        self.prepare(&Setup { iteration: depth, ..self.setup });
        self.shared.root_report.begin_iteration();
        self.root.begin_iteration();
    }

    /// The nominal depth of the iteration.
    pub fn iteration(&self) -> Depth {
        self.setup.iteration
    }

    /// Nodes searched by this worker.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Nodes searched by all workers in this search, as far as they have told.
    pub fn nodes_of_all(&self) -> u64 {
        self.shared.root_report.nodes() + (self.nodes - self.reported)
    }

    /// Counts a node, and now and then looks whether the search must stop.
    #[inline(always)]
    pub fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.control.next_check() {
            self.look_around();
        }
    }

    /// Tells what has been done, and looks whether the search must stop.
    #[cold]
    pub fn look_around(&mut self) {
        self.report_counts();
        if !self.root.is_empty() {
            self.show_new_best();
            let number = self.shared.root_report.current();
            if let Some(mv) = self.root_move_of(number).map(RootMove::mv) {
                self.control.note_root_move(mv, number.into(), self.root.len());
            }
        }
        let root_report = self.shared.root_report;
        // One move is always searched, to depth one at least, so that there is one to play.
        let has_move = self.root.best().is_some() || !self.results().is_empty();
        self.control.check(self.nodes, root_report.nodes(), self.setup.iteration, has_move);
    }

    /// Passes on to the root report what has been counted since the last time.
    pub(crate) fn report_counts(&mut self) {
        self.shared.root_report.count(self.root_move, self.nodes - self.reported, self.deepest);
        self.reported = self.nodes;
    }

    /// Waits while the search may not end by itself; see [`Control::wait`].
    pub fn wait_for_host(&mut self, endless: bool) {
        let (own, all) = (self.nodes, self.nodes_of_all());
        self.control.wait(endless, own, all, self.setup.iteration);
    }

    /// True if the search may prune, reduce, extend, and believe the table.
    #[inline(always)]
    pub fn is_selective(&self) -> bool {
        self.setup.width == Width::Selective
    }

    /// What the table knows of the position at `ply`.
    #[inline]
    pub fn probe(&self, position: &Position, ply: Ply) -> Option<TtHit> {
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
        self.worker_state.evaluator.evaluate(position)
    }

    /// Starts to bring in what [`SearchContext::raw_evaluate`] and [`SearchContext::corrected`] look up, while the
    /// position is looked at otherwise.
    #[inline(always)]
    pub fn prefetch_evaluation(&self, position: &Position) {
        self.worker_state.evaluator.prefetch(position);
        self.shared.history.prefetch_correction(position);
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
        let contempt = self.setup.contempt;
        Value::new(if ply.index().is_multiple_of(2) { -contempt } else { contempt })
    }

    /// The list for the moves of a quiescence node at this ply.
    #[inline(always)]
    pub fn quiescence_list(&mut self, ply: Ply) -> &mut ScoredMoves {
        &mut self.worker_state.quiescence_lists[ply.index()]
    }

    /// Quiet moves that have lately caused cutoffs at this ply.
    #[inline]
    pub fn killers(&self, ply: Ply) -> [Move; 2] {
        self.worker_state.killers[ply.index()]
    }

    /// A quiet move has caused a cutoff at this ply.
    #[inline]
    pub fn remember_killer(&mut self, ply: Ply, mv: Move) {
        let killers = &mut self.worker_state.killers[ply.index()];
        if killers[0] != mv {
            *killers = [mv, killers[0]];
        }
    }
}
