//! A result is taken in.

use cleave_smp::Absorbed;
use cleave_tt::{Bound, Entry};
use cleave_xiangqi::Move;

use super::{Effort, Job, XiangqiNode};
use crate::context::SearchContext;
use crate::history::Moved;
use crate::line::Line;
use crate::value::{is_decided, lost_at};

impl XiangqiNode {
    pub(super) fn take_in(
        &mut self,
        context: &mut SearchContext<'_>,
        job: &Job,
        child: i32,
        line: &Line,
    ) -> Absorbed<Job, i32> {
        let value = -child;
        if job.effort == Effort::Null {
            return self.take_in_null(value);
        }
        // Alpha when the job was handed out: the scout has answered whether the value is above it.
        let tested = -job.beta;
        if value > tested && job.depth < job.full_depth {
            return Absorbed::Again(self.scout(job.mv));
        }
        if value > tested && job.effort == Effort::Scout && value < self.beta {
            let is_tested_anew = tested < self.alpha;
            let again = if is_tested_anew { self.scout(job.mv) } else { self.full(job.mv) };
            return Absorbed::Again(again);
        }
        self.searched += 1;
        self.best_value = self.best_value.max(value);
        if value <= self.alpha {
            return Absorbed::GoOn;
        }
        self.has_raised_alpha = true;
        self.best_move = job.mv;
        self.line.set(job.mv, line);
        if value >= self.beta {
            self.reward(context, job.mv);
            return Absorbed::Done(self.conclude(context));
        }
        self.alpha = value;
        Absorbed::GoOn
    }

    /// If even passing fails high, some move will. A mate after a pass is none.
    fn take_in_null(&mut self, value: i32) -> Absorbed<Job, i32> {
        self.null_is_pending = false;
        if value < self.beta {
            return Absorbed::GoOn;
        }
        Absorbed::Done(if is_decided(value) { self.beta } else { value })
    }

    /// The value when all moves have been searched.
    pub(super) fn conclude(&mut self, context: &SearchContext<'_>) -> i32 {
        if self.best_value == -crate::value::INFINITE {
            self.best_value = lost_at(self.ply);
        }
        self.store(context);
        self.best_value
    }

    fn store(&self, context: &SearchContext<'_>) {
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

    /// The move has caused a cutoff; quiet moves tried before have not.
    fn reward(&self, context: &mut SearchContext<'_>, mv: Move) {
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
