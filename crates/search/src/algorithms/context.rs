//! Chooses between the team's root and this worker's own: numbers and results of root moves refer to one of them.

use cleave_algorithms::RootTask;
use cleave_board::{Move, Value};

use super::own_root::OwnRoot;
use crate::context::SearchContext;
use crate::root::report::{IterationReport, RootResults};
use crate::units::Depth;

impl SearchContext<'_> {
    /// Returns the nominal depth of this worker's current iteration.
    pub(crate) fn iteration(&self) -> Depth {
        self.tree_iteration() + self.by_itself.deeper
    }

    /// Returns true if the results that nodes take in rest on guesses.
    #[inline(always)]
    pub(crate) fn is_presumed(&self) -> bool {
        self.by_itself.is_presumed
    }

    /// Begins the worker's own search of the root with this alpha. `team` are the moves of the team's search, in its
    /// order.
    pub(crate) fn begin_own_root(&mut self, team: &[Move], task: &RootTask, alpha: Value) {
        self.publish_counts();
        self.state.own_root.begin(team, task.moves, alpha);
        self.take_own_root(task.deeper, 0);
    }

    /// Continues with the worker's own root, `deeper` plies deeper than the root of the team's search, below the move
    /// with this number.
    pub(crate) fn resume_own_root(&mut self, team: &[Move], deeper: i32, number: u16) {
        self.state.own_root.number(team);
        self.take_own_root(deeper, number);
    }

    fn take_own_root(&mut self, deeper: i32, number: u16) {
        (self.by_itself.has_own_root, self.by_itself.deeper) = (true, deeper);
        self.root_move = number;
    }

    /// Publishes the results that this worker has kept.
    pub(crate) fn publish_root_results(&mut self, team: &[Move], is_complete: bool) {
        self.publish_counts();
        let published = self.team_report().results();
        self.state.own_root.publish(team, published, is_complete);
    }

    /// Notes that the root move with this number has been handed out.
    pub(crate) fn note_current_root_move(&self, number: u16) {
        self.report().set_current(self.team_number(number));
    }

    /// Returns the number that the team's search gives to the root move with this number.
    pub(crate) fn team_number(&self, number: u16) -> u16 {
        if self.by_itself.has_own_root { self.state.own_root.team_number(number) } else { number }
    }

    /// Returns the worker's own results if it has its own root, or else the team's.
    pub(crate) fn own_or<'r>(&'r self, report: &'r IterationReport) -> &'r RootResults {
        if self.by_itself.has_own_root { self.state.own_root.results() } else { report.results() }
    }

    /// Returns true if the results of this worker cannot be compared with the last iteration, because moves are
    /// missing.
    pub(crate) fn has_share(&self) -> bool {
        self.by_itself.has_own_root && self.state.own_root.is_share()
    }
}

/// Returns the final results. If every worker has its own results, the published ones count. A stopped search may have
/// published none. Then the main worker uses its own results if they cover all moves. If they cover only a share, or the
/// main worker has not begun, the search has no result.
pub(crate) fn final_results<'r>(
    published: &'r RootResults,
    own_root: Option<&'r OwnRoot>,
) -> Option<&'r RootResults> {
    match own_root {
        Some(own_root) if published.is_empty() => own_root.results_of_all(),
        _ => Some(published),
    }
}

#[cfg(test)]
mod tests {
    use cleave_algorithms::RootMoves;
    use cleave_board::Position;
    use cleave_movegen::legal_moves;

    use super::*;
    use crate::line::Line;

    #[test]
    fn own_results_count_only_if_they_cover_all_moves_and_nothing_is_published() {
        let (published, team) = (RootResults::new(), legal_moves(&Position::start()));
        let mut own = OwnRoot::new();
        for (moves, is_share) in
            [(RootMoves::All, false), (RootMoves::Share { place: 0, of: 2 }, true)]
        {
            published.clear();
            own.begin(team.as_slice(), moves, Value::ZERO);
            let found = final_results(&published, Some(&own));
            let own_results = (!is_share).then(|| own.results());
            assert!(found.map(std::ptr::from_ref) == own_results.map(std::ptr::from_ref));
            published.record(1, Some(Value::new(9)), 4, &Line::EMPTY);
            let found = final_results(&published, Some(&own)).expect("these are published");
            assert!(std::ptr::eq(found, &*published));
            assert!(std::ptr::eq(final_results(&published, None).unwrap(), &*published));
        }
    }

    /// Its numbers are those of an earlier order of the moves, so another move would be shown and played.
    #[test]
    fn own_results_of_an_earlier_search_do_not_count() {
        let (published, team) = (RootResults::new(), legal_moves(&Position::start()));
        let mut own = OwnRoot::new();
        own.begin(team.as_slice(), RootMoves::All, Value::ZERO);
        own.results().record(2, Some(Value::new(9)), 4, &Line::EMPTY);
        assert!(final_results(&published, Some(&own)).is_some());
        own.set_aside();
        assert!(final_results(&published, Some(&own)).is_none());
        own.number(team.as_slice());
        assert!(final_results(&published, Some(&own)).is_some(), "it continues");
    }
}
