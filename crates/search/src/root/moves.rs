//! The root moves, with value, line and node count.

use std::cmp::Reverse;

use cleave_board::{Move, Position, Value};
use cleave_movegen::legal_moves;
use cleave_tablebase::Wdl;

use super::report::{RootResult, RootResults};
use super::value::Verdict;
use crate::line::Line;

/// The number of iterations after which a move that was once the best counts like any other, as in Crafty.
const RECENT: u8 = 3;

/// A move of the root.
#[derive(Clone)]
pub(crate) struct RootMove {
    mv: Move,
    /// The value in this iteration, if the move beat alpha or was the first and failed low.
    value: Option<Value>,
    /// The value in the last iteration, if the move had one there. Older values are dropped: a move that has failed low
    /// since is worth less, by an unknown amount.
    expected: Option<Value>,
    /// Nodes spent on the move in this search.
    nodes: u64,
    line: Line,
    selective_depth: u32,
    /// More than 0 if the move was the best of one of the last [`RECENT`] iterations.
    recently_best: u8,
    /// The result by the endgame tables, if they have one.
    result: Option<Wdl>,
}

impl RootMove {
    fn new(mv: Move) -> RootMove {
        let mut line = Line::EMPTY;
        line.set(mv, &Line::EMPTY);
        RootMove {
            mv,
            value: None,
            expected: None,
            nodes: 0,
            line,
            selective_depth: 0,
            recently_best: 0,
            result: None,
        }
    }

    /// Returns the move.
    pub(crate) fn mv(&self) -> Move {
        self.mv
    }

    /// Returns the value in this iteration, or else in the last; `None` if the move has none in either.
    pub(crate) fn value(&self) -> Option<Value> {
        self.value.or(self.expected)
    }

    /// Returns the nodes spent on the move in this search.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the best line that begins with the move.
    pub(crate) fn line(&self) -> &Line {
        &self.line
    }

    /// Returns the deepest ply reached when its line was found.
    pub(crate) fn selective_depth(&self) -> u32 {
        self.selective_depth
    }

    /// Takes over the result of a search of the root with this alpha.
    fn update(&mut self, nodes: u64, result: &RootResult, alpha: Value) {
        self.nodes += nodes;
        match result {
            RootResult::Unsearched => {}
            RootResult::FailedLow => self.value = None,
            RootResult::NewBest(best) => {
                self.value = Some(best.value);
                // The line below a move that fails low is its refutation: keep the old line.
                if best.value > alpha {
                    self.line.set(self.mv, &best.below);
                    self.selective_depth = best.selective_depth;
                }
            }
        }
    }
}

/// All root moves, best first.
#[derive(Clone)]
pub(crate) struct RootMoves {
    moves: Vec<RootMove>,
}

impl RootMoves {
    /// A list without moves, for helpers.
    pub(crate) const NONE: RootMoves = RootMoves { moves: Vec::new() };

    /// Creates the list of legal moves of a position, with `first` (the table move) in front.
    pub(crate) fn new(position: &Position, first: Move) -> RootMoves {
        let mut moves: Vec<RootMove> =
            legal_moves(position).into_iter().map(RootMove::new).collect();
        moves.sort_by_key(|root_move| root_move.mv != first);
        RootMoves { moves }
    }

    /// Removes these moves.
    pub(crate) fn exclude(&mut self, excluded: &[Move]) {
        self.moves.retain(|root_move| !excluded.contains(&root_move.mv));
    }

    /// Removes all moves but these, if there are any.
    pub(crate) fn confine_to(&mut self, included: &[Move]) {
        if !included.is_empty() {
            self.moves.retain(|root_move| included.contains(&root_move.mv));
        }
    }

    /// Sets the result of a move by the endgame tables.
    pub(crate) fn set_result(&mut self, mv: Move, result: Wdl) {
        if let Some(root_move) = self.moves.iter_mut().find(|root_move| root_move.mv == mv) {
            root_move.result = Some(result);
        }
    }

    /// Returns the result of a move by the endgame tables, if they have one.
    pub(crate) fn result(&self, mv: Move) -> Option<Wdl> {
        self.moves.iter().find(|root_move| root_move.mv == mv)?.result
    }

    /// Returns the moves from this rank (0 for the best) on.
    pub(crate) fn ranked_from(&self, rank: usize) -> &[RootMove] {
        &self.moves[rank..]
    }

    /// Returns the move of this rank, 0 for the best.
    pub(crate) fn get(&self, rank: usize) -> Option<&RootMove> {
        self.moves.get(rank)
    }

    /// Returns the best move and its value, once a move has been searched.
    pub(crate) fn best(&self) -> Option<(Move, Value)> {
        let best = self.moves.first()?;
        best.value().map(|value| (best.mv, value))
    }

    /// Returns true if the list contains this move.
    pub(crate) fn contains(&self, mv: Move) -> bool {
        self.moves.iter().any(|root_move| root_move.mv == mv)
    }

