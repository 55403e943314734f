//! The context: everything that a worker knows and owns during a search.
//!
//! A worker takes its [`SearchContext`] to each node that it searches. This file provides what a node uses: table,
//! evaluation, draws, killers. Each of the other files extends the context by one duty: counting nodes, recording a
//! search of the root, showing results, probing the endgame tables, communicating with a cluster.
//!
//! The last fields are for teams. A worker without work may be [in the tree](trees) of the next iteration.

mod cluster;
mod counting;
mod counts;
pub(crate) mod learnt;
mod mating_line;
pub(crate) mod probing;
mod root_search;
pub(crate) mod setup;
mod showing;
mod tablebase;
mod trees;
pub(crate) mod worker_state;

use cleave_board::{Move, Position, Value};
use cleave_movegen::{Masks, has_legal_move};
use cleave_shared_memory::Shareable;
use cleave_smp::{HelpersTables, WorkerId};
use cleave_tablebase::Tablebase;

use crate::algorithms::ByItself;
use crate::cluster::Traffic;
use crate::control::Control;
use crate::corrections::Corrections;
use crate::ordering::history::History;
use crate::ordering::scored_moves::ScoredMoves;
use crate::params;
use crate::path::{Path, PieceTo};
use crate::root::moves::RootMoves;
use crate::root::report::RootReport;
use crate::root::tallies::{Tallies, Tally};
use crate::table::{Table, TtHit};
use crate::units::{Depth, Ply};
use counts::Counts;
use learnt::{Learnt, OfHelper};
use setup::{RootSetup, Width};
use worker_state::WorkerState;

/// The state that all workers share in the arena.
#[derive(Shareable)]
pub struct SharedState {
    /// The tables of workers that learn together, and of the main worker.
    pub(crate) learnt: Learnt,
    /// Results of the root moves and node counts, read by the main worker.
    pub(crate) root_report: RootReport,
    /// Table entries noted for other ranks of a cluster.
    pub(crate) traffic: Traffic,
}

/// References to everything that workers share, and to the tables in which this worker learns.
#[derive(Clone, Copy)]
pub(crate) struct SharedRefs<'a> {
    /// The worker's number.
    pub(crate) id: WorkerId,
    /// The transposition table.
    pub(crate) table: Table<'a>,
    /// History tables.
    pub(crate) history: &'a History,
    /// The corrections of the evaluation.
    pub(crate) corrections: &'a Corrections,
    /// Results of the root moves and node counts, read by the main worker.
    pub(crate) root_report: &'a RootReport,
    /// The counts of each worker.
    pub(crate) tallies: Tallies<'a>,
    /// Table entries noted for other ranks of a cluster.
    pub(crate) traffic: &'a Traffic,
    /// The endgame tables, if there are any.
    pub(crate) tablebase: Option<&'a dyn Tablebase>,
    /// The separate data of each helper, in a team whose workers learn in separate tables.
    pub(crate) helpers: Option<&'a HelpersTables<OfHelper>>,
    /// These helpers learn corrections in the team's tables all the same.
    pub(crate) has_common_corrections: bool,
}

impl<'a> SharedRefs<'a> {
    /// Combines the tables with the state in the arena, for the main worker.
    pub(crate) fn new(
        table: Table<'a>,
        state: &'a SharedState,
        of_worker: &'a [Tally],
        tablebase: Option<&'a dyn Tablebase>,
    ) -> SharedRefs<'a> {
        let SharedState { learnt: Learnt { history, corrections }, root_report, traffic } = state;
        let id = WorkerId::MAIN;
        let tallies = Tallies { base: &root_report.tally_base, of_worker };
        SharedRefs {
            id,
            table,
            history,
            corrections,
            root_report,
            tallies,
            traffic,
            tablebase,
            helpers: None,
            has_common_corrections: false,
        }
    }

    /// Returns the references for another worker, which learns in separate tables if there are any.
    pub(crate) fn of_helper(self, id: WorkerId) -> SharedRefs<'a> {
        let shared = SharedRefs { id, ..self };
        match shared.own_tables() {
            Some(OfHelper { learnt: Learnt { history, .. }, .. })
                if self.has_common_corrections =>
            {
                SharedRefs { history, ..shared }
            }
            Some(OfHelper { learnt: Learnt { history, corrections }, .. }) => {
                SharedRefs { history, corrections, ..shared }
            }
            None => shared,
        }
    }

    /// Returns the data of this worker alone, if it is a helper with separate tables.
    pub(crate) fn own_tables(&self) -> Option<&'a OfHelper> {
        self.helpers?.of(self.id)
    }
}

