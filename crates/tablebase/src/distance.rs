//! Results, and the distance to the next capture or pawn move.

use std::ops::Neg;

/// The result of a position for the side to move, if its fifty-move counter is 0. Ordered from worst
/// to best.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(i8)]
pub enum Wdl {
    /// The side to move loses.
    Loss = -2,
    /// It would lose, but the fifty-move rule saves it.
    BlessedLoss = -1,
    /// A draw.
    Draw = 0,
    /// It would win, but the fifty-move rule makes it a draw.
    CursedWin = 1,
    /// It wins.
    Win = 2,
}

impl Wdl {
    /// All results, worst first.
    pub const ALL: [Wdl; 5] = [Wdl::Loss, Wdl::BlessedLoss, Wdl::Draw, Wdl::CursedWin, Wdl::Win];

    /// The distance to zeroing of a position with this result whose best move is a capture or a pawn
    /// move.
    pub const fn dtz_before_zeroing(self) -> Dtz {
        Dtz(match self {
            Wdl::Win => 1,
            Wdl::CursedWin => 101,
            Wdl::Draw => 0,
            Wdl::BlessedLoss => -101,
            Wdl::Loss => -1,
        })
    }

    /// 1 for a win, cursed or not, 0 for a draw, -1 for a loss.
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

/// The distance to zeroing: the plies to the next capture or pawn move if both sides play for the
/// result, and among the moves that keep it the winner for a short distance, the loser for a long one.
///
/// It is positive if the side to move wins, negative if it loses, 0 in a draw. For results that the
/// fifty-move rule turns into draws 100 is added to the distance. A position that is mate has -1.
/// Some tables count moves rather than plies, so that a distance may be one too small.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Dtz(pub i32);

impl Dtz {
    /// A draw.
    pub const DRAW: Dtz = Dtz(0);

    /// The distance before a move to a position with this one; a draw stays a draw.
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
