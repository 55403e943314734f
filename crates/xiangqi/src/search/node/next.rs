//! Hands out the next job: the null move, then the moves, with late moves reduced.

use cleave_smp::NodeType;

use super::{Effort, Job, XiangqiNode};
use crate::Move;
use crate::search::context::SearchContext;
use crate::search::exchange::wins;
use crate::search::history::Moved;
use crate::search::value::is_decided;

/// The margin by which a quiet move must be able to raise the evaluation, per ply of depth.
const FUTILITY: i32 = 110;
/// The minimum number of moves to try. The square of the depth is added.
const LEAST_TRIES: i32 = 4;
/// The greatest depth at which moves are pruned.
const PRUNED_DEPTH: i32 = 7;

impl XiangqiNode {
    pub(super) fn next_job(&mut self, context: &SearchContext<'_>) -> Option<Job> {
        if self.null_is_pending {
            // The result of the null move ends this phase.
            return Some(self.null_job());
        }
        if !self.moves.is_listed() {
            self.list_moves(context);
        }
        loop {
            let number = self.moves.handed_out().len() + 1;
            let mv = self.moves.next()?;
            if number > 1 && self.is_hopeless(context, mv, number) {
                continue;
            }
            self.moves.hand_out(mv);
            if number == 1 {
                return Some(self.first_job(mv));
            }
            let reduction = self.reduction(context, mv, number);
            return Some(Job { depth: self.depth - 1 - reduction, ..self.scout(mv) });
        }
    }

    fn null_job(&self) -> Job {
        let depth =
            self.depth - 3 - self.depth / 4 - ((self.static_eval - self.beta) / 150).clamp(0, 3);
        let (alpha, beta) = (-self.beta, 1 - self.beta);
        let node_type = NodeType::All;
        let effort = Effort::Null;
        Job { mv: Move::NONE, alpha, beta, depth, full_depth: depth, effort, node_type }
    }

    fn first_job(&self, mv: Move) -> Job {
        let node_type = if self.is_pv() { NodeType::Pv } else { self.type_of_scouts() };
        Job { node_type, ..self.full(mv) }
    }

    fn type_of_scouts(&self) -> NodeType {
        if self.node_type == NodeType::Cut { NodeType::All } else { NodeType::Cut }
    }

    /// Returns the job of a move with the whole window of this node.
    pub(super) fn full(&self, mv: Move) -> Job {
        let depth = self.depth - 1;
        let (alpha, beta) = (-self.beta, -self.alpha);
        let node_type = if beta - alpha > 1 { NodeType::Pv } else { NodeType::Cut };
        Job { mv, alpha, beta, depth, full_depth: depth, effort: Effort::Full, node_type }
    }

    /// Returns the job that tests whether a move is better than alpha.
    pub(super) fn scout(&self, mv: Move) -> Job {
        let (alpha, beta) = (-self.alpha - 1, -self.alpha);
        let node_type = self.type_of_scouts();
        Job { alpha, beta, node_type, effort: Effort::Scout, ..self.full(mv) }
    }

    pub(super) fn is_quiet(&self, mv: Move) -> bool {
        self.position.piece_on(mv.to()).is_none()
    }

    /// Returns true for a move that can hardly raise alpha. Raises the node's value to the promise
    /// of the evaluation.
    fn is_hopeless(&mut self, context: &SearchContext<'_>, mv: Move, number: usize) -> bool {
        if context.is_full_width() || self.is_pv() || self.is_in_check {
            return false;
        }
        if self.depth > PRUNED_DEPTH || is_decided(self.alpha) || is_decided(self.best_value) {
            return false;
        }
        if !self.is_quiet(mv) {
            return !wins(&self.position, mv, -100 * self.depth);
        }
        let tries = LEAST_TRIES + self.depth * self.depth;
        let tries = if self.is_improving { tries } else { tries / 2 };
        let promised = self.static_eval + FUTILITY * self.depth;
        if promised <= self.alpha && number > 3 {
            self.best_value = self.best_value.max(promised);
            return true;
        }
        number as i32 > tries || !wins(&self.position, mv, -40 * self.depth)
    }

    pub(super) fn reduction(&self, context: &SearchContext<'_>, mv: Move, number: usize) -> i32 {
        let is_late = number > 2 && self.depth >= 3;
        if context.is_full_width() || !is_late || self.is_in_check || !self.is_quiet(mv) {
            return 0;
        }
        let experience = context.quiet_score(self.ply, Moved::by(&self.position, mv));
        let logs = log2(self.depth as u32) * log2(number as u32);
        let reduction = 128 + logs * 56 / 256 - i32::from(self.is_pv()) * 256
            + i32::from(!self.is_improving) * 128
            + i32::from(self.node_type == NodeType::Cut) * 192
            - experience / 24;
        (reduction / 256).clamp(0, self.depth - 2)
    }
}

/// Returns the logarithm to base 2, in sixteenths.
fn log2(number: u32) -> i32 {
    let whole = number.ilog2();
    // Linear between powers of two.
    (whole * 16 + ((number << 4 >> whole) & 15)) as i32
}
