//! Opens a node: everything that is decided before a move is searched.

use cleave_board::{Move, Position, Value};

use super::tablebase::{Answer, Range};
use super::{Action, ChessNode, Effort, Job, NodeType, Opened, Phase, Singular};
use cleave_movegen::attacked;

use crate::context::SearchContext;
use crate::ordering::history::BySquares;
use crate::params;
use crate::path::PieceTo;
use crate::quiesce::quiesce;
use crate::root::moves::RootMove;
use crate::table::{Bound, NEAR_FIFTY_MOVES, TtHit};
use crate::units::{Depth, Ply};

impl ChessNode {
    /// Opens the root on the moves from this rank on.
    pub(crate) fn open_root(
        &mut self,
        context: &mut SearchContext,
        rank: usize,
        window: (Value, Value),
        depth: Depth,
    ) {
        self.position = *context.root_position();
        self.masks.renew(&self.position);
        self.ply = Ply::ROOT;
        self.null_from = Ply::ROOT;
        self.double_extensions = 0;
        self.line.clear();
        (self.alpha, self.beta) = window;
        self.depth = depth;
        self.node_type = NodeType::Pv;
        self.excluded = Move::NONE;
        self.last_quiet = BySquares::NONE;
        let hit = context.probe(&self.position, Ply::ROOT);
        self.assess(context, hit);
        let moves = context.root.ranked_from(rank).iter().map(RootMove::mv);
        let together = match context.setup().best_together {
            true => context.root.recently_best_from(rank),
            false => 0,
        };
        self.picker.restart_at_root(&self.position, moves, together);
        self.singular = Singular::No;
        self.attacked = attacked(&self.position);
        self.begin(Phase::Moves, Range::UNKNOWN);
    }

    /// Opens a position as a PV node below a root that is not searched.
    pub(crate) fn open_leaf(
        &mut self,
        context: &mut SearchContext,
        position: &Position,
        ply: Ply,
        window: (Value, Value),
        depth: Depth,
    ) -> Opened {
        let (alpha, beta) = window;
        let job = Job {
            action: Action::Verify,
            alpha,
            beta,
            depth,
            full_depth: depth,
            effort: Effort::Full,
            node_type: NodeType::Pv,
            number: 0,
        };
        self.position = *position;
        self.masks.renew(position);
        (self.ply, self.null_from) = (ply, Ply::ROOT);
        self.double_extensions = 0;
        self.line.clear();
        (self.alpha, self.beta, self.depth) = (alpha, beta, depth);
        (self.node_type, self.excluded) = (NodeType::Pv, Move::NONE);
        self.last_quiet = BySquares::NONE;
        context.reached(ply);
        self.open(context, &job)
    }

    /// Makes `next` the root of the next iteration: this root, just opened, a ply deeper.
    pub(crate) fn open_next_root(&self, next: &mut ChessNode) {
        *next = *self;
        next.depth += 1;
    }

    /// Examines the position that [`ChessNode::enter`] has made: returns a value or a live node.
    #[inline]
    pub(crate) fn open(&mut self, context: &mut SearchContext, job: &Job) -> Opened {
        context.count_node();
        if context.is_stopped() {
            return Opened::Value(Value::ZERO);
        }
        if self.ply.is_last() {
            return Opened::Value(context.evaluate(&self.position, &self.masks));
        }
        if let Some(value) = self.draw_or_distant_mate(context) {
            return Opened::Value(value);
        }
        // The depth of an exclusion search has already been extended with its node.
        if self.in_check() && self.excluded.is_none() && self.extends_checks(context) {
            self.depth += 1;
        }
        if self.depth <= Depth::ZERO {
            let window = (self.alpha, self.beta);
            return Opened::Value(self.quiesce(context, window, Value::NONE, Depth::ZERO));
        }

        let hit = context.probe(&self.position, self.ply);
        if let Some(hit) = &hit
            && let Some(value) = self.table_cutoff(hit)
        {
            context.count_table_cutoff();
            return Opened::Value(value);
        }
        let range = match self.ask_tablebase(context) {
            Answer::Value(value) => return Opened::Value(value),
            Answer::Range(range) => range,
        };
        self.assess(context, hit);
        self.learn_from_evaluation(context);
        if let Some(value) = self.prune(context, &job.action) {
            return Opened::Value(value);
        }
        let table_move = hit.map_or(Move::NONE, |hit| hit.mv);
        self.singular = self.singular_candidate(context, &hit);
        self.picker.restart(&self.position, &self.masks, table_move);
        let mut phase = Phase::Moves;
        if self.is_selective(context) {
            // Internal iterative reduction: without a table move a deep search is badly ordered. So search less deep
            // and find a move for the next iteration.
            if table_move.is_none()
                && self.depth >= params::iir_depth()
                && self.node_type != NodeType::All
            {
                self.depth -= 1;
            }
            if self.null_is_promising(&job.action) {
                phase = Phase::Null;
            }
        }
        self.attacked = attacked(&self.position);
        self.begin(phase, range);
        Opened::Live
    }

