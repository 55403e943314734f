//! Results and distances to the next capture or pawn move.

use std::ops::Neg;

/// The result of a position for the side to move, given a fifty-move counter of 0. Ordered from
/// worst to best.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(i8)]
pub enum Wdl {
    /// The side to move loses.
    Loss = -2,
    /// The side to move would lose, but the fifty-move rule makes it a draw.
    BlessedLoss = -1,
    /// A draw.
    Draw = 0,
    /// The side to move would win, but the fifty-move rule makes it a draw.
    CursedWin = 1,
    /// The side to move wins.
    Win = 2,
}

impl Wdl {
    /// All results, worst first.
    pub const ALL: [Wdl; 5] = [Wdl::Loss, Wdl::BlessedLoss, Wdl::Draw, Wdl::CursedWin, Wdl::Win];

    /// Returns the distance to zeroing of a position with this result whose best move is a capture
    /// or a pawn move.
    pub const fn dtz_before_zeroing(self) -> Dtz {
        Dtz(match self {
            Wdl::Win => 1,
            Wdl::CursedWin => 101,
            Wdl::Draw => 0,
            Wdl::BlessedLoss => -101,
            Wdl::Loss => -1,
        })
    }

    /// Returns 1 for a win, cursed or not, 0 for a draw, and -1 for a loss, blessed or not.
    pub const fn sign(self) -> i32 {
        (self as i32).signum()
    }
}

impl Neg for Wdl {
    type Output = Wdl;

    fn neg(self) -> Wdl {
        Wdl::ALL[(2 - self as i8) as usize]
    }
}

/// The distance to zeroing: the number of plies to the next capture or pawn move. Both sides keep
/// the result; among such moves the winner chooses a short distance and the loser a long one.
///
/// It is positive if the side to move wins, negative if it loses, and 0 in a draw. Results that the
/// fifty-move rule turns into draws have 100 added to the distance. A mated side has -1. Some
/// tables count moves rather than plies, so a distance may be one too small.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Dtz(pub i32);

impl Dtz {
    /// A draw.
    pub const DRAW: Dtz = Dtz(0);

    /// Returns the distance one ply earlier. A draw stays a draw.
    pub const fn one_more(self) -> Dtz {
        Dtz(self.0 + self.0.signum())
    }
}

impl Neg for Dtz {
    type Output = Dtz;

    fn neg(self) -> Dtz {
        Dtz(-self.0)
    }
}
