//! Windows of moves that are searched before a value is known to test them against.
//!
//! Dynamic Tree Splitting never does this: it waits for the first move of a PV node. Some older algorithms search all
//! moves at once, each with the window of the node. When one value raises alpha, they narrow the windows of the
//! searches under way.

use cleave_board::Value;

use crate::context::SearchContext;
use crate::node::{Action, ChessNode, Effort, Job, NodeType};

impl ChessNode {
    /// Returns the job with the whole window, for a move of a PV node, at the depth of its test. If a reduced search
    /// beats alpha, a search to full depth still follows.
    pub(crate) fn widened(&self, job: &Job) -> Job {
        let is_test = matches!(job.effort, Effort::Reduced | Effort::Scout);
        if !self.is_pv() || !is_test || !matches!(job.action, Action::Move(_)) {
            return *job;
        }
        Job {
            alpha: -self.beta,
            beta: -self.alpha,
            effort: Effort::Open,
            node_type: NodeType::Pv,
            ..*job
        }
    }

    /// Narrows the window to these bounds. Returns the value if nothing is left of the window.
    ///
    /// Once a bound from above raises alpha, the move that raised it before no longer counts. The best value is then at
    /// most alpha, an upper bound.
    pub(crate) fn narrow(
        &mut self,
        context: &mut SearchContext,
        alpha: Value,
        beta: Value,
    ) -> Option<Value> {
        if alpha > self.alpha {
            self.alpha = alpha;
            self.raised_alpha = false;
        }
        self.beta = self.beta.min(beta);
        if self.alpha < self.beta {
            return None;
        }
        if self.raised_alpha {
            self.update_history(context, self.best_move);
            return Some(self.finish(context));
        }
        // The distance to mate or an endgame table has set a bound outside the window.
        Some(self.alpha)
    }
}

#[cfg(test)]
mod tests {
    use cleave_board::Position;
    use cleave_tt::Bound;

    use super::*;
    use crate::line::Line;
    use crate::node::{Absorbed, Opened};
    use crate::testing::{root, with_worker};
    use crate::units::Ply;

    const NO_LINE: &Line = &Line::EMPTY;

    fn value(centipawns: i32) -> Value {
        Value::new(centipawns)
    }

    /// Returns an open move of the root in the window -200 to 200, and its live node.
    fn open_child(context: &mut SearchContext) -> (ChessNode, Job, ChessNode) {
        let mut node = root(context, (-200, 200), 6);
        let first = node.next(context).unwrap();
        let second = node.next(context).unwrap();
        assert_eq!(node.widened(&first).effort, Effort::Full, "it has the whole window already");
        let open = node.widened(&second);
        assert_eq!((open.alpha, open.beta, open.effort), (value(-200), value(200), Effort::Open));
        assert_eq!(open.depth, second.depth);
        let mut child = ChessNode::default();
        child.enter(context, &node, &open);
        assert!(matches!(child.open(context, &open), Opened::Live));
        (node, open, child)
    }

    /// Takes in one move of the node with this value, for the side to move there.
    fn search_one(node: &mut ChessNode, context: &mut SearchContext, found: i32) -> Absorbed {
        let mut job = node.next(context).unwrap();
        loop {
            match node.absorb(context, &job, value(-found), NO_LINE) {
                Absorbed::Research(again) => job = again,
                absorbed => return absorbed,
            }
        }
    }

    fn bound_stored(context: &SearchContext, parent: &ChessNode, job: &Job) -> (Value, Bound) {
        let Action::Move(mv) = job.action else { panic!("{job:?}") };
        let hit = context
            .shared
            .table
            .probe(&parent.position.make(mv), Ply::ROOT.next())
            .expect("it is stored");
        (hit.value, hit.bound)
    }

    /// Searches the rest of the child's moves, all worse, and returns what is stored.
    fn end(
        context: &mut SearchContext,
        parent: &ChessNode,
        job: &Job,
        child: &mut ChessNode,
    ) -> (Value, Bound) {
        while let Some(job) = child.next(context) {
            child.absorb(context, &job, value(500), NO_LINE);
        }
        child.finish(context);
        bound_stored(context, parent, job)
    }