/// The state of one worker during a search: everything that only this worker uses.
pub struct SearchContext<'a> {
    /// The state that all workers share.
    pub(crate) shared: SharedRefs<'a>,
    /// The path from the start of the game to the current node.
    pub(crate) path: Path,
    /// The root moves; empty unless this is the main worker.
    pub(crate) root: RootMoves,
    /// Clock, limits and host.
    pub(crate) control: Control<'a>,
    pub(crate) setup: RootSetup,
    pub(crate) state: &'a mut WorkerState,
    counts: Counts,
    root_search: RootProgress,
    /// The number, from 1, of the root move below which this worker is searching; 0 for none.
    pub(crate) root_move: u16,
    /// The state that only algorithms other than Dynamic Tree Splitting need.
    pub(crate) by_itself: ByItself,
    /// 1 in the tree of the next iteration, else 0. An iteration may have ended since the worker read the setup.
    ahead: i32,
}

/// The search of the root that the main worker began last.
struct RootProgress {
    /// The rank of its first move.
    rank: usize,
    /// Its alpha.
    alpha: Value,
    /// False between two searches of the root. Then the numbers of root moves mean nothing: the moves have a new order,
    /// and the results belong to another search.
    is_under_way: bool,
    /// The number of the root move shown last.
    shown: u16,
}

impl RootProgress {
    /// Before the first search.
    const NONE: RootProgress = RootProgress {
        rank: 0,
        alpha: Value::new(-Value::INFINITE.get()),
        is_under_way: false,
        shown: 0,
    };
}

