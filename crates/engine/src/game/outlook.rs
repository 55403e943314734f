//! The results of the last search of the game.

use cleave_board::{Key, Move, Position, Value};

/// The results of the last search of the game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Outlook {
    /// The best move known in the position with this key.
    best: Option<(Key, Move)>,
    /// The value of the engine's last move, for the engine. `None` if it is unknown, or if the game has continued from
    /// another position.
    pub value: Option<Value>,
    /// The opponent has offered a draw, and the engine has not answered.
    pub draw_offered: bool,
    /// The number of successive engine moves, up to the last, with a level value.
    pub level_moves: u32,
    /// The number of successive engine moves, up to the last, with a value that is a reason to resign.
    pub lost_moves: u32,
    /// The engine offered a draw with its last move, and the opponent has not moved since.
    pub offers_draw: bool,
}

impl Outlook {
    /// Returns the best move known in this position.
    pub fn best(&self, position: &Position) -> Option<Move> {
        self.best.filter(|(key, _)| *key == position.key()).map(|(_, mv)| mv)
    }

    /// Records the best move known in this position.
    pub fn note(&mut self, position: &Position, mv: Move) {
        self.best = Some((position.key(), mv));
    }

    /// Forgets the value and all offers, because the game continues from another position.
    pub fn forget_value(&mut self) {
        *self = Outlook { best: self.best, ..Outlook::default() };
    }
}
