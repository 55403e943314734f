//! What a lane is asked, and what it answers.

use crate::Packed;

/// Does the position, searched to `depth`, reach `bound` for its side to move?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Test {
    /// The position.
    pub position: Packed,
    /// The value in question, in hundredths of a pawn, between plus and minus [`MATE`].
    pub bound: i32,
    /// The plies of all moves; captures go on below.
    pub depth: u32,
}

/// The answer, and what it took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Answer {
    /// True if the value is at least the bound.
    pub reaches: bool,
    /// Moves made.
    pub nodes: u32,
    /// Steps of the lane.
    pub steps: u32,
}

/// A side that is mated with `n` plies left to search has the value `-(MATE + n)`: the sooner, the worse. Depth
/// alone decides the value of a position, not how far from the root it is.
pub const MATE: i32 = 30_000;

/// What decides a lane's answers, besides its test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// The plies of captures and promotions after the last ply of all moves.
    pub captures: u32,
    /// A group of lanes walks one path, and evaluates all leaves below a node together.
    pub together: bool,
}