    /// Becomes the child of `parent` that `job` describes: position, window and depth.
    #[inline]
    pub(crate) fn enter(&mut self, context: &mut SearchContext, parent: &ChessNode, job: &Job) {
        self.line.clear();
        (self.alpha, self.beta, self.depth) = (job.alpha, job.beta, job.depth);
        self.node_type = job.node_type;
        self.excluded = Move::NONE;
        self.last_quiet = BySquares::NONE;
        self.null_from = parent.null_from;
        self.double_extensions = parent.double_extensions;
        match job.action {
            Action::Move(mv) => {
                if !parent.is_tactical(mv) {
                    self.last_quiet = BySquares::new(mv, parent.attacked);
                }
                self.position = parent.position;
                self.position.play(mv);
                let piece = parent.position.piece_on(mv.from()).expect("a legal move");
                let moved = PieceTo::new(piece, mv.to());
                context.prefetch_evaluation(&self.position, moved, parent.ply);
                self.ply = parent.ply.next();
                context.path.enter(self.ply, &self.position, moved);
                self.double_extensions += u8::from(job.full_depth > parent.depth);
                self.masks.renew(&self.position);
            }
            Action::Null => {
                self.position = parent.position.make_null();
                self.ply = parent.ply.next();
                context.path.enter(self.ply, &self.position, PieceTo::NONE);
                self.masks.renew(&self.position);
            }
            Action::Verify | Action::Exclude(_) => {
                self.position = parent.position;
                self.masks = parent.masks;
                self.ply = parent.ply;
                if let Action::Exclude(mv) = job.action {
                    self.excluded = mv;
                } else {
                    self.null_from =
                        Ply::new(self.ply.index() + 3 * job.depth.get().max(0) as usize / 4 + 1);
                }
            }
        }
        // The child's ply does not show this, because exclusion and verification keep the ply of their node.
        if parent.is_root() {
            context.enter_root_move(job.number);
        }
        context.reached(self.ply);
    }

    /// Returns true for a check extension: at the horizon, where quiescence would not try all evasions, and in the
    /// first iterations at any depth, so that mates are seen early.
    fn extends_checks(&self, context: &SearchContext) -> bool {
        self.depth <= Depth::ZERO || context.iteration() <= params::FIRST_ITERATIONS_CHECKED
    }

    /// Checks for draws by rule, and prunes by mate distance.
    fn draw_or_distant_mate(&mut self, context: &SearchContext) -> Option<Value> {
        if self.excluded.is_some() {
            return None;
        }
        if context.is_draw(&self.position, &self.masks, self.ply) {
            return Some(context.draw_value(self.ply));
        }
        self.alpha = self.alpha.max(Value::mated_in(self.ply.index()));
        self.beta = self.beta.min(Value::mate_in(self.ply.index() + 1));
        (self.alpha >= self.beta).then_some(self.alpha)
    }

    /// Returns a value from the table that ends the node. PV nodes are always searched, to keep the main line whole. So
    /// are positions near the fifty-move limit, which table entries do not record.
    fn table_cutoff(&self, hit: &TtHit) -> Option<Value> {
        let usable = !self.is_pv()
            && self.excluded.is_none()
            && hit.depth >= self.depth
            && self.position.halfmove_clock() < NEAR_FIFTY_MOVES;
        (usable && hit.proves(self.alpha, self.beta)).then_some(hit.value)
    }

