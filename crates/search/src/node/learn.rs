//! The lessons of a node: history, corrections of the evaluation, and the table entry.

use cleave_board::{Move, Value};

use super::ChessNode;
use crate::context::SearchContext;
use crate::table::{Bound, TtHit};

impl ChessNode {
    /// Credits the quiet move that led here with the change of the evaluation.
    pub(super) fn learn_from_evaluation(&self, context: &SearchContext) {
        let before = context.path.static_eval(self.ply, 1);
        let is_known = before != Value::NONE && self.corrected_eval != Value::NONE;
        if is_known && self.is_selective(context) {
            let gain = -self.corrected_eval - before;
            context.shared.history.reward_gain(!self.position.side(), self.last_quiet, gain);
        }
    }

    /// Rewards the move that caused a cutoff and penalises the moves tried before it, unless the result rests on
    /// guesses.
    pub(crate) fn update_history(&self, context: &mut SearchContext, best: Move) {
        if context.is_presumed() {
            return;
        }
        let tactical = self.is_tactical(best);
        if !tactical {
            context.remember_killer(self.ply, best);
            let tried = self.quiets.as_slice();
            self.history(context).reward(&self.position, self.depth, best, tried);
        }
        context.shared.history.reward_capture(
            &self.position,
            self.depth,
            tactical.then_some(best),
            self.captures.as_slice(),
        );
    }

    /// Stores the result in the table and the error of the evaluation in the correction history. If no move beats
    /// alpha, also rewards the quiet move that led here. Does nothing if the result rests on guesses.
    pub(super) fn store(&self, context: &SearchContext) {
        if context.is_presumed() {
            return;
        }
        let bound = if self.best_value >= self.beta {
            Bound::Lower
        } else if self.is_pv() && self.raised_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let hit = TtHit {
            mv: self.best_move,
            value: self.best_value,
            eval: self.raw_eval,
            depth: self.depth,
            bound,
            pv: self.table_pv,
        };
        context.shared.table.store(&self.position, self.ply, &hit);
        if bound == Bound::Upper && !self.best_value.is_decisive() {
            let (side, path) = (!self.position.side(), &context.path);
            let history = context.shared.history;
            history.reward_last(side, self.last_quiet, path, self.ply, self.depth);
        }

        let quiet = !self.in_check()
            && (self.best_move.is_none() || !self.is_tactical(self.best_move))
            && !self.best_value.is_decisive();
        if quiet && hit.refines(self.corrected_eval) {
            let error = self.best_value - self.corrected_eval;
            let corrections = context.shared.corrections;
            corrections.learn(&self.position, &context.path, self.ply, self.depth, error);
        }
    }
}

#[cfg(test)]
mod tests {
    use cleave_board::Position;
    use cleave_movegen::legal_moves;

    use super::*;
    use crate::line::Line;
    use crate::node::{Absorbed, Action, NodeType};
    use crate::params;
    use crate::testing::{live_child, mv, root, scout, with_worker};
    use crate::units::Ply;

    #[test]
    fn results_that_rest_on_guesses_stay_in_the_node() {
        let start = Position::start();
        for is_presumed in [true, false] {
            with_worker(&start, |context| {
                let mut node = root(context, (-200, 200), 6);
                let job = node.next(context).unwrap();
                context.by_itself.presume(is_presumed);
                let done = node.absorb(context, &job, Value::new(-300), &Line::EMPTY);
                assert!(matches!(done, Absorbed::Settled(_)));
                assert_eq!(context.probe(&start, Ply::ROOT).is_none(), is_presumed);
                assert_eq!(context.report().results().is_empty(), is_presumed);
                assert_eq!(context.killers(Ply::ROOT) == [Move::NONE; 2], is_presumed);
            });
        }
    }

    /// Returns the history of a move of the root by its squares.
    fn history_at_root(context: &SearchContext, node: &ChessNode, mv: Move) -> i32 {
        let history = context.shared.history;
        history.quiets(&node.position, node.attacked, &context.path, Ply::ROOT).butterfly(mv)
    }

    #[test]
    fn a_quiet_move_earns_the_gain_in_evaluation() {
        let start = Position::start();
        let mut signs = [false; 2];
        for quiet in &legal_moves(&start) {
            with_worker(&start, |context| {
                let node = root(context, (-200, 200), 6);
                let before = node.corrected_eval;
                let job = scout(Action::Move(quiet), 400, 5, NodeType::Cut);
                let child = live_child(context, &node, &job);
                let gain = -child.corrected_eval - before;
                let earned = (gain * params::history_per_gain()).clamp(-800, 800);
                assert_eq!(history_at_root(context, &node, quiet), earned, "{quiet:?}");
                signs[usize::from(gain > 0)] = true;
            });
        }
        assert_eq!(signs, [true; 2], "some moves gain, some lose");
    }

    /// All moves of a node fail low: the quiet move that led to it is good. If a move cuts off, it is not.
    #[test]
    fn a_quiet_move_without_a_good_reply_is_rewarded() {
        let start = Position::start();
        for (reply, is_rewarded) in [(500, true), (-500, false)] {
            with_worker(&start, |context| {
                let node = root(context, (-200, 200), 6);
                let push = mv(&start, "a3");
                let job = scout(Action::Move(push), 100, 5, NodeType::All);
                let mut child = live_child(context, &node, &job);
                let before = history_at_root(context, &node, push);
                while let Some(job) = child.next(context) {
                    let found = child.absorb(context, &job, Value::new(reply), &Line::EMPTY);
                    if matches!(found, Absorbed::Settled(_)) {
                        break;
                    }
                }
                child.finish(context);
                let after = history_at_root(context, &node, push);
                assert_eq!(after > before, is_rewarded, "{before} {after}");
            });
        }
    }
}
