//! The searches of the root by a team. Each begins anew, or adopts the next iteration that workers without work have
//! begun.
//!
//! During an iteration, the next one is begun with the same window and the same order of root moves. It is adopted if
//! the iteration ends with a value inside that window and with the same order of moves, and so with the same best move.
//! Otherwise it is given up. With several lines to search none is begun, because another line comes before the next
//! iteration. A rank of a cluster also gives it up if the others have gone deeper, or if one of them has found the
//! value of the iteration under way.

use cleave_board::{Move, Value};
use cleave_smp::{End, Finished, IteratingTeam, RootSearch, Stats};

use super::driver::{Driver, RootRequest};
use crate::context::SearchContext;
use crate::node::ChessNode;
use crate::root::moves::RootMove;
use crate::root::value::RootValue;
use crate::units::Depth;

/// A team that searches the root, and its searches so far.
pub struct TeamDriver<'t, T> {
    /// The team.
    pub team: &'t mut T,
    stats: Stats,
    next: Option<Next>,
}

/// The next iteration as it was begun.
struct Next {
    depth: Depth,
    window: (Value, Value),
    moves: Vec<Move>,
}

impl<'t, T: IteratingTeam<ChessNode>> TeamDriver<'t, T> {
    /// Creates a driver for this team.
    pub fn new(team: &'t mut T) -> TeamDriver<'t, T> {
        TeamDriver { team, stats: Stats::default(), next: None }
    }

    /// Gives the next iteration up, if there is one.
    fn give_up_next(&mut self, context: &mut SearchContext<'_>) {
        if let Some(next) = self.next.take() {
            match self.team.give_up_next(context) {
                Some(stats) => self.stats += stats,
                None => context.reset_nodes(self.stats.nodes()),
            }
            context.end_next(next.depth, &next.moves);
        }
    }
}

impl<T: IteratingTeam<ChessNode>> Driver for TeamDriver<'_, T> {
    fn search_root(
        &mut self,
        context: &mut SearchContext<'_>,
        request: &RootRequest,
    ) -> Option<RootValue> {
        let &RootRequest { rank, window, depth, is_followed } = request;
        let moves: Vec<Move> = context.root.ranked_from(rank).iter().map(RootMove::mv).collect();
        let may_adopt = self.team.has_next_to_adopt();
        let mut adopted =
            self.next.take_if(|next| may_adopt && next.is_as_asked(context, request, &moves));
        self.give_up_next(context);
        let alpha = adopted.as_ref().map_or(window, |next| next.window).0;
        context.begin_root(rank, alpha, adopted.is_some());
        let mut root = ChessNode::default();
        let mut next = ChessNode::default();
        let finished = loop {
            root.open_root(context, rank, window, depth);
            root.open_next_root(&mut next);
            if is_followed {
                context.begin_next();
            }
            let setup = *context.setup();
            let search = RootSearch {
                root: &root,
                setup: &setup,
                next: is_followed.then_some(&next),
                adopts: adopted.is_some(),
            };
            let finished = self.team.search_iteration(context, &search);
            if finished.end != End::WorkerDied {
                break finished;
            }
            // The next iteration was lost as well. The search starts again with a warm table.
            adopted = None;
            context.begin_root(rank, window.0, false);
            context.reset_nodes(self.stats.nodes());
            context.go_on_without_move();
            if context.is_stopped() {
                break finished;
            }
        };
        let found = value_of(&finished, adopted.map_or(window, |next| next.window));
        self.stats += finished.stats;
        if self.team.has_next() {
            self.next = Some(Next { depth: depth + 1, window, moves });
        }
        if found.is_none() || context.is_stopped() {
            // A stop also ends the next iteration. But the search may continue, if another rank of the cluster has
            // found the value.
            self.give_up_next(context);
        }
        found
    }

    /// Returns true if the iteration has begun, and has neither been adopted nor given up.
    fn has_begun(&self, iteration: Depth) -> bool {
        self.next.as_ref().is_some_and(|next| next.depth == iteration)
    }

