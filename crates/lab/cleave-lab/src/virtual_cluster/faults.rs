//! The effects of a bad network on messages.

use cleave_smp::random::{Rng, mix};
use cleave_virtual_time::virtual_time::Ticks;

/// The number of messages of a thousand that each fault affects.
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

/// The greatest delay of a late message, in nanoseconds.
const MOST_LATE: u64 = 5_000_000;

impl Faults {
    /// Returns all faults with the same rate: `permille` messages of a thousand each.
    pub fn all(permille: u16, seed: u64) -> Faults {
        Faults { lost: permille, repeated: permille, late: permille, garbled: permille, seed }
    }

    /// Returns the delay of each arrival of message `number`; there is none if it is lost.
    pub(super) fn afflict(&self, number: u64, message: &mut Vec<u8>) -> Vec<Ticks> {
        // The number is mixed twice. Otherwise two messages might begin a few steps from each other, and one would
        // repeat the other's random numbers.
        let random = &mut Rng::new(mix(self.seed ^ mix(number)));
        if hits(random, self.lost) {
            return Vec::new();
        }
        if hits(random, self.garbled) && !message.is_empty() {
            let place = random.below(message.len() as u64) as usize;
            if hits(random, 500) {
                message.truncate(place);
            } else {
                message[place] ^= 1 + random.below(255) as u8;
            }
        }
        let times = if hits(random, self.repeated) { 2 } else { 1 };
        let late =
            |_| if hits(random, self.late) { Ticks(random.below(MOST_LATE)) } else { Ticks::ZERO };
        (0..times).map(late).collect()
    }
}

/// Returns true if a fault that affects this many messages of a thousand happens now.
fn hits(random: &mut Rng, permille: u16) -> bool {
    permille > 0 && random.below(1000) < permille.into()
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
