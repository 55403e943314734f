//! The interface of a game.

/// A move: any number that the game can play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(pub u32);

/// The result of a game for the player whose turn it would be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The player to move has won, as in misère games or by counting points.
    Win,
    /// Neither player has won.
    Draw,
    /// The player to move has lost.
    Loss,
}

/// A position of a game of two players who move in turn, with perfect information.
pub trait Game: Clone + Send + Sync {
    /// Returns the outcome, if the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// Adds the legal moves to an empty list, always in the same order. A game that is not over has
    /// at least one move.
    fn moves(&self, moves: &mut Vec<Move>);

    /// Plays a legal move.
    fn play(&mut self, mv: Move);

    /// Returns a number that differs between positions, with rare exceptions.
    fn key(&self) -> u64;
}