    fn finish(&mut self, context: &mut SearchContext<'_>) {
        self.give_up_next(context);
    }

    fn stats(&self) -> Option<&Stats> {
        Some(&self.stats)
    }
}

impl Next {
    /// Returns true if it was begun with the parameters of the current request.
    fn is_as_asked(
        &self,
        context: &SearchContext<'_>,
        request: &RootRequest,
        moves: &[Move],
    ) -> bool {
        let (alpha, beta) = self.window;
        let expected = context.root.ranked_from(request.rank).first().and_then(RootMove::value);
        let is_inside = expected.is_some_and(|value| alpha < value && value < beta);
        is_inside && self.depth == request.depth && self.moves == moves
    }
}

fn value_of(finished: &Finished<ChessNode>, window: (Value, Value)) -> Option<RootValue> {
    let End::Value(value) = finished.end else { return None };
    let own = finished.window.map(|own| (Value::new(own.alpha), Value::new(own.beta)));
    Some(RootValue { value, window: own.unwrap_or(window) })
}

#[cfg(test)]
mod tests {
    use cleave_board::Position;

    use super::*;
    use crate::line::Line;
    use crate::testing::with_worker;

    /// A team that never searches.
    struct Unasked;

    impl IteratingTeam<ChessNode> for Unasked {
        fn search_iteration(
            &mut self,
            _: &mut SearchContext<'_>,
            _: &RootSearch<'_, ChessNode>,
        ) -> Finished<ChessNode> {
            unreachable!()
        }

        fn give_up_next(&mut self, _: &mut SearchContext<'_>) -> Option<Stats> {
            unreachable!()
        }

        fn has_next(&self) -> bool {
            unreachable!()
        }

        fn has_next_to_adopt(&self) -> bool {
            unreachable!()
        }
    }

    /// A team in which a worker dies while a request to stop ends the first iteration.
    struct Dying {
        searches: u32,
    }

    impl IteratingTeam<ChessNode> for Dying {
        fn search_iteration(
            &mut self,
            context: &mut SearchContext<'_>,
            _: &RootSearch<'_, ChessNode>,
        ) -> Finished<ChessNode> {
            self.searches += 1;
            let was_stopped = context.is_stopped();
            context.end_root_move(1, Some(Value::ZERO), &Line::from_moves([].into_iter()));
            context.stop();
            let end = match (self.searches, was_stopped) {
                (1, _) => End::WorkerDied,
                (_, true) => End::Stopped,
                (_, false) => End::Value(Value::ZERO),
            };
            Finished { end, ..Finished::after_a_death() }
        }

        fn give_up_next(&mut self, _: &mut SearchContext<'_>) -> Option<Stats> {
            unreachable!()
        }

        fn has_next(&self) -> bool {
            false
        }

        fn has_next_to_adopt(&self) -> bool {
            false
        }
    }

    #[test]
    fn a_death_at_the_end_of_the_first_iteration_leaves_a_move_to_play() {
        with_worker(&Position::start(), |context| {
            let mut team = Dying { searches: 0 };
            let mut driver = TeamDriver::new(&mut team);
            let window = (-Value::INFINITE, Value::INFINITE);
            let depth = Depth::new(1);
            let request = RootRequest { rank: 0, window, depth, is_followed: false };
            assert!(driver.search_root(context, &request).is_some(), "the search was not resumed");
            context.end_root();
            assert!(context.has_move());
        });
    }

    #[test]
    fn an_iteration_has_begun_until_it_is_adopted_or_given_up() {
        let mut team = Unasked;
        let mut driver = TeamDriver::new(&mut team);
        let has_begun =
            |driver: &TeamDriver<'_, _>| [6, 7, 8].map(|depth| driver.has_begun(Depth::new(depth)));
        assert_eq!(has_begun(&driver), [false; 3]);
        let window = (Value::ZERO, Value::new(1));
        driver.next = Some(Next { depth: Depth::new(7), window, moves: Vec::new() });
        assert_eq!(has_begun(&driver), [false, true, false]);
    }
}
