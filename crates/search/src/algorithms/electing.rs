//! The vote at the end of a search. It decides whose line is played if each worker has its own.

use cleave_algorithms::Weighing;
use cleave_board::Value;

use super::ballot::{Vote, elect};
use crate::context::SearchContext;
use crate::control::Limits;
use crate::line::Line;
use crate::root::value::Verdict;
use crate::units::Depth;

impl SearchContext<'_> {
    /// Votes for the result of the depth that this helper has just finished.
    pub(crate) fn vote(&self, weighing: Weighing, depth: Depth, value: Value, line: &Line) {
        if let Some(own) = self.shared.own_tables() {
            let vote = Vote { depth, value, line: *line };
            own.ballot.cast(self.setup.search, weighing, &vote);
        }
    }

    /// Plays the line that the workers have elected, if there was a vote, and shows it if it is not the main worker's.
    /// Returns its depth. A search to a given depth or for several lines plays the main worker's line, because the
    /// helpers' depths differ from the requested one.
    pub(crate) fn play_elected(&mut self, finished: Depth, limits: &Limits) -> Depth {
        let (Some(helpers), Some(best)) = (self.shared.helpers, self.root.get(0)) else {
            return finished;
        };
        let (Some(value), 0..=1, None) = (best.value(), limits.multi_pv, limits.depth) else {
            return finished;
        };
        let mut votes = vec![Vote { depth: finished, value, line: *best.line() }];
        let mut weighing = Weighing::Product;
        for ballot in helpers.all().map(|helper| &helper.ballot) {
            let Some(vote) = ballot.read(self.setup.search) else { continue };
            if vote.mv().is_some_and(|&mv| self.root.contains(mv)) {
                votes.push(vote);
                weighing = ballot.weighing();
            }
        }
        let elected = elect(&votes, weighing);
        if elected == 0 {
            return finished;
        }
        let Vote { depth, value, line } = &votes[elected];
        self.root.take_over(*value, Verdict::Exact, line.moves());
        self.setup.iteration = *depth;
        self.show_best(0, Verdict::Exact);
        *depth
    }
}

#[cfg(test)]
mod tests {
    use cleave_algorithms::{Algorithm, SetAlgorithm, Team};
    use cleave_board::{Move, Position};
    use cleave_smp::{Backend, HelpersTables, WorkerId};

    use super::*;
    use crate::context::SharedRefs;
    use crate::context::setup::RootSetup;
    use crate::context::worker_state::WorkerState;
    use crate::control::Control;
    use crate::control::host::Undisturbed;
    use crate::evaluation::Evaluation;
    use crate::node::ChessNode;
    use crate::root::tallies::Tally;
    use crate::table::Table;
    use crate::testing::{Audience, mv};
    use cleave_tt::Mapping;

    fn line(best: &str) -> Line {
        Line::from_moves(std::iter::once(mv(&Position::start(), best)))
    }

    /// The number of the search in which votes count.
    const SEARCH: u64 = 7;

    /// Lets the main worker vote for e4 at depth 9, and three helpers vote in this search for these moves at these
    /// depths. Returns the depth and the move that are played, and the depths of the lines shown.
    fn play(limits: &Limits, search: u64, votes: [(i32, &str); 3]) -> (i32, Move, Vec<u32>) {
        let mut team = Team::<ChessNode>::new(4, Backend::Thread).unwrap();
        team.set_algorithm(Algorithm::LazyStockfish13);
        let mut helpers = HelpersTables::default();
        helpers.provide_for(&mut team, 4, true);
        let (table, tallies) = (Mapping::new(1).unwrap(), Tally::of_team(4).unwrap());
        let shared = SharedRefs::new(Table::over(&table), team.arena().shared(), &tallies, None);
        let shared = SharedRefs { helpers: Some(&helpers), ..shared };
        let setup = RootSetup { search, root: Position::start(), ..RootSetup::none() };
        for (id, (depth, best)) in (1..).zip(votes) {
            let (mut state, mut silent) = (WorkerState::new(Evaluation::default()), Undisturbed);
            let control = Control::start(limits, &mut silent);
            let shared = shared.of_helper(WorkerId::new(id));
            let mut helper = SearchContext::new(shared, &mut state, control);
            helper.prepare(&setup);
            helper.vote(Weighing::Product, Depth::new(depth), Value::new(20), &line(best));
        }
        let (mut state, mut audience) =
            (WorkerState::new(Evaluation::default()), Audience::default());
        let control = Control::start(limits, &mut audience);
        let mut main_worker = SearchContext::new(shared, &mut state, control);
        main_worker.begin_search(&RootSetup { search: SEARCH, ..setup });
        main_worker.root.exclude(&limits.excluded);
        main_worker.root.take_over(Value::new(20), Verdict::Exact, line("e4").moves());
        let depth = main_worker.play_elected(Depth::new(9), limits).get();
        let (best, _) = main_worker.root.best().unwrap();
        (depth, best, audience.0.iter().map(|line| line.depth).collect())
    }

    #[test]
    fn the_line_that_the_workers_vote_for_is_shown_and_played() {
        let [e4, d4] = ["e4", "d4"].map(|text| mv(&Position::start(), text));
        let timed = Limits::default();
        let outvoted = play(&timed, SEARCH, [(12, "d4"), (10, "d4"), (8, "e4")]);
        assert_eq!(outvoted, (12, d4, vec![12]));
        let confirmed = play(&timed, SEARCH, [(12, "d4"), (8, "e4"), (7, "e4")]);
        assert_eq!(confirmed, (9, e4, vec![]), "it has been shown before");
        let stale = play(&timed, SEARCH - 1, [(12, "d4"), (10, "d4"), (8, "e4")]);
        assert_eq!(stale, (9, e4, vec![]), "votes of another search");
        let excluding = Limits { excluded: vec![d4], ..Limits::default() };
        let excluded = play(&excluding, SEARCH, [(12, "d4"), (10, "d4"), (8, "e4")]);
        assert_eq!(excluded, (9, e4, vec![]));
        // A search to a given depth, or for several lines, returns the main worker's line.
        for limits in [Limits::to_depth(9), Limits { multi_pv: 2, ..Limits::default() }] {
            let asked = play(&limits, SEARCH, [(12, "d4"), (10, "d4"), (8, "e4")]);
            assert_eq!(asked, (9, e4, vec![]));
        }
    }
}
