//! Opening a node: everything that can be decided without searching a move of it.

use cleave_board::{Move, Value};

use super::{Action, Job, Node, NodeType, Opened, Phase, Singular};
use crate::params;
use crate::path::PieceTo;
use crate::quiesce::quiesce;
use crate::table::{Bound, Known, NEAR_FIFTY_MOVES};
use crate::units::{Depth, Ply};
use crate::worker::Worker;

impl Node {
    /// Opens the root, with the moves from this rank on to search.
    pub fn open_root(
        &mut self,
        worker: &mut Worker,
        rank: usize,
        window: (Value, Value),
        depth: Depth,
    ) {
        self.position = *worker.root_position();
        self.masks.renew(&self.position);
        self.ply = Ply::ROOT;
        self.null_from = Ply::ROOT;
        self.double_extensions = 0;
        self.line.clear();
        (self.alpha, self.beta) = window;
        self.depth = depth;
        self.node_type = NodeType::Pv;
        self.excluded = Move::NONE;
        let known = worker.probe(&self.position, Ply::ROOT);
        self.assess(worker, known);
        self.picker.restart_at_root(worker.root.from_rank(rank));
        self.singular = Singular::No;
        self.begin(Phase::Moves);
    }

    /// Looks at the position that [`Node::enter`] has made: either a value, or a live node.
    #[inline]
    pub fn open(&mut self, worker: &mut Worker, job: &Job) -> Opened {
        worker.count_node();
        if worker.is_stopped() {
            return Opened::Value(Value::ZERO);
        }
        #[cfg(test)]
        worker.desk.visit(self.position.key(), self.alpha, self.beta, self.depth);
        if self.ply.is_last() {
            return Opened::Value(worker.evaluate(&self.position, &self.masks));
        }
        if let Some(value) = self.draw_or_distant_mate(worker) {
            return Opened::Value(value);
        }
        // A check is not a quiet position: it is searched one ply deeper. An exclusion search is of
        // a node whose depth has been extended already.
        if self.in_check() && self.excluded.is_none() {
            self.depth += 1;
        }
        if self.depth <= Depth::ZERO {
            let window = (self.alpha, self.beta);
            return Opened::Value(self.quiesce(worker, window, Value::NONE));
        }

        let known = worker.probe(&self.position, self.ply);
        if let Some(known) = &known
            && let Some(value) = self.table_cutoff(known)
        {
            return Opened::Value(value);
        }
        self.assess(worker, known);
        if let Some(value) = self.prune(worker, &job.action) {
            return Opened::Value(value);
        }
        let table_move = known.map_or(Move::NONE, |known| known.mv);
        self.singular = self.singular_question(worker, &known);
        self.picker.restart(&self.position, &self.masks, table_move);
        let mut phase = Phase::Moves;
        if self.is_selective(worker) {
            // Without a move to try first a deep search is badly ordered: search less deep, and
            // find a move for the next iteration.
            if table_move.is_none()
                && self.depth >= params::IIR_DEPTH
                && self.node_type != NodeType::All
            {
                self.depth -= 1;
            }
            if self.null_is_promising(&job.action) {
                phase = Phase::Null;
            }
        }
        self.begin(phase);
        Opened::Live
    }

