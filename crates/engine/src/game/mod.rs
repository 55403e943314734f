//! The game: its first position and the moves played, so that any of them can be taken back.
//!
//! It is the core of the [`current`] game on the board, which also has clocks, a record and a role for the engine.

pub mod arrangement;
pub mod chances;
pub mod current;
pub mod display;
pub mod editor;
pub mod move_text;
pub mod outlook;
pub mod over;
pub mod records;

use cleave_board::{Color, Key, Move, Position};
use cleave_movegen::line_text;
use cleave_pgn::Ending;
use cleave_search::Root;

/// A game from its first position to the current one.
#[derive(Clone, Debug)]
pub struct Game {
    start: Position,
    plies: Vec<Ply>,
}

/// A move played, and the position after it.
#[derive(Clone, Copy, Debug)]
struct Ply {
    mv: Move,
    after: Position,
}

impl Game {
    /// Creates a game that starts from this position.
    pub fn from_position(start: Position) -> Game {
        Game { start, plies: Vec::new() }
    }

    /// Returns the position on the board.
    pub fn position(&self) -> &Position {
        self.plies.last().map_or(&self.start, |ply| &ply.after)
    }

    /// Returns the position from which the game started.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the side to move.
    pub fn side(&self) -> Color {
        self.position().side()
    }

    /// Makes a legal move.
    pub fn play(&mut self, mv: Move) {
        let after = self.position().make(mv);
        self.plies.push(Ply { mv, after });
    }

    /// Returns the moves played, from the first on.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.plies.iter().map(|ply| ply.mv)
    }

    /// Takes back the last move and returns it. Returns `None` at the start of the game.
    pub fn take_back(&mut self) -> Option<Move> {
        self.plies.pop().map(|ply| ply.mv)
    }

    /// Returns the last move, and the position before it.
    pub fn last(&self) -> Option<(&Position, Move)> {
        let (last, earlier) = self.plies.split_last()?;
        Some((earlier.last().map_or(&self.start, |ply| &ply.after), last.mv))
    }

    /// Returns the number of plies played.
    pub fn len(&self) -> usize {
        self.plies.len()
    }

    /// Returns true if no move has been played.
    pub fn is_empty(&self) -> bool {
        self.plies.is_empty()
    }

    /// Returns the number of moves that this side has made.
    pub fn moves_by(&self, color: Color) -> u32 {
        let first_mover = usize::from(color == self.start.side());
        ((self.len() + first_mover) / 2) as u32
    }

    /// Returns the number of moves that each side has made.
    pub fn made(&self) -> [u32; 2] {
        Color::ALL.map(|color| self.moves_by(color))
    }

    /// Returns the keys of all positions before the current one, oldest first.
    pub fn earlier_keys(&self) -> Vec<Key> {
        self.last_keys(self.len())
    }

    /// Returns the keys of the last `count` positions before the current one, oldest first.
    fn last_keys(&self, count: usize) -> Vec<Key> {
        let reached_by = |plies: usize| match plies.checked_sub(1) {
            Some(last) => &self.plies[last].after,
            None => &self.start,
        };
        (self.len() - count..self.len()).map(|plies| reached_by(plies).key()).collect()
    }

    /// Returns the root of a search.
    pub fn root(&self) -> Root {
        Root { position: *self.position(), history: self.earlier_keys() }
    }

    /// Returns the game after this move.
    pub fn after(&self, mv: Move) -> Game {
        let mut ahead = self.clone();
        ahead.play(mv);
        ahead
    }

    /// Returns how the game has ended by the rules, if it has.
    pub fn ending(&self) -> Option<Ending> {
        // No position recurs across a capture or a pawn move, and this check runs at every line.
        let reversible = usize::from(self.position().halfmove_clock()).min(self.len());
        Ending::of(self.position(), &self.last_keys(reversible))
    }

    /// Returns the moves played, as `1. e4 e5 2. Nf3`.
    pub fn moves_text(&self) -> String {
        line_text(&self.start, self.moves())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cleave_movegen::parse_move;

    fn game(moves: &str) -> Game {
        let mut game = Game::from_position(Position::start());
        for text in moves.split_whitespace() {
            game.play(parse_move(game.position(), text).unwrap());
        }
        game
    }

    #[test]
    fn moves_can_be_taken_back() {
        let mut game = game("e4 e5 Nf3");
        assert_eq!(game.moves_text(), "1. e4 e5 2. Nf3");
        assert_eq!((game.moves_by(Color::White), game.moves_by(Color::Black)), (2, 1));
        assert_eq!(game.earlier_keys().len(), 3);
        for _ in 0..3 {
            assert!(game.take_back().is_some());
        }
        assert_eq!(game.take_back(), None);
        assert_eq!(game.position().key(), Position::start().key());
    }

    #[test]
    fn black_may_make_the_first_move() {
        let start = Position::start().make(parse_move(&Position::start(), "e4").unwrap());
        let mut game = Game::from_position(start);
        game.play(parse_move(&start, "c5").unwrap());
        assert_eq!((game.moves_by(Color::White), game.moves_by(Color::Black)), (0, 1));
        assert_eq!(game.moves_text(), "1... c5");
    }

    #[test]
    fn a_search_gets_the_whole_game() {
        let mut game = Game::from_position(Position::start());
        let mut keys = Vec::new();
        for text in ["Nf3", "Nf6", "Ng1", "Ng8"].into_iter().cycle().take(202) {
            keys.push(game.position().key());
            game.play(parse_move(game.position(), text).unwrap());
        }
        assert_eq!(game.root().history, keys);
    }
}