    /// Evaluates the position, from the table where possible.
    fn assess(&mut self, context: &mut SearchContext, hit: Option<TtHit>) {
        self.table_pv = self.is_pv() || hit.is_some_and(|hit| hit.pv);
        self.table_value = hit.map_or(Value::NONE, |hit| hit.value);
        if self.in_check() {
            self.raw_eval = Value::NONE;
            self.static_eval = Value::NONE;
            self.improving = false;
        } else {
            self.raw_eval = match hit {
                Some(hit) if hit.eval != Value::NONE => hit.eval,
                _ => context.raw_evaluate(&self.position),
            };
            self.static_eval = context.corrected(self.raw_eval, &self.position, self.ply);
        }
        self.corrected_eval = self.static_eval;
        context.path.set_static_eval(self.ply, self.static_eval);
        self.improving = !self.in_check() && context.path.is_improving(self.ply);
        // If its bound allows it, the value in the table is a better estimate.
        if let Some(hit) = hit
            && !self.in_check()
            && !hit.value.is_decisive()
            && hit.refines(self.static_eval)
        {
            self.static_eval = hit.value;
        }
    }

    /// Reverse futility pruning and razoring: the evaluation is far above beta, or far below alpha. A verification is
    /// exempt, because it exists to check the evaluation.
    fn prune(&mut self, context: &mut SearchContext, action: &Action) -> Option<Value> {
        let sharp =
            self.is_pv() || self.in_check() || self.excluded.is_some() || *action == Action::Verify;
        if sharp || !self.is_selective(context) {
            return None;
        }
        if self.depth <= params::reverse_futility_depth() && self.static_eval < params::PRUNE_BELOW
        {
            let margin = params::reverse_futility_margin(self.depth, self.improving);
            if self.static_eval - margin >= self.beta && self.beta > -params::PRUNE_BELOW {
                return Some(Value::new((self.static_eval.get() + self.beta.get()) / 2));
            }
        }
        if self.depth <= params::razor_depth()
            && self.static_eval + params::razor_margin(self.depth) < self.alpha
        {
            let window = (self.alpha, self.alpha + 1);
            let value = self.quiesce(context, window, self.raw_eval, Depth::BELOW_HORIZON);
            if value <= self.alpha {
                return Some(value);
            }
        }
        None
    }

    fn quiesce(
        &self,
        context: &mut SearchContext,
        window: (Value, Value),
        raw_eval: Value,
        depth: Depth,
    ) -> Value {
        let masks = &self.masks;
        quiesce(context, &self.position, masks, self.ply, window, raw_eval, depth)
    }

    /// Returns true if the node may prune and reduce. The first iterations search the plies near the root full width,
    /// and more iterations do in a decided position, because margins of fractions of a piece would prune a mate.
    pub(super) fn is_selective(&self, context: &SearchContext) -> bool {
        context.is_selective()
            && (self.ply > params::NEAR_ROOT
                || context.iteration() > ChessNode::full_width(context))
    }

    /// Returns the last iteration that searches full width near the root.
    fn full_width(context: &SearchContext) -> Depth {
        if context.setup().is_decided {
            params::FIRST_ITERATIONS_DECIDED
        } else {
            params::FIRST_ITERATIONS
        }
    }

    fn null_is_promising(&self, action: &Action) -> bool {
        !self.is_pv()
            && !self.in_check()
            && self.excluded.is_none()
            && *action != Action::Null
            && self.depth >= params::null_depth()
            && self.static_eval >= self.beta
            && self.beta > -params::PRUNE_BELOW
            && self.ply >= self.null_from
            && self.position.has_pieces(self.position.side())
    }

    fn singular_candidate(&self, context: &SearchContext, hit: &Option<TtHit>) -> Singular {
        match hit {
            Some(hit)
                if self.depth >= params::singular_depth()
                    && self.excluded.is_none()
                    && hit.mv.is_some()
                    && hit.depth + params::singular_table_depth() >= self.depth
                    && hit.bound != Bound::Upper
                    && !hit.value.is_decisive()
                    && self.ply.index() < 2 * context.iteration().get() as usize =>
            {
                Singular::Ask { bound: hit.value - params::singular_margin(self.depth) }
            }
            _ => Singular::No,
        }
    }

    /// Makes the node live, with a value in this range.
    fn begin(&mut self, phase: Phase, range: Range) {
        self.phase = phase;
        self.best_value = range.floor;
        self.alpha = self.alpha.max(range.floor);
        self.ceiling = range.ceiling;
        self.best_move = Move::NONE;
        self.raised_alpha = false;
        self.count = 0;
        self.searched = 0;
        self.quiets.clear();
        self.captures.clear();
        self.pending_researches.clear();
    }
}
