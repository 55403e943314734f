//! The next piece of work: the null move, then the moves, late ones reduced.

use cleave_smp::NodeType;
use cleave_xiangqi::Move;

use super::{Effort, Job, XiangqiNode};
use crate::context::SearchContext;
use crate::value::is_decided;

/// The margin by which a quiet move must be able to raise the evaluation, per ply of depth.
const FUTILITY: i32 = 120;

impl XiangqiNode {
    pub(super) fn next_job(&mut self, context: &SearchContext<'_>) -> Option<Job> {
        if self.null_is_pending {
            // Its result ends this phase.
            return Some(self.null_job());
        }
        if !self.moves.is_listed() {
            self.list_moves(context);
        }
        let number = self.moves.handed_out().len() + 1;
        let mv = self.moves.next()?;
        if self.is_futile(context, mv, number) {
            self.moves.end();
            // What is left out is worth no more than this, by the evaluation.
            self.best_value = self.best_value.max(self.alpha.min(self.static_eval + self.margin()));
            return None;
        }
        let full_depth = self.depth - 1;
        if number == 1 {
            return Some(self.first_job(mv));
        }
        let reduction = if context.is_full_width() { 0 } else { self.reduction(mv, number) };
        Some(Job { depth: full_depth - reduction, ..self.scout(mv) })
    }

    fn null_job(&self) -> Job {
        let depth = self.depth - 3 - self.depth / 4;
        let (alpha, beta) = (-self.beta, 1 - self.beta);
        let node_type = NodeType::All;
        let effort = Effort::Null;
        Job { mv: Move::NONE, alpha, beta, depth, full_depth: depth, effort, node_type }
    }

    fn first_job(&self, mv: Move) -> Job {
        let node_type = match self.node_type {
            NodeType::Pv => NodeType::Pv,
            NodeType::Cut => NodeType::All,
            NodeType::All => NodeType::Cut,
        };
        Job { node_type, ..self.full(mv) }
    }

    /// The whole window of this node.
    pub(super) fn full(&self, mv: Move) -> Job {
        let depth = self.depth - 1;
        let (alpha, beta) = (-self.beta, -self.alpha);
        let node_type = if beta - alpha > 1 { NodeType::Pv } else { NodeType::Cut };
        Job { mv, alpha, beta, depth, full_depth: depth, effort: Effort::Full, node_type }
    }

    /// Is the move better than alpha?
    pub(super) fn scout(&self, mv: Move) -> Job {
        let (alpha, beta) = (-self.alpha - 1, -self.alpha);
        let node_type = NodeType::Cut;
        Job { alpha, beta, node_type, effort: Effort::Scout, ..self.full(mv) }
    }

    fn margin(&self) -> i32 {
        FUTILITY * self.depth
    }

    fn is_quiet(&self, mv: Move) -> bool {
        self.position.piece_on(mv.to()).is_none()
    }

    /// True for a late quiet move that can hardly raise alpha, after which only such moves follow.
    fn is_futile(&self, context: &SearchContext<'_>, mv: Move, number: usize) -> bool {
        !context.is_full_width()
            && !self.is_pv()
            && !self.is_in_check
            && self.depth <= 4
            && number > 4 + 2 * (self.depth * self.depth) as usize
            && self.is_quiet(mv)
            && self.static_eval + self.margin() <= self.alpha
            && !is_decided(self.alpha)
    }

    fn reduction(&self, mv: Move, number: usize) -> i32 {
        if self.depth < 3 || self.is_in_check || !self.is_quiet(mv) || number < 4 {
            return 0;
        }
        let by_number = number.ilog2() as i32 - 1;
        let by_depth = self.depth.ilog2() as i32;
        let reduction = by_number * by_depth / 2 + 1 - i32::from(self.is_pv());
        reduction.clamp(0, self.depth - 2)
    }
}
