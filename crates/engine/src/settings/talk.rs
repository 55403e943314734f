//! The engine's messages about its moves on a chess server (`kibitz`, `whisper`).

/// The highest level of detail.
pub const MOST_TALK: u32 = 4;

/// The recipients of messages about the engine's moves, and the level of detail.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Talk {
    /// The recipients.
    pub hearers: Hearers,
    /// The level of detail: nothing at 0, mates from 1 on, moves with their values from 2 on, expected replies from 3
    /// on, and the book's moves from 4 on.
    pub level: u32,
}

/// The recipients of the engine's messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Hearers {
    /// Players and observers.
    #[default]
    Everyone,
    /// Observers.
    Observers,
}