    #[test]
    fn the_stored_value_is_right_for_the_narrower_window() {
        for (alpha, beta, bound) in
            [(-200, 200, Bound::Exact), (-200, 60, Bound::Exact), (70, 200, Bound::Upper)]
        {
            with_worker(&Position::start(), |context| {
                let (node, open, mut child) = open_child(context);
                search_one(&mut child, context, 50);
                assert_eq!(child.narrow(context, value(alpha), value(beta)), None);
                assert_eq!((child.alpha, child.beta), (value(alpha.max(50)), value(beta)));
                assert_eq!(end(context, &node, &open, &mut child), (value(50), bound));
            });
        }
    }

    /// The move that has raised alpha still counts if the bound from outside is no higher than the value.
    #[test]
    fn a_bound_that_is_known_already_changes_nothing() {
        with_worker(&Position::start(), |context| {
            let (node, open, mut child) = open_child(context);
            search_one(&mut child, context, 50);
            assert_eq!(child.narrow(context, value(50), value(200)), None);
            assert_eq!(end(context, &node, &open, &mut child), (value(50), Bound::Exact));
        });
    }

    #[test]
    fn a_value_that_reaches_the_narrower_beta_decides_the_node() {
        with_worker(&Position::start(), |context| {
            let (node, open, mut child) = open_child(context);
            search_one(&mut child, context, 50);
            assert_eq!(child.narrow(context, value(-200), value(51)), None);
            assert_eq!(child.narrow(context, value(-200), value(40)), Some(value(50)));
            assert_eq!(bound_stored(context, &node, &open), (value(50), Bound::Lower));
        });
    }

    #[test]
    fn after_narrowing_moves_are_tested_against_the_new_bounds() {
        with_worker(&Position::start(), |context| {
            let (_, _, mut child) = open_child(context);
            search_one(&mut child, context, 20);
            child.narrow(context, value(70), value(90));
            let next = child.next(context).unwrap();
            assert_eq!((next.alpha, next.beta), (value(-71), value(-70)));
            assert!(matches!(search_one(&mut child, context, 90), Absorbed::Settled(_)));
        });
    }

    /// The first move has a value when all have failed low, in any order.
    #[test]
    fn the_first_move_has_a_value_if_all_fail_low() {
        with_worker(&Position::start(), |context| {
            let mut node = root(context, (-200, 200), 6);
            let first = node.next(context).unwrap();
            let second = node.next(context).unwrap();
            let open = node.widened(&second);
            node.absorb(context, &open, value(230), NO_LINE);
            node.absorb(context, &first, value(250), NO_LINE);
            let newest = context.report().results().newest_best().unwrap();
            assert_eq!((newest.0, newest.1.value), (first.number, value(-250)));
        });
    }

    /// The first moves to come back need not be the first that were handed out.
    #[test]
    fn an_open_move_is_searched_to_full_depth_if_it_beats_alpha() {
        with_worker(&Position::start(), |context| {
            let mut node = root(context, (-200, 200), 6);
            let first = node.next(context).unwrap();
            let second = node.next(context).unwrap();
            let reduced = Job { depth: second.full_depth - 1, ..node.widened(&second) };
            let Absorbed::Research(again) = node.absorb(context, &reduced, value(-30), NO_LINE)
            else {
                panic!("a reduced search beats alpha");
            };
            assert_eq!((again.effort, again.depth), (Effort::Open, second.full_depth));
            assert!(matches!(
                node.absorb(context, &again, value(-30), NO_LINE),
                Absorbed::Continue
            ));
            assert_eq!(node.alpha, value(30));
            // It comes back with an upper bound, and is not the newest of the best moves.
            assert!(matches!(
                node.absorb(context, &first, value(-20), NO_LINE),
                Absorbed::Continue
            ));
            let newest = context.report().results().newest_best().unwrap();
            assert_eq!((newest.0, newest.1.value), (second.number, value(30)));

            let Absorbed::Research(again) = node.absorb(context, &reduced, value(-40), NO_LINE)
            else {
                panic!("a reduced search beats alpha");
            };
            assert_eq!((again.effort, again.alpha), (Effort::Scout, value(-31)));
            assert!(matches!(
                node.absorb(context, &reduced, value(-25), NO_LINE),
                Absorbed::Continue
            ));
        });
    }
}
