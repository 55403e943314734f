//! Go for Monte-Carlo search: the board with its history and komi. A move is the number of a point, 0 a pass.

use cleave_mcts::{Game, Move, Outcome};

use super::board::{Board, Side};
use super::vertex::Vertex;

/// A game under way or over.
#[derive(Clone)]
pub struct Go {
    board: Board,
    /// In half points.
    komi: i32,
    /// The keys of all positions before this one.
    history: Vec<u64>,
}

impl Go {
    /// The empty board of this size, up to [`MAX_SIZE`](super::MAX_SIZE). Komi, which White gets, is in half
    /// points: 15 are the usual 7.5.
    pub fn new(size: u8, komi: i32) -> Go {
        Go { board: Board::new(size), komi, history: Vec::new() }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Komi in half points.
    pub fn komi(&self) -> i32 {
        self.komi
    }

    /// The same position with another komi, and with this player to move.
    #[must_use]
    pub fn with(mut self, komi: i32, side: Side) -> Go {
        self.komi = komi;
        self.board.set_to_move(side);
        self
    }

    /// Black's area less White's and komi, in half points. All stones live.
    pub fn score(&self) -> i32 {
        2 * self.board.area() - self.komi
    }

    /// Whether a move is legal, with positional superko: no move makes a position that has been before.
    pub fn is_legal(&self, vertex: Vertex) -> bool {
        let repeats = || {
            let mut after = self.board.clone();
            after.play(vertex);
            self.history.contains(&after.key())
        };
        self.board.is_legal(vertex) && (vertex == Vertex::PASS || !repeats())
    }
}

/// The outcome for the player to move of a score for Black.
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
