//! Handing out jobs: null move, exclusion search, then the moves with their depths and windows.

use cleave_board::{Move, Value};
use cleave_movegen::legal_moves;

use super::picker::Picked;
use super::{Action, ChessNode, Effort, Job, NodeType, Phase, Singular};
use crate::context::SearchContext;
use crate::params;
use crate::units::Depth;

/// A move about to be handed out, with the data on which pruning and reductions depend.
struct Candidate {
    mv: Move,
    tactical: bool,
    /// Its history score, if it is quiet.
    history: i32,
    /// A quiet move that gives check and loses nothing.
    is_good_check: bool,
}

impl ChessNode {
    /// Returns the next job, or `None` when all have been handed out.
    pub(crate) fn next(&mut self, context: &mut SearchContext) -> Option<Job> {
        match self.phase {
            Phase::Null => return Some(self.null_job()),
            Phase::Verify => return Some(self.verify_job()),
            Phase::Moves => {}
        }
        if let Singular::Ask { bound } = self.singular
            && self.picker.table_move().is_some()
        {
            return Some(self.exclusion_job(bound));
        }
        loop {
            let mv = match self.picked(context)? {
                Picked::Move(mv) => mv,
                Picked::QuietsAreNext => {
                    if self.can_skip_quiets(context) {
                        self.picker.skip_quiets();
                    }
                    continue;
                }
            };
            if mv == self.excluded {
                continue;
            }
            self.count += 1;
            let candidate = self.candidate(context, mv);
            if self.is_root() {
                context.note_current_root_move(self.count);
            } else if self.may_prune_moves(context) && !self.is_worth_searching(&candidate) {
                continue;
            }
            context.shared.table.prefetch_after(&self.position, mv);
            return Some(self.move_job(context, &candidate));
        }
    }

    fn picked(&mut self, context: &SearchContext) -> Option<Picked> {
        let (position, masks) = (&self.position, &self.masks);
        self.picker.next_move(context, position, masks, self.attacked, self.ply)
    }

    /// Returns the null move: a search of the position after passing, with a null window and reduced depth.
    fn null_job(&self) -> Job {
        let reduction = params::null_reduction(self.depth, self.static_eval - self.beta);
        let depth = self.depth - reduction;
        Job {
            action: Action::Null,
            alpha: -self.beta,
            beta: -self.beta + 1,
            depth,
            full_depth: depth,
            effort: Effort::Scout,
            node_type: NodeType::Cut,
            number: 0,
        }
    }

    /// Returns the verification of a null-move cutoff: real moves to the same reduced depth, against zugzwang.
    fn verify_job(&self) -> Job {
        let null = self.null_job();
        // At least one ply: quiescence may stand pat, which is another pass.
        let depth = null.depth.max(Depth::new(1));
        Job {
            action: Action::Verify,
            alpha: self.beta - 1,
            beta: self.beta,
            depth,
            full_depth: depth,
            node_type: NodeType::Cut,
            ..null
        }
    }

    /// Returns the exclusion search: if all other moves stay below `bound`, the table move is singular.
    fn exclusion_job(&self, bound: Value) -> Job {
        let depth = Depth::new((self.depth.get() - 1) / 2);
        Job {
            action: Action::Exclude(self.picker.table_move()),
            alpha: bound - 1,
            beta: bound,
            depth,
            full_depth: depth,
            effort: Effort::Scout,
            node_type: if self.node_type == NodeType::All { NodeType::All } else { NodeType::Cut },
            number: 0,
        }
    }

    /// Returns false for moves to prune: late quiet moves, quiet moves far below alpha or with a bad history, and moves
    /// that lose material. Good checks are never pruned.
    fn is_worth_searching(&mut self, candidate: &Candidate) -> bool {
        let &Candidate { mv, tactical, history, is_good_check } = candidate;
        if is_good_check {
            return true;
        }
        let by_history = history * params::pruning_history() * 32 / params::lmr_history();
        let reduced = self.depth - 1 - (params::lmr(self.depth, self.count) - by_history) / 1024;
        if tactical {
            return self.depth > params::see_pruning_depth()
                || self.picker.is_at_good_captures()
                || self.position.see_ge(mv, params::see_capture_floor(self.depth));
        }
        if self.is_late(self.count) || !self.picker.is_refutation(mv) && self.is_futile(self.count)
        {
            self.picker.skip_quiets();
            return false;
        }
        if reduced <= params::history_pruning_depth()
            && history < params::history_pruning_floor(reduced)
        {
            return false;
        }
        let depth = reduced.max(Depth::ZERO);
        depth > params::see_pruning_depth()
            || self.position.see_ge(mv, params::see_quiet_floor(depth))
    }

