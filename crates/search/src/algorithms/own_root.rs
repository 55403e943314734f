//! The root as one worker searches it by itself: its moves, in its order, with their results.
//!
//! If all workers search the tree from the root, each has its own moves: all moves or a share, in an order that its own
//! results determine. The workers share the numbers of the moves in the team's search, from 1. The [root
//! report](crate::root::report) uses these numbers.

use cleave_algorithms::RootMoves;
use cleave_board::{Move, Value};

use crate::root::report::RootResults;

/// A worker's own root.
pub(crate) struct OwnRoot {
    running: OwnResults,
    /// The results of the last search that was finished, to be published on request.
    kept: OwnResults,
    /// By number in `running`: the number in the team's search.
    numbers: Vec<u16>,
    /// The worker has begun or continued its search in the team's present one. Otherwise its numbers belong to an earlier one.
    is_current: bool,
}

/// The moves of a search of the root and their results.
struct OwnResults {
    /// In the order searched: the move at place 0 has the number 1 in `results`.
    moves: Vec<Move>,
    results: Box<RootResults>,
    /// Alpha of the search.
    alpha: Value,
    /// The moves are a share, and the moves of other workers are missing.
    is_share: bool,
}

impl OwnRoot {
    /// Creates a root without moves.
    pub(crate) fn new() -> OwnRoot {
        OwnRoot {
            running: OwnResults::new(),
            kept: OwnResults::new(),
            numbers: Vec::new(),
            is_current: false,
        }
    }

    /// Begins a search of the chosen moves with this alpha. `team` are the moves of the team's search, in its order.
    pub(crate) fn begin(&mut self, team: &[Move], chosen: RootMoves, alpha: Value) {
        let running = &mut self.running;
        match chosen {
            RootMoves::All => running.take(team.iter(), false),
            RootMoves::Share { place, of } => {
                running.take(team.iter().skip(place).step_by(of.max(1)), true);
            }
            RootMoves::Own => running.sort(),
        }
        running.results.clear();
        running.alpha = alpha;
        self.number(team);
    }

    /// Notes that the team begins another search, in which this worker has no results yet.
    pub(crate) fn set_aside(&mut self) {
        self.is_current = false;
    }

    /// Continues in another search of the team, whose moves have another order.
    pub(crate) fn number(&mut self, team: &[Move]) {
        self.is_current = true;
        self.numbers.clear();
        self.numbers.extend(self.running.moves.iter().map(|&mv| number_of(mv, team)));
    }

    /// Returns the moves in the order of the search.
    pub(crate) fn moves(&self) -> &[Move] {
        &self.running.moves
    }

    /// Returns the results, by the worker's own numbers.
    pub(crate) fn results(&self) -> &RootResults {
        &self.running.results
    }

    /// Returns true if this worker searches only a share of the moves.
    pub(crate) fn is_share(&self) -> bool {
        self.running.is_share
    }

    /// Returns the results if they cover all moves of the team's present search.
    pub(crate) fn results_of_all(&self) -> Option<&RootResults> {
        (self.is_current && !self.is_share()).then(|| self.results())
    }

    /// Returns the number in the team's search of the move with this own number; 0 for none.
    pub(crate) fn team_number(&self, own: u16) -> u16 {
        let place = usize::from(own).checked_sub(1);
        place.and_then(|place| self.numbers.get(place)).copied().unwrap_or(0)
    }

    /// Keeps the results found so far.
    pub(crate) fn keep(&mut self) {
        let OwnRoot { running, kept, .. } = self;
        kept.moves.clone_from(&running.moves);
        kept.results.copy_from(&running.results);
        (kept.alpha, kept.is_share) = (running.alpha, running.is_share);
    }

    /// Publishes the kept results in the team's search. `is_complete` is true if no more results will follow.
    /// Incomplete results of all moves do not replace published ones that contain a better move.
    pub(crate) fn publish(&self, team: &[Move], published: &RootResults, is_complete: bool) {
        let kept = &self.kept;
        if !kept.is_share {
            if !is_complete && published.best_value() > kept.results.best_value() {
                return;
            }
            published.clear();
        }
        for (own, &mv) in (1..).zip(&kept.moves) {
            let number = number_of(mv, team);
            if number != 0 {
                // In a share, a first move that has not beaten alpha may be worse than any move of the others. Its
                // value is only a bound.
                let floor = if kept.is_share { kept.alpha } else { -Value::INFINITE };
                published.take(number, &kept.results, own, floor);
            }
        }
        if is_complete || !kept.is_share {
            published.complete(team.len());
        }
    }
}

impl Default for OwnRoot {
    fn default() -> OwnRoot {
        OwnRoot::new()
    }
}