    /// Takes over the result of a search of all moves from elsewhere. Does nothing if the list does not contain the
    /// first move of its line.
    pub(crate) fn take_over(&mut self, value: Value, verdict: Verdict, line: &[Move]) {
        // A line that failed low begins with any move.
        let best = match verdict {
            Verdict::AtMost => self.moves.first_mut(),
            Verdict::Exact | Verdict::AtLeast => {
                let place =
                    self.moves.iter().position(|root_move| line.first() == Some(&root_move.mv));
                place.map(|place| {
                    self.moves[..=place].rotate_right(1);
                    &mut self.moves[0]
                })
            }
        };
        let Some(best) = best else { return };
        best.value = Some(value);
        if verdict != Verdict::AtMost {
            best.line = Line::from_moves(line.iter().copied());
            best.selective_depth = best.selective_depth.max(line.len() as u32);
        }
    }

    /// Returns the number of moves.
    pub(crate) fn len(&self) -> usize {
        self.moves.len()
    }

    /// Returns true if there is no move to search: mate, stalemate, or all moves excluded.
    pub(crate) fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Returns the share of the best move in the nodes spent on all moves so far, in percent. Nodes of the next
    /// iteration do not count until it is adopted or given up.
    pub(crate) fn share_of_best(&self) -> u32 {
        let all: u64 = self.moves.iter().map(RootMove::nodes).sum();
        let best = self.moves.first().map_or(0, RootMove::nodes);
        (100 * best / all.max(1)) as u32
    }

    /// Adds to the nodes spent on a move.
    pub(crate) fn add_nodes(&mut self, mv: Move, nodes: u64) {
        if let Some(root_move) = self.moves.iter_mut().find(|root_move| root_move.mv == mv) {
            root_move.nodes += nodes;
        }
    }

    /// Begins an iteration: current values become values of the last iteration, and the first move was its best.
    pub(crate) fn begin_iteration(&mut self) {
        let has_best = self.best().is_some();
        for (rank, root_move) in self.moves.iter_mut().enumerate() {
            root_move.expected = root_move.value.take();
            let is_best = has_best && rank == 0;
            root_move.recently_best =
                if is_best { RECENT } else { root_move.recently_best.saturating_sub(1) };
        }
    }

    /// Returns the number of moves in a row, from this rank on, that were the best of recent iterations; at least 1, for
    /// the first.
    pub(crate) fn recently_best_from(&self, rank: usize) -> usize {
        let were_best = self.moves[rank..].iter().take_while(|mv| mv.recently_best > 0);
        were_best.count().max(1)
    }

    /// Sorts the first `count` moves by value. Each has been searched with an open window. Returns false if they were
    /// in order.
    pub(crate) fn sort_first(&mut self, count: usize) -> bool {
        let first = &mut self.moves[..count];
        let was_sorted = first.is_sorted_by_key(|root_move| Reverse(root_move.value()));
        first.sort_by_key(|root_move| Reverse(root_move.value()));
        !was_sorted
    }

    /// Takes over the results of a search of the moves from this rank on, finished or stopped, and sorts the moves.
    /// `effort` returns the nodes spent on a move, by its number from 1.
    ///
    /// Moves that have beaten alpha come first, best in front. All others keep their order, because a move that failed
    /// low has no value to sort by. So the best move of the last iteration stays first until another has beaten alpha.
    pub(crate) fn update(
        &mut self,
        rank: usize,
        alpha: Value,
        effort: impl Fn(usize) -> u64,
        results: &RootResults,
    ) {
        let searched = &mut self.moves[rank..];
        let mut best: Vec<(Move, Value)> = Vec::new();
        for (index, root_move) in searched.iter_mut().enumerate() {
            let result = results.result(index + 1);
            root_move.update(effort(index + 1), &result, alpha);
            best.extend(result.value_above(alpha).map(|value| (root_move.mv, value)));
        }
        let value = |mv| best.iter().find(|(better, _)| *better == mv).map(|&(_, value)| value);
        searched.sort_by_key(|root_move| Reverse(value(root_move.mv)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::mv;

    /// Ends an iteration with this best move, and begins the next.
    fn iterate(moves: &mut RootMoves, best: Move) {
        moves.take_over(Value::ZERO, Verdict::Exact, &[best]);
        moves.begin_iteration();
    }

    #[test]
    fn a_best_move_counts_as_recent_for_three_iterations() {
        let start = Position::start();
        let [e4, d4, c4] = ["e4", "d4", "c4"].map(|text| mv(&start, text));
        let mut moves = RootMoves::new(&start, c4);
        moves.begin_iteration();
        assert_eq!(moves.recently_best_from(0), 1, "the first move is always searched by all");
        let after = [e4, d4, c4, e4, e4, e4, e4].map(|best| {
            iterate(&mut moves, best);
            moves.recently_best_from(0)
        });
        // The moves come back to the front when they are best again: c4 and d4 are dropped one after the other.
        assert_eq!(after, [1, 2, 3, 3, 2, 1, 1]);
    }

    #[test]
    fn only_the_moves_before_the_first_other_move_are_counted() {
        let start = Position::start();
        let [e4, d4] = ["e4", "d4"].map(|text| mv(&start, text));
        let mut moves = RootMoves::new(&start, e4);
        iterate(&mut moves, e4);
        iterate(&mut moves, d4);
        let other = moves.moves.iter().position(|root_move| ![e4, d4].contains(&root_move.mv));
        moves.moves.swap(1, other.expect("there are more moves"));
        assert_eq!(moves.recently_best_from(0), 1);
    }
}
