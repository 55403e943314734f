//! What a game is.

/// A move, as the game numbers it: any number that the game can play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(pub u32);

/// How a game has ended, for the player whose turn it would be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The player to move has won, as in misère games or by counting points.
    Win,
    /// Neither has.
    Draw,
    /// The player to move has lost.
    Loss,
}

/// A position of a game of two players who move in turn and know everything.
pub trait Game: Clone + Send + Sync {
    /// The outcome, if the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// Adds the legal moves to a list that is empty, always in the same order. A game that is not over
    /// has at least one.
    fn moves(&self, moves: &mut Vec<Move>);

    /// Plays a legal move.
    fn play(&mut self, mv: Move);

    /// A number that other positions do not have, or hardly ever.
    fn key(&self) -> u64;
}
