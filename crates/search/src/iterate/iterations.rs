//! The searches of the root by a team: each is begun anew, or adopts what workers without work have
//! begun of it as the next iteration.
//!
//! While an iteration is under way, the next one is begun with the same window and the same order of
//! root moves. It is adopted if the iteration ends with a value inside that window and leaves the
//! order of the moves as it was, so with the same best move; otherwise it is given up. With several
//! lines to search none is begun, since another line comes before the next iteration. A rank of a
//! cluster gives it up as well if the others have gone deeper, or if one of them has found the value
//! of the iteration under way.

use cleave_board::{Move, Value};
use cleave_smp::{End, Finished, IteratingTeam, RootSearch, Stats};

use crate::context::SearchContext;
use crate::node::ChessNode;
use crate::root::moves::RootMove;
use crate::root::value::RootValue;
use crate::units::Depth;

/// A search of the root that is asked for.
#[derive(Clone, Copy)]
pub(crate) struct Wanted {
    /// The rank of the first move to search.
    pub(crate) rank: usize,
    /// Alpha and beta.
    pub(crate) window: (Value, Value),
    /// The depth.
    pub(crate) depth: Depth,
    /// If it comes out as expected, the next search is one ply deeper.
    pub(crate) is_followed: bool,
}

/// The next iteration as it was begun.
struct Next {
    depth: Depth,
    window: (Value, Value),
    moves: Vec<Move>,
}

/// The searches of the root by a team so far.
#[derive(Default)]
pub(crate) struct Iterations {
    /// The statistics.
    pub(crate) stats: Stats,
    next: Option<Next>,
}

impl Iterations {
    /// Searches the root. `None` if the search was stopped.
    pub(crate) fn search_root(
        &mut self,
        team: &mut dyn IteratingTeam<ChessNode>,
        context: &mut SearchContext,
        wanted: Wanted,
    ) -> Option<RootValue> {
        let Wanted { rank, window, depth, is_followed } = wanted;
        let moves: Vec<Move> = context.root.ranked_from(rank).iter().map(RootMove::mv).collect();
        let may_adopt = team.has_next_to_adopt();
        let mut adopted =
            self.next.take_if(|next| may_adopt && next.is_as_wanted(context, &wanted, &moves));
        self.give_up_next(team, context);
        let alpha = adopted.as_ref().map_or(window, |next| next.window).0;
        context.begin_root(rank, alpha, adopted.is_some());
        let mut root = ChessNode::vacant();
        let mut next = ChessNode::vacant();
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
            let finished = team.search_iteration(context, &search);
            if finished.end != End::WorkerDied {
                break finished;
            }
            // The next iteration was lost as well. The search starts again, with a warm table.
            adopted = None;
            context.begin_root(rank, window.0, false);
            context.reset_nodes(self.stats.nodes());
        };
        let found = value_of(&finished, adopted.map_or(window, |next| next.window));
        self.stats += finished.stats;
        if team.has_next() {
            self.next = Some(Next { depth: depth + 1, window, moves });
        }
        if found.is_none() || context.is_stopped() {
            // A stop ends the next iteration as well, but the search may go on: another rank of the
            // cluster has found the value.
            self.give_up_next(team, context);
        }
        found
    }

    /// True if the iteration of this depth has been begun, and neither adopted nor given up.
    pub(crate) fn has_begun(&self, depth: Depth) -> bool {
        self.next.as_ref().is_some_and(|next| next.depth == depth)
    }

    /// Gives the next iteration up, if there is one.
    pub(crate) fn give_up_next(
        &mut self,
        team: &mut dyn IteratingTeam<ChessNode>,
        context: &mut SearchContext,
    ) {
        if let Some(next) = self.next.take() {
            match team.give_up_next(context) {
                Some(stats) => self.stats += stats,
                None => context.reset_nodes(self.stats.nodes()),
            }
            context.end_next(next.depth, &next.moves);
        }
    }
}

impl Next {
    /// True if what was begun is the search that is asked for.
    fn is_as_wanted(&self, context: &SearchContext, wanted: &Wanted, moves: &[Move]) -> bool {
        let (alpha, beta) = self.window;
        let expected = context.root.ranked_from(wanted.rank).first().and_then(RootMove::value);
        let is_inside = expected.is_some_and(|value| alpha < value && value < beta);
        is_inside && self.depth == wanted.depth && self.moves == moves
    }
}

fn value_of(finished: &Finished<ChessNode>, window: (Value, Value)) -> Option<RootValue> {
    let End::Value(value) = finished.end else { return None };
    let own = finished.window.map(|own| (Value::new(own.alpha), Value::new(own.beta)));
    Some(RootValue { value, window: own.unwrap_or(window) })
}
