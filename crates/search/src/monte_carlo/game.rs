//! Chess as a game without windows and depths.

use cleave_board::{Key, Move, Piece, Position};
use cleave_mcts::{Game, Outcome};
use cleave_movegen::{has_legal_move, legal_moves};

use crate::path::PieceTo;
use crate::searcher::Root;

/// A position with the positions before it.
#[derive(Clone)]
pub struct ChessGame {
    pub(super) position: Position,
    /// Keys of the positions before this one since the last irreversible move, oldest first.
    pub(super) keys: Vec<Key>,
    /// The number of these positions before the root.
    played: usize,
    /// The last move; none at the root.
    pub(super) moved: PieceTo,
    /// Plies from the root.
    pub(super) ply: u32,
    /// The only moves of the root; empty for all.
    allowed: Vec<Move>,
}

impl ChessGame {
    /// Creates the game at the root of a search. The moves are those `allowed`, or all if none is.
    pub fn new(root: &Root, allowed: &[Move]) -> ChessGame {
        let Root { position, history } = root;
        let reversible = history.len().min(position.halfmove_clock().into());
        let keys = history[history.len() - reversible..].to_vec();
        let (played, allowed) = (keys.len(), allowed.to_vec());
        ChessGame { position: *position, keys, played, moved: PieceTo::NONE, ply: 0, allowed }
    }

    /// Returns the moves to a later position of the same game, at most `plies` plies away.
    pub(super) fn way_to(&self, later: &ChessGame, plies: u32) -> Option<Vec<cleave_mcts::Move>> {
        let is_same = self.position == later.position && self.keys == later.keys;
        if is_same && self.allowed == later.allowed {
            return Some(Vec::new());
        }
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves.into_iter().filter(|_| plies > 0).find_map(|mv| {
            let mut after = self.clone();
            after.play(mv);
            let mut way = after.way_to(later, plies - 1)?;
            way.insert(0, mv);
            Some(way)
        })
    }

    /// Returns true if the position occurs twice within the search, root included, or three times in all, as in
    /// alpha-beta.
    fn is_repetition(&self) -> bool {
        let mut in_game = 0;
        self.keys.iter().enumerate().rev().skip(3).step_by(2).any(|(place, &key)| {
            let is_same = key == self.position.key();
            in_game += u32::from(is_same);
            is_same && (place >= self.played || in_game == 2)
        })
    }
}

impl Game for ChessGame {
    fn outcome(&self) -> Option<Outcome> {
        let position = &self.position;
        if !has_legal_move(position) {
            return Some(if position.in_check() { Outcome::Loss } else { Outcome::Draw });
        }
        // At the root the user wants a move, even if a draw could be claimed.
        let is_draw = position.is_insufficient_material()
            || position.halfmove_clock() >= 100
            || self.is_repetition();
        (self.ply > 0 && is_draw).then_some(Outcome::Draw)
    }

    fn moves(&self, moves: &mut Vec<cleave_mcts::Move>) {
        match self.allowed.is_empty() {
            true => moves.extend(legal_moves(&self.position).into_iter().map(numbered)),
            false => moves.extend(self.allowed.iter().copied().map(numbered)),
        }
    }

    fn play(&mut self, mv: cleave_mcts::Move) {
        let mv = chess_move(mv);
        let piece = self.position.piece_on(mv.from()).unwrap_or(Piece::WhitePawn);
        self.keys.push(self.position.key());
        self.position.play(mv);
        if self.position.halfmove_clock() == 0 {
            self.keys.clear();
            self.played = 0;
        }
        self.moved = PieceTo::new(piece, mv.to());
        self.ply += 1;
        self.allowed.clear();
    }

    fn key(&self) -> u64 {
        self.position.key().0
    }
}

/// Returns a move in the library's numbering.
pub(super) fn numbered(mv: Move) -> cleave_mcts::Move {
    cleave_mcts::Move(mv.bits().into())
}

/// Returns the move with this number.
pub fn chess_move(mv: cleave_mcts::Move) -> Move {
    Move::from_bits(mv.0 as u16)
}
