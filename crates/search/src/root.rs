//! The moves of the root and what is known about each.

use cleave_board::{Move, Position, Value};
use cleave_movegen::legal_moves;

use crate::line::Line;
use crate::root_report::{RootReport, RootResult, RootResults};

/// A move of the root.
#[derive(Clone)]
pub struct RootMove {
    mv: Move,
    /// Value in this iteration, if a search of the move has beaten alpha or failed low as the first.
    value: Option<Value>,
    /// Value in the last iteration, if it was among the best there. Older values are forgotten: a
    /// move that has failed low since is worth less, and nobody knows how much.
    expected: Option<Value>,
    /// Nodes spent on it in this search.
    nodes: u64,
    line: Line,
    selective_depth: u32,
}

impl RootMove {
    fn new(mv: Move) -> RootMove {
        let mut line = Line::EMPTY;
        line.set(mv, &Line::EMPTY);
        RootMove { mv, value: None, expected: None, nodes: 0, line, selective_depth: 0 }
    }

    /// The move.
    pub fn mv(&self) -> Move {
        self.mv
    }

    /// The value in this iteration, or else in the last; `None` if the move was not among the best
    /// in either.
    pub fn value(&self) -> Option<Value> {
        self.value.or(self.expected)
    }

    /// Nodes spent on it in this search.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The best line that begins with it.
    pub fn line(&self) -> &Line {
        &self.line
    }

    /// The deepest ply reached below it.
    pub fn selective_depth(&self) -> u32 {
        self.selective_depth
    }

    /// Enters the result of a search of the root with this alpha.
    fn enter(&mut self, nodes: u64, result: &RootResult, alpha: Value) {
        self.nodes += nodes;
        match result {
            RootResult::Unsearched => {}
            RootResult::NoBetter => self.value = None,
            RootResult::BestSoFar(success) => {
                self.value = Some(success.value);
                // The line below a move that fails low is its refutation: the old one stands.
                if success.value > alpha {
                    self.line.set(self.mv, &success.below);
                    self.selective_depth = success.deepest;
                }
            }
        }
    }
}

/// All moves of the root, best first.
#[derive(Clone)]
pub struct RootMoves {
    moves: Vec<RootMove>,
}

impl RootMoves {
    /// For a worker that has no root to see to.
    pub const NONE: RootMoves = RootMoves { moves: Vec::new() };

    /// The legal moves of a position, `first` (out of the table) in front.
    pub fn new(position: &Position, first: Move) -> RootMoves {
        let mut moves: Vec<RootMove> =
            legal_moves(position).into_iter().map(RootMove::new).collect();
        moves.sort_by_key(|root_move| root_move.mv != first);
        RootMoves { moves }
    }

    /// Leaves out these moves.
    pub fn exclude(&mut self, excluded: &[Move]) {
        self.moves.retain(|root_move| !excluded.contains(&root_move.mv));
    }

    /// The moves from this rank (0 for the best) on.
    pub fn from_rank(&self, rank: usize) -> &[RootMove] {
        &self.moves[rank..]
    }

    /// The move of this rank, 0 for the best.
    pub fn get(&self, rank: usize) -> Option<&RootMove> {
        self.moves.get(rank)
    }

    /// The best move and its value, once a move has been searched.
    pub fn best(&self) -> Option<(Move, Value)> {
        let best = self.moves.first()?;
        best.value().map(|value| (best.mv, value))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// True if the root is mate or stalemate.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// A new iteration: the values become those of the last.
    pub fn begin_iteration(&mut self) {
        for root_move in &mut self.moves {
            root_move.expected = root_move.value.take();
        }
    }

    /// Enters what a search of the moves from this rank on, with this alpha, has found out, whether
    /// it came to its end or not: `results`, and the nodes in the report.
    ///
    /// Moves that have beaten alpha come first, the best in front. All others keep their order: what
    /// failed low has no value to be ordered by, and so the best move of the last iteration stands
    /// until another has beaten alpha.
    pub fn enter(
        &mut self,
        rank: usize,
        alpha: Value,
        root_report: &RootReport,
        results: &RootResults,
    ) {
        let searched = &mut self.moves[rank..];
        let mut best: Vec<(Move, Value)> = Vec::new();
        for (place, root_move) in searched.iter_mut().enumerate() {
            let result = results.result(place + 1);
            root_move.enter(root_report.effort(place + 1), &result, alpha);
            best.extend(result.success_above(alpha).map(|value| (root_move.mv, value)));
        }
        let value = |mv| best.iter().find(|(better, _)| *better == mv).map(|&(_, value)| value);
        searched.sort_by_key(|root_move| std::cmp::Reverse(value(root_move.mv)));
    }
}