impl<'a> SearchContext<'a> {
    /// Returns the context of a worker before its first search.
    pub(crate) fn new(
        shared: SharedRefs<'a>,
        state: &'a mut WorkerState,
        control: Control<'a>,
    ) -> SearchContext<'a> {
        let setup = RootSetup::none();
        SearchContext {
            shared,
            path: Path::new(&setup.root, &setup.game),
            root: RootMoves::NONE,
            control,
            setup,
            state,
            counts: Counts::default(),
            root_search: RootProgress::NONE,
            root_move: 0,
            by_itself: Default::default(),
            ahead: 0,
        }
    }

    /// Prepares for a search of the root with this setup.
    pub(crate) fn prepare(&mut self, setup: &RootSetup) {
        if setup.search != self.setup.search {
            self.path = Path::new(&setup.root, &setup.game);
            self.state.killers.fill([Move::NONE; 2]);
        }
        let is_new = (setup.search, setup.iteration) != (self.setup.search, self.setup.iteration);
        self.counts.begin_root(is_new);
        self.setup = *setup;
        self.by_itself.prepare();
        self.ahead = 0;
        self.root_move = 0;
    }

    /// Begins a search as the main worker: evaluates the root and generates its moves.
    pub(crate) fn begin_search(&mut self, setup: &RootSetup) {
        let is_decided =
            setup.root.in_check() || self.raw_evaluate(&setup.root).get().abs() >= params::DECIDED;
        self.prepare(&RootSetup { is_decided, ..*setup });
        self.shared.tallies.begin_search();
        self.shared.traffic.begin_search();
        let hit = self.shared.table.probe(&setup.root, Ply::ROOT);
        self.root = RootMoves::new(&setup.root, hit.map_or(Move::NONE, |hit| hit.mv));
    }

    /// Returns the setup of the current search.
    pub(crate) fn setup(&self) -> &RootSetup {
        &self.setup
    }

    /// Returns the position at the root.
    pub(crate) fn root_position(&self) -> &Position {
        &self.setup.root
    }

    /// Begins an iteration of this nominal depth. If it `is_begun`, workers have begun it as the next
    /// iteration.
    pub(crate) fn begin_iteration(&mut self, depth: Depth, is_begun: bool) {
        self.prepare(&RootSetup { iteration: depth, ..self.setup });
        if !is_begun {
            self.shared.tallies.base.begin_iteration(depth);
        }
        self.root.begin_iteration();
    }

    /// Returns true if the search may prune, reduce, extend and use table values.
    #[inline(always)]
    pub(crate) fn is_selective(&self) -> bool {
        self.setup.width == Width::Selective
    }

    /// Probes the table for the position at `ply`.
    #[inline]
    pub(crate) fn probe(&mut self, position: &Position, ply: Ply) -> Option<TtHit> {
        if !self.is_selective() {
            return None;
        }
        let hit = self.shared.table.probe(position, ply);
        self.count_probe(hit.is_some());
        hit
    }

    /// Returns true if the search must unwind; values returned from now on are meaningless.
    #[inline(always)]
    pub(crate) fn is_stopped(&self) -> bool {
        self.control.is_stopped()
    }

    /// Returns true once a root move has a value, so that there is a move to play.
    pub fn has_move(&self) -> bool {
        self.root.best().is_some()
    }

    /// Lets a stopped search without a move to play go on until it has one. The death of a worker has lost the results
    /// of the first iteration.
    pub(crate) fn go_on_without_move(&mut self) {
        if !self.has_move() {
            self.control.resume();
        }
    }

    /// Stops the search: a limit of the driver has been reached.
    pub fn stop(&mut self) {
        self.control.stop();
    }

    /// Evaluates a position that is not in check, without correction.
    #[inline]
    pub(crate) fn raw_evaluate(&mut self, position: &Position) -> Value {
        self.state.evaluation.evaluate(position)
    }

    /// Prefetches the memory that [`SearchContext::raw_evaluate`] and [`SearchContext::corrected`] will read of a
    /// position, after a move from the position at ply `from`.
    #[inline(always)]
    pub(crate) fn prefetch_evaluation(&self, position: &Position, moved: PieceTo, from: Ply) {
        self.state.evaluation.prefetch(position);
        self.shared.corrections.prefetch(position, [moved, self.path.moved(from, 0)]);
    }

    /// Returns the evaluation of the position at `ply` with the correction learnt from similar positions.
    #[inline]
    pub(crate) fn corrected(&self, raw: Value, position: &Position, ply: Ply) -> Value {
        if !self.is_selective() {
            return raw;
        }
        let value = raw.get() + self.shared.corrections.of(position, &self.path, ply);
        Value::new(value.clamp(-Value::EVAL_MAX.get(), Value::EVAL_MAX.get()))
    }

    /// Evaluates at the deepest ply, where the search cannot continue even in check.
    pub(crate) fn evaluate(&mut self, position: &Position, masks: &Masks) -> Value {
        if masks.in_check() { Value::ZERO } else { self.raw_evaluate(position) }
    }

    /// Returns true if the position is a draw by rule. Checkmate takes precedence over the fifty-move rule.
    // Without inlining, the search takes 0.7 % more instructions.
    #[inline(always)]
    pub(crate) fn is_draw(&self, position: &Position, masks: &Masks, ply: Ply) -> bool {
        position.is_insufficient_material()
            || position.halfmove_clock() >= 100 && (!masks.in_check() || has_legal_move(position))
            || self.path.is_repetition(ply)
    }

    /// Returns the value of a draw for the side to move at `ply`. Contempt belongs to the side to move at the root.
    #[inline]
    pub(crate) fn draw_value(&self, ply: Ply) -> Value {
        let contempt = self.setup.contempt;
        Value::new(if ply.index().is_multiple_of(2) { -contempt } else { contempt })
    }

    /// Returns the move list of the quiescence node at this ply.
    #[inline(always)]
    pub(crate) fn quiescence_list(&mut self, ply: Ply) -> &mut ScoredMoves {
        &mut self.state.quiescence_lists[ply.index()]
    }

    /// Returns the quiet moves that last caused cutoffs at this ply.
    #[inline]
    pub(crate) fn killers(&self, ply: Ply) -> [Move; 2] {
        self.state.killers[ply.index()]
    }

    /// Remembers a quiet move that caused a cutoff at this ply.
    #[inline]
    pub(crate) fn remember_killer(&mut self, ply: Ply, mv: Move) {
        let killers = &mut self.state.killers[ply.index()];
        if killers[0] != mv {
            *killers = [mv, killers[0]];
        }
    }
}

#[cfg(test)]
mod tests {
    use cleave_board::Position;

    use super::*;
    use crate::testing::with_worker;

    #[test]
    fn fifty_moves_are_a_draw_unless_the_last_one_mates() {
        for (fen, is_draw) in [
            ("k7/8/8/8/8/8/6r1/K7 w - - 99 90", false),
            ("k7/8/8/8/8/8/6r1/K7 w - - 100 90", true),
            ("k7/8/8/8/8/8/8/K6r w - - 99 90", false),
            ("k7/8/8/8/8/8/8/K6r w - - 100 90", true),
            ("k7/8/8/8/8/8/6r1/K6r w - - 100 90", false),
        ] {
            let position = Position::from_fen(fen).expect("a legal position");
            with_worker(&position, |context| {
                let masks = Masks::new(&position);
                assert_eq!(context.is_draw(&position, &masks, Ply::ROOT), is_draw, "{fen}");
            });
        }
    }
}
