//! The question to a lane, and its answer.

use crate::Packed;

/// Does the position, searched to `depth`, reach `bound` for its side to move?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Test {
    /// The position.
    pub position: Packed,
    /// The value in question, in hundredths of a pawn, between plus and minus [`MATE`].
    pub bound: i32,
    /// The number of plies with all moves. Captures continue below.
    pub depth: u32,
}

/// The answer, and its cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Answer {
    /// True if the value is at least the bound.
    pub reaches: bool,
    /// Moves made.
    pub nodes: u32,
    /// Steps of the lane.
    pub steps: u32,
}

/// The value of a mate. A side that is mated with `n` plies left to search has the value
/// `-(MATE + n)`, so an earlier mate is worse. The value of a position depends on the depth left,
/// not on its distance from the root.
pub const MATE: i32 = 30_000;

/// The rules that determine a lane's answers, in addition to its test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// The number of plies of captures and promotions after the last ply with all moves.
    pub captures: u32,
    /// True if a group of lanes walks one path and evaluates all leaves below a node together.
    pub together: bool,
}
