//! What the engine tells others on a chess server about its moves (`kibitz`, `whisper`).

/// The most that can be told.
pub const MOST_TALK: u32 = 4;

/// Whom the engine tells about its moves, and how much.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Talk {
    /// Whom.
    pub hearers: Hearers,
    /// How much: nothing at 0, mates from 1 on, moves with their values from 2 on, the expected replies
    /// from 3 on, and from 4 on the moves of the book.
    pub level: u32,
}

/// Who hears what the engine tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Hearers {
    /// Players and observers.
    #[default]
    Everyone,
    /// Observers.
    Observers,
}
