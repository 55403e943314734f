//! The data by which helpers choose a leaf, in one word.

use cleave_smp::WorkerId;

/// The main worker's visit to a leaf.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Visit {
    /// The pass.
    pub(super) pass: u32,
    /// The number of leaves visited before in that pass.
    pub(super) rank: u32,
}

/// The state of a leaf. It is changed with the leaf locked, and read without the lock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Duty {
    /// The worker on whose list it is.
    pub(super) owner: Option<WorkerId>,
    /// A worker is searching it.
    pub(super) is_taken: bool,
    /// The leaf has been searched a ply deeper than required.
    pub(super) is_ahead: bool,
    /// Plies from the depth searched to the required depth; 0 if the required result is proven.
    pub(super) plies_behind: u8,
}

const TAKEN: u32 = 1 << 16;
const AHEAD: u32 = 1 << 17;
const BEHIND_SHIFT: u32 = 24;

impl Duty {
    /// Packs the duty into a word: 0 for a leaf without duty.
    pub(super) fn pack(self) -> u32 {
        let owner = self.owner.map_or(0, |owner| owner.index() as u32 + 1);
        let taken = if self.is_taken { TAKEN } else { 0 };
        let ahead = if self.is_ahead { AHEAD } else { 0 };
        owner | taken | ahead | u32::from(self.plies_behind) << BEHIND_SHIFT
    }

    pub(super) fn unpack(word: u32) -> Duty {
        let owner = (word & (TAKEN - 1)).checked_sub(1);
        Duty {
            owner: owner.map(|index| WorkerId::new(index as usize)),
            is_taken: word & TAKEN != 0,
            is_ahead: word & AHEAD != 0,
            plies_behind: (word >> BEHIND_SHIFT) as u8,
        }
    }

    /// Returns true if a helper may take it to find the required result.
    pub(super) fn is_due(self) -> bool {
        !self.is_taken && self.plies_behind > 0
    }

    /// Returns true if its owner may take it to search ahead.
    pub(super) fn may_go_ahead(self) -> bool {
        !self.is_taken && self.plies_behind == 0 && !self.is_ahead
    }
}

#[cfg(test)]
mod tests {
    use cleave_smp::MAX_WORKERS;

    use super::*;

    #[test]
    fn a_duty_is_a_word() {
        assert_eq!(Duty::default().pack(), 0);
        for owner in [None, Some(WorkerId::MAIN), Some(WorkerId::new(MAX_WORKERS - 1))] {
            for (is_taken, is_ahead, plies_behind) in
                [(false, false, 0), (true, false, 255), (false, true, 1), (true, true, 7)]
            {
                let duty = Duty { owner, is_taken, is_ahead, plies_behind };
                assert_eq!(Duty::unpack(duty.pack()), duty);
            }
        }
    }
}
