//! What a bad network does to messages.

use cleave_smp_lab::virtual_time::Ticks;

/// How many messages of a thousand suffer which fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Faults {
    /// Never arrive.
    pub lost: u16,
    /// Arrive twice.
    pub repeated: u16,
    /// Arrive late, after others sent later.
    pub late: u16,
    /// Arrive with other bytes than were sent, or fewer.
    pub garbled: u16,
    /// Seed of the faults.
    pub seed: u64,
}

/// The most that a message is late.
const MOST_LATE: u64 = 5_000_000;

impl Faults {
    /// All faults alike, to so many messages of a thousand each.
    pub fn all(permille: u16, seed: u64) -> Faults {
        Faults { lost: permille, repeated: permille, late: permille, garbled: permille, seed }
    }

    /// How often message `number` arrives, and how late each time.
    pub(super) fn afflict(&self, number: u64, message: &mut Vec<u8>) -> Vec<Ticks> {
        let mut dice = Dice(self.seed ^ mix(number));
        if dice.hits(self.lost) {
            return Vec::new();
        }
        if dice.hits(self.garbled) && !message.is_empty() {
            let place = dice.below(message.len() as u64) as usize;
            if dice.hits(500) {
                message.truncate(place);
            } else {
                message[place] ^= 1 + dice.below(255) as u8;
            }
        }
        let times = if dice.hits(self.repeated) { 2 } else { 1 };
        let late =
            |_| if dice.hits(self.late) { Ticks(dice.below(MOST_LATE)) } else { Ticks::ZERO };
        (0..times).map(late).collect()
    }
}

/// SplitMix64.
struct Dice(u64);

/// What its state grows by. Two messages must not begin a few steps from each other, or the dice of
/// one are those of the other: their numbers are mixed first.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// A word that depends on all bits of this one.
fn mix(word: u64) -> u64 {
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

impl Dice {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        mix(self.0) % limit
    }

    fn hits(&mut self, permille: u16) -> bool {
        permille > 0 && self.below(1000) < permille.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_fault_comes_about_as_often_as_it_should() {
        let faults = Faults::all(100, 7);
        let (mut lost, mut repeated, mut late, mut garbled) = (0, 0, 0, 0);
        for number in 0..10_000 {
            let mut message = vec![1, 2, 3, 4];
            let arrivals = faults.afflict(number, &mut message);
            lost += usize::from(arrivals.is_empty());
            repeated += usize::from(arrivals.len() == 2);
            late += usize::from(arrivals.first().is_some_and(|&late| late > Ticks::ZERO));
            garbled += usize::from(message != [1, 2, 3, 4]);
        }
        for count in [lost, repeated, late, garbled] {
            assert!((800..1200).contains(&count), "{lost} {repeated} {late} {garbled}");
        }
        let mut message = vec![1];
        assert_eq!(Faults::default().afflict(3, &mut message), [Ticks::ZERO]);
        assert_eq!(message, [1]);
    }
}
