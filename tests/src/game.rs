//! A reference for the rules of chess, independent of the program under test.

use cozy_chess::util::{parse_san_move, parse_uci_move};
use cozy_chess::{Board, GameStatus, Move, Piece};

/// A game in progress, against which the engine's moves and claims are checked.
#[derive(Clone, Debug)]
pub struct Game {
    board: Board,
    /// The hashes of all positions so far, the current one last.
    positions: Vec<u64>,
}

impl Default for Game {
    fn default() -> Game {
        Game::from(Board::default())
    }
}

impl From<Board> for Game {
    fn from(board: Board) -> Game {
        Game { positions: vec![board.hash_without_ep()], board }
    }
}

impl Game {
    /// Returns a game from this position.
    ///
    /// # Panics
    /// If cozy-chess accepts it neither as FEN nor as Shredder-FEN.
    pub fn from_fen(fen: &str) -> Game {
        let board = Board::from_fen(fen, false).or_else(|_| Board::from_fen(fen, true));
        Game::from(board.unwrap_or_else(|error| panic!("{fen}: {error}")))
    }

    /// Returns the position.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Plays a move in one of the forms that engines use.
    ///
    /// # Panics
    /// If it is not legal.
    pub fn play(&mut self, text: &str) {
        assert!(self.try_play(text), "{text} is not legal in {}", self.board);
    }

    /// Plays a move if it is legal, and returns whether it is.
    pub fn try_play(&mut self, text: &str) -> bool {
        let Some(mv) = read_move(&self.board, text) else { return false };
        self.board.play(mv);
        self.positions.push(self.board.hash_without_ep());
        true
    }

    /// Plays the moves of a line of thinking.
    ///
    /// # Panics
    /// If one is not legal.
    pub fn play_line(&mut self, line: &str) {
        line.split_whitespace().for_each(|text| self.play(text));
    }

    /// Returns the result for a claim, if the game has ended by the rules.
    pub fn result(&self) -> Option<&'static str> {
        let draw = self.is_repetition() || self.is_dead();
        match self.board.status() {
            GameStatus::Won if self.board.side_to_move() == cozy_chess::Color::Black => Some("1-0"),
            GameStatus::Won => Some("0-1"),
            GameStatus::Drawn => Some("1/2-1/2"),
            GameStatus::Ongoing => draw.then_some("1/2-1/2"),
        }
    }

    /// Returns true if the position has occurred twice before.
    fn is_repetition(&self) -> bool {
        let now = self.positions.last();
        self.positions.iter().filter(|&position| Some(position) == now).count() >= 3
    }

    /// Returns true with two kings and at most one knight or bishop.
    fn is_dead(&self) -> bool {
        let minors = self.board.pieces(Piece::Knight) | self.board.pieces(Piece::Bishop);
        let kings = self.board.pieces(Piece::King);
        minors.len() <= 1 && self.board.occupied() == minors | kings
    }
}

/// Reads coordinates, SAN, and castling as xboard writes it in chess960.
fn read_move(board: &Board, text: &str) -> Option<Move> {
    let is_legal = |mv: &Move| board.is_legal(*mv);
    let coordinates = || parse_uci_move(board, text).ok().filter(is_legal);
    let own_king_takes_rook = || text.parse().ok().filter(is_legal);
    let san = || parse_san_move(board, text).ok().filter(is_legal);
    san().or_else(coordinates).or_else(own_king_takes_rook)
}
