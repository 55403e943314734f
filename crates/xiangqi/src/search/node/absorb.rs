//! Uses the results of a node: the null move's for the node, other moves' for the table and the
//! order of moves elsewhere.

use cleave_smp::Absorbed;
use cleave_tt::{Bound, Entry};

use super::{Job, XiangqiNode};
use crate::Move;
use crate::search::context::SearchContext;
use crate::search::history::Moved;
use crate::search::value::is_decided;

impl XiangqiNode {
    /// Absorbs the result of the null move. If even passing fails high, some move will. A mate
    /// after a pass is no mate.
    pub(super) fn take_in_null(&mut self, value: i32) -> Absorbed<Job, i32> {
        self.null_is_pending = false;
        if value < self.beta {
            return Absorbed::Continue;
        }
        Absorbed::Settled(if is_decided(value) { self.beta } else { value })
    }

    pub(super) fn store(&self, context: &SearchContext<'_>) {
        let Some(table) = context.table else { return };
        if context.is_presumed || context.is_stopped || self.is_share {
            return;
        }
        let bound = match self.has_raised_alpha {
            _ if self.best_value >= self.beta => Bound::Lower,
            true => Bound::Exact,
            false => Bound::Upper,
        };
        let entry = Entry {
            mv: self.best_move.bits(),
            value: self.best_value as i16,
            eval: self.static_eval as i16,
            depth: self.depth.clamp(0, 255) as u8,
            bound,
            pv: self.is_pv(),
        };
        table.store(self.position.key(), self.ply, entry);
    }

    /// Rewards a move that has caused a cutoff, and punishes the quiet moves tried before it.
    pub(super) fn reward(&self, context: &mut SearchContext<'_>, mv: Move) {
        if context.is_presumed || !self.is_quiet(mv) {
            return;
        }
        let bonus = (self.depth * self.depth * 8).min(1_200);
        let line = context.line_before(self.ply);
        let update = |mv: Move, bonus| {
            context.history.update(line, Moved::by(&self.position, mv), bonus);
        };
        update(mv, bonus);
        let others = self.moves.handed_out().iter().copied();
        let tried = others.filter(|&other| other != mv && self.is_quiet(other));
        tried.for_each(|mv| update(mv, -bonus));
        context.add_killer(self.ply, mv);
    }
}
