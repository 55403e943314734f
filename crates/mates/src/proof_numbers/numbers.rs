//! How hard a question is to decide.

/// The effort that is left at a node, as seen by the side to move there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Numbers {
    /// The least number of leaves that must be decided for the side to move to have its way: to mate, or to prevent the
    /// mate. 0 if that is proved.
    pub(crate) win: u32,
    /// The least number for the other side to have its way. 0 if that is proved.
    pub(crate) loss: u32,
}

/// Stands for a proof that cannot be.
pub(crate) const NEVER: u32 = (1 << 24) - 1;

impl Numbers {
    /// The side to move has its way.
    pub(crate) const WON: Numbers = Numbers { win: 0, loss: NEVER };
    /// The other side has its way.
    pub(crate) const LOST: Numbers = Numbers { win: NEVER, loss: 0 };

    /// Returns the numbers of a decided node.
    pub(crate) fn decided(is_won: bool) -> Numbers {
        if is_won { Numbers::WON } else { Numbers::LOST }
    }

    pub(crate) fn is_decided(self) -> bool {
        self.win == 0 || self.loss == 0
    }

    /// Packs both numbers into 48 bits.
    pub(super) fn bits(self) -> u64 {
        u64::from(self.win) << 24 | u64::from(self.loss)
    }

    pub(super) fn from_bits(bits: u64) -> Numbers {
        Numbers { win: (bits >> 24) as u32 & NEVER, loss: bits as u32 & NEVER }
    }
}

/// Adds numbers of undecided nodes. The sum stays below [`NEVER`].
pub(super) fn add(sum: u32, number: u32) -> u32 {
    (sum + number).min(NEVER - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_of_undecided_numbers_proves_nothing() {
        let large = NEVER - 2;
        let sum = add(large, large);
        assert!(sum < NEVER && !Numbers { win: sum, loss: 1 }.is_decided());
        assert!(Numbers::WON.is_decided() && Numbers::LOST.is_decided());
    }

    #[test]
    fn packed_numbers_come_back() {
        for numbers in [Numbers::WON, Numbers::LOST, Numbers { win: 70_000, loss: 3 }] {
            assert_eq!(Numbers::from_bits(numbers.bits()), numbers);
        }
    }
}