    /// Returns true if all quiet moves except good checks would be pruned, so that they need not be generated.
    fn can_skip_quiets(&mut self, context: &SearchContext) -> bool {
        let next = self.count + 1;
        self.may_prune_moves(context) && (self.is_late(next) || self.is_futile(next))
    }

    /// Returns true once a move has been searched that does not lose for certain.
    fn may_prune_moves(&self, context: &SearchContext) -> bool {
        !self.is_root() && self.is_selective(context) && self.best_value > -Value::DECISIVE
    }

    /// Late move pruning: true if a quiet move of this number comes too late.
    fn is_late(&self, number: u16) -> bool {
        number > params::late_move_count(self.depth, self.improving)
    }

    /// Futility pruning: true if a quiet move of this number is unlikely to raise the evaluation to
    /// alpha. The optimistic estimate then counts as the value of a move.
    fn is_futile(&mut self, number: u16) -> bool {
        let reduced = self.depth - 1 - params::lmr(self.depth, number) / 1024;
        if self.in_check() || reduced > params::futility_depth() {
            return false;
        }
        let estimate = self.static_eval + params::futility_margin(reduced);
        if estimate > self.alpha {
            return false;
        }
        self.best_value = self.best_value.max(estimate);
        true
    }

    fn candidate(&self, context: &SearchContext, mv: Move) -> Candidate {
        let tactical = self.is_tactical(mv);
        let history = if tactical { 0 } else { self.history(context).of(&self.position, mv) };
        let is_good_check = !tactical && self.picker.is_good_check(&self.position, mv);
        Candidate { mv, tactical, history, is_good_check }
    }

    /// Returns the job of a move: the depth and window of its first search.
    fn move_job(&mut self, context: &SearchContext, candidate: &Candidate) -> Job {
        let mv = candidate.mv;
        let full_depth = self.depth - 1 + self.extension(mv);
        let first = self.count == 1;
        let reduction = if first || !self.may_reduce(context) {
            0
        } else {
            self.reduction(context, candidate, full_depth)
        };
        let effort = if self.is_pv() && first {
            Effort::Full
        } else if reduction > 0 {
            Effort::Reduced
        } else {
            Effort::Scout
        };
        let full = effort == Effort::Full;
        Job {
            action: Action::Move(mv),
            alpha: if full { -self.beta } else { -self.alpha - 1 },
            beta: -self.alpha,
            depth: full_depth - reduction,
            full_depth,
            effort,
            node_type: match self.node_type {
                NodeType::Pv if first => NodeType::Pv,
                NodeType::Cut if first => NodeType::All,
                _ => NodeType::Cut,
            },
            number: if self.is_root() { self.count } else { 0 },
        }
    }

    /// Returns the plies by which a move is extended. Only a singular table move is.
    fn extension(&self, mv: Move) -> i32 {
        match self.singular {
            Singular::Answered { extension } if mv == self.picker.table_move() => extension,
            _ => 0,
        }
    }

    /// Returns true if the move handed out last comes late enough to be reduced.
    pub(crate) fn may_reduce(&self, context: &SearchContext) -> bool {
        let is_early = self.count < 2 + 2 * u16::from(self.is_root());
        self.is_selective(context) && self.depth >= params::lmr_depth() && !is_early
    }

