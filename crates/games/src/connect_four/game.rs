//! Connect Four for Monte-Carlo search: a move is a column, from 0.

use cleave_mcts::{Game, Move, Outcome};

use super::position::{COLUMNS, Position, column_of, column_squares, has_four};

/// A game under way or over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConnectFour {
    position: Position,
}

impl ConnectFour {
    /// The empty board.
    pub const START: ConnectFour = ConnectFour { position: Position::EMPTY };

    /// Creates the game at this position. Returns `None` if both players have four in a row.
    pub fn of(position: Position) -> Option<ConnectFour> {
        let is_possible = !(has_four(position.own) && has_four(position.other()));
        is_possible.then_some(ConnectFour { position })
    }

    /// Returns the board.
    pub fn position(&self) -> Position {
        self.position
    }

    /// Returns the move to this column, from 0.
    pub fn column(column: u32) -> Move {
        Move(column)
    }
}

impl Game for ConnectFour {
    fn outcome(&self) -> Option<Outcome> {
        if has_four(self.position.other()) {
            return Some(Outcome::Loss);
        }
        (self.position.playable() == 0).then_some(Outcome::Draw)
    }

    fn moves(&self, moves: &mut Vec<Move>) {
        let playable = self.position.playable();
        let is_open = |&column: &u32| playable & column_squares(column) != 0;
        moves.extend((0..COLUMNS).filter(is_open).map(Move));
    }

    fn play(&mut self, mv: Move) {
        let square = self.position.playable() & column_squares(mv.0);
        debug_assert_eq!(column_of(square), mv.0, "the column is full");
        self.position = self.position.play(square);
    }

    fn key(&self) -> u64 {
        self.position.key()
    }
}
