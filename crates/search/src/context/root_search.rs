//! A search of the root: its moves, and the result of each.

use cleave_board::Value;

use super::{RootProgress, SearchContext, SharedRefs};
use crate::algorithms::final_results;
use crate::line::Line;
use crate::root::moves::RootMove;
use crate::root::report::RootResults;

impl SearchContext<'_> {
    /// Begins a search of the root moves from this rank on. No result of any move is known, unless the search
    /// `is_adopted`.
    pub(crate) fn begin_root(&mut self, rank: usize, alpha: Value, is_adopted: bool) {
        self.publish_counts();
        self.root_search = RootProgress { rank, alpha, is_under_way: true, shown: 0 };
        (self.root_move, self.ahead) = (0, 0);
        self.state.own_root.set_aside();
        if !is_adopted {
            self.shared.root_report.begin_root(self.tree_iteration());
        }
    }

    /// Sets the alpha with which the value of the root was found.
    pub(crate) fn set_alpha(&mut self, alpha: Value) {
        self.root_search.alpha = alpha;
    }

    /// Notes that this worker now searches below the root move with this number.
    pub(crate) fn enter_root_move(&mut self, number: u16) {
        if number != self.root_move {
            self.publish_counts();
            self.root_move = number;
        }
    }

    /// Returns the number, from 1, of the root move below which this worker is searching; 0 for none.
    pub(crate) fn root_move(&self) -> u16 {
        self.root_move
    }

    /// Records the result of a root move. `value` is given if the move is the first of the root or better than all
    /// before it. A result that rests on guesses is not recorded.
    pub(crate) fn end_root_move(&mut self, number: u16, value: Option<Value>, below: &Line) {
        self.publish_counts();
        if self.is_presumed() {
            return;
        }
        // The worker that searched the end of the line may not have counted it yet.
        let deepest =
            self.shared.tallies.deepest(self.tree_iteration()).max(below.moves().len() as u32 + 1);
        self.own_or(self.report()).record(number, value, deepest, below);
    }

    /// Returns the worker's own results for the root moves, or the team's in the iteration under way.
    pub(super) fn results(&self) -> &RootResults {
        self.own_or(self.team_report())
    }

    /// Returns the results that the main worker uses at the end of a search of the root. Returns `None` if the search
    /// has no result.
    pub(super) fn final_results(&self) -> Option<&RootResults> {
        final_results(self.team_report().results(), self.by_itself.own_root(self.state))
    }

    /// Returns the root move with this number, from 1, in the current search of the root.
    pub(super) fn root_move_numbered(&self, number: u16) -> Option<&RootMove> {
        let index = usize::from(number).checked_sub(1)?;
        self.root.get(self.root_search.rank + index)
    }

    /// Ends a search of the root, finished or stopped: updates the root moves.
    pub(crate) fn end_root(&mut self) {
        self.publish_counts();
        let RootProgress { rank, alpha, .. } = self.root_search;
        self.root_search.is_under_way = false;
        let iteration = self.setup.iteration;
        let SharedRefs { tallies, root_report, .. } = self.shared;
        let report = root_report.of(iteration);
        let own_root = self.by_itself.own_root(self.state);
        let results = final_results(report.results(), own_root);
        let results = results.unwrap_or_else(|| report.results().cleared());
        let effort = |number| tallies.effort(iteration, number);
        self.root.update(rank, alpha, effort, results);
    }
}

#[cfg(test)]
mod tests {
    use cleave_board::Position;

    use super::*;
    use crate::testing::{mv, with_worker};

    /// Another worker has been at the end of the line and has not counted it yet.
    #[test]
    fn the_search_has_been_where_its_line_ends() {
        let start = Position::start();
        let mut position = start;
        let moves = ["e4", "e5", "Nf3", "Nc6"].map(|text| {
            let mv = mv(&position, text);
            position.play(mv);
            mv
        });
        with_worker(&start, |context| {
            context.begin_root(0, Value::new(-50), false);
            context.end_root_move(
                1,
                Some(Value::ZERO),
                &Line::from_moves(moves[1..].iter().copied()),
            );
            context.end_root();
            assert_eq!(context.root.get(0).map(RootMove::selective_depth), Some(4));
        });
    }
}