    /// Returns the plies by which a late move is reduced.
    fn reduction(&self, context: &SearchContext, candidate: &Candidate, full_depth: Depth) -> i32 {
        let mut reduction = params::lmr(self.depth, self.count);
        if candidate.tactical {
            reduction = reduction * 3 / 4 - params::lmr_tactical();
            let history = context.shared.history.capture(&self.position, candidate.mv);
            reduction -= history * 1024 / params::lmr_history();
        } else {
            reduction -= candidate.history * 1024 / (2 * params::lmr_history());
            if self.picker.is_refutation(candidate.mv) {
                reduction -= params::lmr_refutation();
            }
            if candidate.is_good_check {
                reduction -= params::lmr_good_check();
            }
        }
        if self.is_pv() {
            reduction -= params::lmr_pv();
        }
        if self.table_pv {
            reduction -= params::lmr_table_pv();
        }
        if self.node_type == NodeType::Cut {
            reduction += params::lmr_cut();
        }
        if !self.improving {
            reduction += params::lmr_not_improving();
        }
        if self.in_check() {
            reduction -= params::lmr_in_check();
        }
        (reduction / 1024).clamp(0, (full_depth.get() - 1).max(0))
    }

    /// Ends the node after its last move or a cutoff: stores its value in the table and returns it.
    pub(crate) fn finish(&mut self, context: &mut SearchContext) -> Value {
        if self.count == 0 {
            return if self.excluded.is_some() {
                self.alpha
            } else if self.in_check() {
                Value::mated_in(self.ply.index())
            } else {
                context.draw_value(self.ply)
            };
        }
        self.best_value = self.best_value.min(self.ceiling);
        if self.excluded.is_none() && !self.is_partial_root() {
            self.store(context);
        }
        self.best_value
    }

    /// Returns true at a root where only some moves are searched. Its value says nothing about the others.
    fn is_partial_root(&self) -> bool {
        self.is_root() && self.picker.root_moves().len() < legal_moves(&self.position).len()
    }
}

#[cfg(test)]
mod tests {
    use cleave_board::Position;

    use super::*;
    use crate::line::Line;
    use crate::testing::{live_child, mv, root, scout, with_worker};
    use crate::units::Ply;

    #[test]
    fn a_root_is_stored_only_if_all_its_moves_are_searched() {
        let start = Position::start();
        let share = [mv(&start, "a3"), mv(&start, "h3")];
        with_worker(&start, |context| {
            for is_partial in [true, false] {
                let mut node = root(context, (-500, 500), 6);
                if is_partial {
                    node.picker.restart_at_root(&start, share.into_iter(), 0);
                }
                while let Some(job) = node.next(context) {
                    node.absorb(context, &job, Value::new(20), &Line::EMPTY);
                }
                assert_eq!(node.finish(context), Value::new(-20));
                assert_eq!(context.probe(&start, Ply::ROOT).is_none(), is_partial);
            }
        });
    }

    #[test]
    fn good_checks_are_searched_where_other_quiet_moves_are_futile() {
        let fen = "6k1/5pp1/7p/8/8/7P/rr3PP1/2RR2K1 b - - 0 1";
        let position = Position::from_fen(fen).expect("a legal position");
        with_worker(&position, |context| {
            let parent = root(context, (-5_000, 5_000), 6);
            let push = scout(Action::Move(mv(&position, "h5")), 3_000, 4, NodeType::Cut);
            let mut node = live_child(context, &parent, &push);
            let mut moves = Vec::new();
            while let Some(job) = node.next(context) {
                let Action::Move(mv) = job.action else { panic!("{job:?}") };
                moves.push(mv);
                node.absorb(context, &job, Value::ZERO, &Line::EMPTY);
            }
            let checks = ["Rd8", "Rc8"].map(|text| mv(&node.position, text));
            assert!(moves.len() == 2 && checks.iter().all(|check| moves.contains(check)));
        });
    }

    /// Two null moves in a row would lead back to the same position with less depth.
    #[test]
    fn no_two_null_moves_in_a_row() {
        let start = Position::start();
        with_worker(&start, |context| {
            let parent = root(context, (-500, 500), 10);
            let push = scout(Action::Move(mv(&start, "a3")), 0, 16, NodeType::Cut);
            let mut node = live_child(context, &parent, &push);
            let pass = node.next(context).unwrap();
            assert_eq!(pass.action, Action::Null, "the side to move is a tempo ahead");
            assert_eq!((pass.alpha, pass.beta), (-node.beta, -node.beta + 1));

            let mut passed = live_child(context, &node, &pass);
            let would_pass =
                passed.static_eval >= passed.beta && passed.depth >= params::null_depth();
            assert!(would_pass, "only the null move before forbids it");
            assert!(matches!(passed.next(context).unwrap().action, Action::Move(_)));
        });
    }
}
