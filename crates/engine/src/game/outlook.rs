//! What the last search says about the game.

use cleave_board::{Key, Move, Position, Value};

/// What the last search says about the game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Outlook {
    /// The best move known in the position with this key.
    best: Option<(Key, Move)>,
    /// The value of the engine's last move, for the engine; `None` if it is unknown, or the game has
    /// gone on from another position.
    pub value: Option<Value>,
    /// The opponent has offered a draw, and the engine has not answered.
    pub draw_offered: bool,
    /// The number of successive engine moves, up to the last, with a level value.
    pub level_moves: u32,
    /// The number of successive engine moves, up to the last, whose value was a reason to resign.
    pub lost_moves: u32,
    /// The engine offered a draw with its last move, and the opponent has not moved since.
    pub offers_draw: bool,
}

impl Outlook {
    /// The best move known in this position.
    pub fn best(&self, position: &Position) -> Option<Move> {
        self.best.filter(|(key, _)| *key == position.key()).map(|(_, mv)| mv)
    }

    /// Records the best move known in this position.
    pub fn note(&mut self, position: &Position, mv: Move) {
        self.best = Some((position.key(), mv));
    }

    /// The game goes on from another position: the value no longer holds, and offers lapse.
    pub fn forget_value(&mut self) {
        *self = Outlook { best: self.best, ..Outlook::default() };
    }
}