impl OwnResults {
    fn new() -> OwnResults {
        let (results, alpha) = (RootResults::new(), -Value::INFINITE);
        OwnResults { moves: Vec::new(), results, alpha, is_share: false }
    }

    fn take<'m>(&mut self, moves: impl Iterator<Item = &'m Move>, is_share: bool) {
        self.moves.clear();
        self.moves.extend(moves);
        self.is_share = is_share;
    }

    /// Sorts the moves that have beaten alpha to the front, the best first. All others keep their order.
    fn sort(&mut self) {
        let mut ranked: Vec<_> = (1..)
            .zip(&self.moves)
            .map(|(number, &mv)| (self.results.result(number).value_above(self.alpha), mv))
            .collect();
        ranked.sort_by_key(|&(value, _)| std::cmp::Reverse(value));
        self.moves.clear();
        self.moves.extend(ranked.iter().map(|&(_, mv)| mv));
    }
}

/// Returns the number of a move in the team's search, from 1. Returns 0 if the search does not contain it.
fn number_of(mv: Move, team: &[Move]) -> u16 {
    team.iter().position(|&other| other == mv).map_or(0, |place| place as u16 + 1)
}

#[cfg(test)]
mod tests {
    use cleave_board::Position;
    use cleave_movegen::legal_moves;

    use super::*;
    use crate::line::Line;
    use crate::root::report::RootResult;

    fn moves() -> Vec<Move> {
        legal_moves(&Position::start()).into_iter().take(7).collect()
    }

    fn record(own: &OwnRoot, values: &[Option<i32>]) {
        for (number, value) in (1..).zip(values) {
            own.results().record(number, value.map(Value::new), 9, &Line::EMPTY);
        }
    }

    fn value(results: &RootResults, number: usize) -> Option<Value> {
        results.result(number).value_above(-Value::INFINITE)
    }

    #[test]
    fn results_are_published_by_the_numbers_of_the_team() {
        let (team, mut own) = (moves(), OwnRoot::new());
        own.begin(&team, RootMoves::All, Value::new(0));
        record(&own, &[Some(-20), None, Some(5), None, Some(8)]);
        own.begin(&team, RootMoves::Own, Value::new(3));
        let order = [4, 2, 0, 1, 3, 5, 6].map(|place| team[place]);
        assert_eq!(own.moves(), order, "moves that have beaten alpha come first");
        assert_eq!([1, 2, 3].map(|own_number| own.team_number(own_number)), [5, 3, 1]);

        record(&own, &[Some(6), Some(11)]);
        own.keep();
        own.begin(&team, RootMoves::Own, Value::new(3));
        // The team has another order by now.
        let reversed: Vec<Move> = team.iter().rev().copied().collect();
        let published = RootResults::new();
        own.publish(&reversed, &published, true);
        assert_eq!(value(&published, 3), Some(Value::new(6)), "team[4]");
        assert_eq!(value(&published, 5), Some(Value::new(11)), "team[2]");
        assert!(matches!(published.result(1), RootResult::Unsearched));
        assert_eq!(published.newest_best().unwrap().0, 5);
    }

    #[test]
    fn an_interrupted_search_removes_no_better_move() {
        let (team, mut own) = (moves(), OwnRoot::new());
        let published = RootResults::new();
        let mut best_after = |values: &[Option<i32>], is_complete| {
            own.begin(&team, RootMoves::All, Value::new(0));
            record(&own, values);
            own.keep();
            own.publish(&team, &published, is_complete);
            published.newest_best().map(|(number, best)| (number, best.value.get()))
        };
        assert_eq!(best_after(&[Some(4), None, Some(9)], false), Some((3, 9)));
        assert_eq!(best_after(&[Some(4)], false), Some((3, 9)), "it has not come to the third");
        assert_eq!(best_after(&[], false), Some((3, 9)));
        assert_eq!(best_after(&[Some(4), Some(12)], false), Some((2, 12)));
        assert_eq!(best_after(&[Some(4)], true), Some((1, 4)), "this is the result");
    }

    #[test]
    fn shares_add_up() {
        let team = moves();
        let published = RootResults::new();
        for (place, values, alpha) in [(0, [Some(4), None, Some(9), None], 0), (1, [Some(9); 4], 9)]
        {
            let mut own = OwnRoot::new();
            own.begin(&team, RootMoves::Share { place, of: 2 }, Value::new(alpha));
            assert_eq!(own.moves().len(), 4 - place);
            record(&own, &values[..own.moves().len()]);
            own.keep();
            assert!(published.is_empty(), "not before all have come");
            own.publish(&team, &published, place == 1);
        }
        let (best, _) = published.newest_best().unwrap();
        assert_eq!(best, 5);
        assert_eq!(value(&published, 1), Some(Value::new(4)));
        assert_eq!(value(&published, 2), None, "9 is a bound there: no better than alpha");
    }
}
