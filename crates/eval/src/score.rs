//! Packs a middlegame and an endgame value into one word.

use std::fmt;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// Two values in centipawns, for middlegame and endgame. One instruction adds both.
///
/// The endgame half is in the upper sixteen bits, the middlegame half in the lower sixteen. A
/// negative lower half borrows one from the upper half, and [`Score::eg`] gives it back. Both
/// halves must stay within -32768 to 32767.
///
/// ```
/// use cleave_eval::Score;
/// let score = Score::new(-30, 10) + Score::new(5, -40) * 2;
/// assert_eq!((score.mg(), score.eg()), (-20, -70));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
#[repr(transparent)]
pub struct Score(i32);

impl Score {
    /// Zero in both halves.
    pub const ZERO: Score = Score(0);

    /// Packs a middlegame and an endgame value.
    #[inline(always)]
    pub const fn new(mg: i32, eg: i32) -> Score {
        Score((eg << 16).wrapping_add(mg))
    }

    /// Returns the middlegame half.
    #[inline(always)]
    pub const fn mg(self) -> i32 {
        self.0 as i16 as i32
    }

    /// Returns the endgame half.
    #[inline(always)]
    pub const fn eg(self) -> i32 {
        (self.0.wrapping_add(0x8000) >> 16) as i16 as i32
    }
}

impl Add for Score {
    type Output = Score;

    #[inline(always)]
    fn add(self, other: Score) -> Score {
        Score(self.0.wrapping_add(other.0))
    }
}

impl Sub for Score {
    type Output = Score;

    #[inline(always)]
    fn sub(self, other: Score) -> Score {
        Score(self.0.wrapping_sub(other.0))
    }
}

impl Neg for Score {
    type Output = Score;

    #[inline(always)]
    fn neg(self) -> Score {
        Score(self.0.wrapping_neg())
    }
}

impl Mul<i32> for Score {
    type Output = Score;

    #[inline(always)]
    fn mul(self, count: i32) -> Score {
        Score(self.0.wrapping_mul(count))
    }
}

impl AddAssign for Score {
    #[inline(always)]
    fn add_assign(&mut self, other: Score) {
        *self = *self + other;
    }
}

impl SubAssign for Score {
    #[inline(always)]
    fn sub_assign(&mut self, other: Score) {
        *self = *self - other;
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} {}", self.mg(), self.eg())
    }
}

#[cfg(test)]
mod tests {
    use super::Score;

    #[test]
    fn halves_add_as_two_numbers() {
        for mg in (-3000..=3000).step_by(371) {
            for eg in (-3000..=3000).step_by(257) {
                let score = Score::new(mg, eg);
                assert_eq!((score.mg(), score.eg()), (mg, eg));
                let sum = score * -3 - Score::new(-eg, mg);
                assert_eq!((sum.mg(), sum.eg()), (-3 * mg + eg, -3 * eg - mg));
                assert_eq!(-score, Score::new(-mg, -eg));
            }
        }
    }
}
