//! The interface of a game.

/// A game whose positions are searched to a fixed depth. The value of a position depends on the position and the depth
/// alone, not on the path that led there.
pub trait Game: Clone {
    /// A position.
    type Position: Clone;

    /// Returns the hash of a position.
    fn key(&self, position: &Self::Position) -> u64;

    /// Returns the children in the order in which they are searched. There are none where the game is over.
    fn children(&mut self, position: &Self::Position) -> Vec<Self::Position>;

    /// Returns the value of a position in which the game is over, for its side to move.
    fn end(&self, position: &Self::Position, depth: u8) -> i32;

    /// Returns the value of a position at depth 0, for its side to move. A value of at least `bound` may be less than
    /// the exact value, and any other value may be more. Counts further nodes.
    fn leaf(&mut self, position: &Self::Position, bound: i32, nodes: &mut u64) -> i32;

    /// Appends a position to the bytes.
    fn encode(&self, position: &Self::Position, out: &mut Vec<u8>);

    /// Reads a position; `None` if the bytes are none.
    fn decode(&self, bytes: &[u8]) -> Option<Self::Position>;
}
