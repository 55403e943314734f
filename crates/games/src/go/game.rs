//! Go for Monte-Carlo search: the board with its history and komi. A move is the number of a point, or 0 for a pass.

use cleave_mcts::{Game, Move, Outcome};

use super::board::{Board, Side};
use super::vertex::Vertex;

/// A game under way or over.
#[derive(Clone)]
pub struct Go {
    board: Board,
    /// Komi in half points.
    komi: i32,
    /// The keys of all positions before this one.
    history: Vec<u64>,
}

impl Go {
    /// Creates an empty board of this size, up to [`MAX_SIZE`](super::MAX_SIZE). White gets komi, in half points: 15 is
    /// the usual 7.5.
    pub fn new(size: u8, komi: i32) -> Go {
        Go { board: Board::new(size), komi, history: Vec::new() }
    }

    /// Returns the board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns komi in half points.
    pub fn komi(&self) -> i32 {
        self.komi
    }

    /// Changes komi and the player to move.
    #[must_use]
    pub fn with(mut self, komi: i32, side: Side) -> Go {
        self.komi = komi;
        self.board.set_to_move(side);
        self
    }

    /// Returns Black's area minus White's and komi, in half points. All stones count as alive.
    pub fn score(&self) -> i32 {
        2 * self.board.area() - self.komi
    }

    /// Returns true if a move is legal with positional superko: no move may repeat an earlier position.
    pub fn is_legal(&self, vertex: Vertex) -> bool {
        let repeats = || {
            let mut after = self.board.clone();
            after.play(vertex);
            self.history.contains(&after.key())
        };
        self.board.is_legal(vertex) && (vertex == Vertex::PASS || !repeats())
    }
}

/// Converts a score for Black to the outcome for the player to move.
pub(super) fn outcome(score: i32, to_move: Side) -> Outcome {
    match if to_move == Side::Black { score } else { -score } {
        0 => Outcome::Draw,
        own if own > 0 => Outcome::Win,
        _ => Outcome::Loss,
    }
}

impl Game for Go {
    fn outcome(&self) -> Option<Outcome> {
        self.board.is_over().then(|| outcome(self.score(), self.board.to_move()))
    }

    fn moves(&self, moves: &mut Vec<Move>) {
        let legal = self.board.points().filter(|&vertex| self.is_legal(vertex));
        moves.extend(legal.chain([Vertex::PASS]).map(Move::from));
    }

    fn play(&mut self, mv: Move) {
        self.history.push(self.board.key());
        self.board.play(mv.into());
    }

    fn key(&self) -> u64 {
        let passed = u64::from(self.board.last() == Some(Vertex::PASS));
        self.board.key() ^ (self.board.to_move() as u64) << 1 ^ passed
    }
}

impl From<Vertex> for Move {
    fn from(vertex: Vertex) -> Move {
        Move(vertex.0.into())
    }
}

impl From<Move> for Vertex {
    fn from(mv: Move) -> Vertex {
        Vertex(mv.0 as u8)
    }
}
