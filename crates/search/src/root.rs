//! The moves of the root and what is known about each.

use cleave_board::{Move, Position, Value};
use cleave_movegen::legal_moves;

use crate::ledger::{Ledger, Success};
use crate::line::Line;

/// A move of the root.
#[derive(Clone)]
pub struct RootMove {
    mv: Move,
    /// Value in this iteration; `-INFINITE` until it has beaten all before it.
    value: Value,
    /// Value in the last iteration.
    previous: Value,
    /// Nodes spent on it in this search.
    nodes: u64,
    line: Line,
    selective_depth: u32,
}

impl RootMove {
    /// The move.
    pub fn mv(&self) -> Move {
        self.mv
    }

    /// The best value known: of this iteration, or of the last.
    pub fn value(&self) -> Value {
        if self.value == -Value::INFINITE { self.previous } else { self.value }
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
        let mut moves: Vec<RootMove> = legal_moves(position)
            .into_iter()
            .map(|mv| {
                let mut line = Line::EMPTY;
                line.set(mv, &Line::EMPTY);
                let value = -Value::INFINITE;
                RootMove { mv, value, previous: value, nodes: 0, line, selective_depth: 0 }
            })
            .collect();
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
            root_move.previous = root_move.value();
            root_move.value = -Value::INFINITE;
        }
    }

    /// Enters what the workers have told of the moves from this rank on.
    pub fn enter(&mut self, rank: usize, ledger: &Ledger) {
        for (place, root_move) in self.moves[rank..].iter_mut().enumerate() {
            let told = ledger.told(place + 1);
            root_move.nodes += told.nodes;
            match told.result {
                Some(Some(Success { value, below, deepest })) => {
                    root_move.value = value;
                    root_move.line.set(root_move.mv, &below);
                    root_move.selective_depth = deepest;
                }
                Some(None) => root_move.value = -Value::INFINITE,
                None => {}
            }
        }
    }

    /// Puts the moves from this rank on in order: what is better now comes first, the rest stays
    /// in the order of the last iteration.
    pub fn sort_from(&mut self, rank: usize) {
        self.moves[rank..]
            .sort_by_key(|m| (std::cmp::Reverse(m.value), std::cmp::Reverse(m.previous)));
    }
}