    /// Becomes the child of `parent` that `job` is about: position, window and depth.
    #[inline]
    pub fn enter(&mut self, worker: &mut Worker, parent: &Node, job: &Job) {
        self.line.clear();
        (self.alpha, self.beta, self.depth) = (job.alpha, job.beta, job.depth);
        self.node_type = job.node_type;
        self.excluded = Move::NONE;
        self.null_from = parent.null_from;
        self.double_extensions = parent.double_extensions;
        match job.action {
            Action::Move(mv) => {
                self.position = parent.position;
                self.position.play(mv);
                worker.prefetch_evaluation(&self.position);
                let piece = parent.position.piece_on(mv.from()).expect("a legal move");
                self.ply = parent.ply.next();
                worker.path.enter(self.ply, &self.position, PieceTo::new(piece, mv.to()));
                self.double_extensions += u8::from(job.full_depth > parent.depth);
                self.masks.renew(&self.position);
            }
            Action::Null => {
                self.position = parent.position.make_null();
                self.ply = parent.ply.next();
                worker.path.enter(self.ply, &self.position, PieceTo::NONE);
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
        // Not the root's child by its ply: exclusion and verification search the same ply again.
        if parent.is_root() {
            worker.enter_root_move(job.number);
        }
        worker.reached(self.ply);
    }

    /// Draws by the rules, and the bounds that a mate already found elsewhere puts on this node.
    fn draw_or_distant_mate(&mut self, worker: &Worker) -> Option<Value> {
        if self.excluded.is_some() {
            return None;
        }
        if worker.is_draw(&self.position, &self.masks, self.ply) {
            return Some(worker.draw_value(self.ply));
        }
        self.alpha = self.alpha.max(Value::mated_in(self.ply.index()));
        self.beta = self.beta.min(Value::mate_in(self.ply.index() + 1));
        (self.alpha >= self.beta).then_some(self.alpha)
    }

    /// A value from the table good enough to end the node. PV nodes are always searched, so that
    /// the main line stays whole; so is everything near the fifty-move limit, of which a table
    /// entry knows nothing.
    fn table_cutoff(&self, known: &Known) -> Option<Value> {
        let usable = !self.is_pv()
            && self.excluded.is_none()
            && known.depth >= self.depth
            && self.position.halfmove_clock() < NEAR_FIFTY_MOVES;
        (usable && known.proves(self.alpha, self.beta)).then_some(known.value)
    }

    /// Notes what table and evaluation say about the position.
    fn assess(&mut self, worker: &mut Worker, known: Option<Known>) {
        self.table_pv = self.is_pv() || known.is_some_and(|known| known.pv);
        self.table_value = known.map_or(Value::NONE, |known| known.value);
        if self.in_check() {
            self.raw_eval = Value::NONE;
            self.static_eval = Value::NONE;
            self.improving = false;
        } else {
            self.raw_eval = match known {
                Some(known) if known.eval != Value::NONE => known.eval,
                _ => worker.raw_evaluate(&self.position),
            };
            self.static_eval = worker.corrected(self.raw_eval, &self.position);
        }
        worker.path.set_static_eval(self.ply, self.static_eval);
        self.improving = !self.in_check() && worker.path.is_improving(self.ply);
        // The value in the table is a better estimate wherever its bound allows it.
        if let Some(known) = known
            && !self.in_check()
            && !known.value.is_mate()
            && known.refines(self.static_eval)
        {
            self.static_eval = known.value;
        }
    }

    /// Cuts that trust the evaluation: far above beta, or hopelessly below alpha.
    /// A verification exists because the evaluation is not to be trusted.
    fn prune(&mut self, worker: &mut Worker, action: &Action) -> Option<Value> {
        let sharp =
            self.is_pv() || self.in_check() || self.excluded.is_some() || *action == Action::Verify;
        if sharp || !self.is_selective(worker) {
            return None;
        }
        if self.depth <= params::REVERSE_FUTILITY_DEPTH && self.static_eval < params::PRUNE_BELOW {
            let margin = params::reverse_futility_margin(self.depth, self.improving);
            if self.static_eval - margin >= self.beta && self.beta > -params::PRUNE_BELOW {
                return Some(Value::new((self.static_eval.get() + self.beta.get()) / 2));
            }
        }
        if self.depth <= params::RAZOR_DEPTH
            && self.static_eval + params::razor_margin(self.depth) < self.alpha
        {
            let window = (self.alpha, self.alpha + 1);
            let value = self.quiesce(worker, window, self.raw_eval);
            if value <= self.alpha {
                return Some(value);
            }
        }
        None
    }

    fn quiesce(&self, worker: &mut Worker, window: (Value, Value), raw_eval: Value) -> Value {
        quiesce(worker, &self.position, &self.masks, self.ply, window, raw_eval)
    }

    /// True if the node may prune and reduce. In a decided position the first iterations search the
    /// plies near the root full width: what is far ahead there is a mate, and the margins of the
    /// selective search, which are fractions of a piece, do not see it coming.
    pub(super) fn is_selective(&self, worker: &Worker) -> bool {
        worker.is_selective()
            && !(worker.setup().is_decided
                && self.ply <= params::NEAR_ROOT
                && worker.iteration() <= params::FIRST_ITERATIONS)
    }

    fn null_is_promising(&self, action: &Action) -> bool {
        !self.is_pv()
            && !self.in_check()
            && self.excluded.is_none()
            && *action != Action::Null
            && self.depth >= params::NULL_DEPTH
            && self.static_eval >= self.beta
            && self.beta > -params::PRUNE_BELOW
            && self.ply >= self.null_from
            && self.position.has_pieces(self.position.side())
    }

    fn singular_question(&self, worker: &Worker, known: &Option<Known>) -> Singular {
        match known {
            Some(known)
                if self.depth >= params::SINGULAR_DEPTH
                    && self.excluded.is_none()
                    && known.mv.is_some()
                    && known.depth + 3 >= self.depth
                    && known.bound != Bound::Upper
                    && !known.value.is_mate()
                    && self.ply.index() < 2 * worker.iteration().get() as usize =>
            {
                Singular::Ask { bound: known.value - params::singular_margin(self.depth) }
            }
            _ => Singular::No,
        }
    }

    fn begin(&mut self, phase: Phase) {
        self.phase = phase;
        self.best_value = -Value::INFINITE;
        self.best_move = Move::NONE;
        self.raised_alpha = false;
        self.count = 0;
        self.searched = 0;
        self.quiets.clear();
        self.captures.clear();
        self.rivals.clear();
    }
}
