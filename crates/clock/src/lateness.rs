//! The lateness of moves while other programs use the processor.

use std::time::Duration;

use crate::MoveOverhead;

/// The lateness for which a move must allow. It is the longest delay between the program and its clock in recent moves.
/// A delay counts half after 180 moves. Long delays are rare, but they lose games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lateness {
    seen: Duration,
    /// The longest delay that could come without warning. It counts half after 360 moves.
    assumed: Duration,
}

impl Default for Lateness {
    /// Returns the lateness of an unknown machine. The program has measured no delay, but the machine may be busy.
    fn default() -> Lateness {
        Lateness { seen: Duration::ZERO, assumed: Lateness::SCARCE / Lateness::DELAYS }
    }
}

impl Lateness {
    /// The longest delay by a scheduler. After a longer one, the program or the machine was suspended.
    const MOST: Duration = Duration::from_millis(200);

    /// The number of delays that use up a scarce clock. A long game plays its last 20 to 30 moves with a scarce clock.
    const DELAYS: u32 = 20;

    /// The scarce clock of an unknown machine, and of one with delays of 15 ms or more. A long game of 1 s + 0.01 s
    /// then settles at 160 ms. A busy machine rarely keeps a program waiting for longer.
    const SCARCE: Duration = Duration::from_millis(300);

    /// The scarce clock of a quiet machine. Such a game then settles at 90 ms, which survives a first delay of
    /// 50 ms. A smaller one would add less than 1 % to the time used.
    const SCARCE_IF_QUIET: Duration = Duration::from_millis(100);

    /// Records a move. The delay between the program and its clock was at most `delay`.
    pub fn note(&mut self, delay: Duration) {
        let delay = delay.min(Lateness::MOST);
        self.seen = delay.max(self.seen * 255 / 256);
        self.assumed = delay.max(self.assumed * 511 / 512);
    }

    /// Returns the part of the lateness beyond the overhead of a move.
    pub(crate) fn beyond(self, MoveOverhead(overhead): MoveOverhead) -> Duration {
        self.seen.saturating_sub(overhead)
    }

    /// Returns the scarce clock. With less time, a move saves part of each increment.
    pub(crate) fn scarce(self) -> Duration {
        (self.assumed * Lateness::DELAYS).clamp(Lateness::SCARCE_IF_QUIET, Lateness::SCARCE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    /// Returns the lateness after these delays.
    fn after(delays: impl IntoIterator<Item = Duration>) -> Duration {
        let mut lateness = Lateness::default();
        delays.into_iter().for_each(|delay| lateness.note(delay));
        lateness.seen
    }

    #[test]
    fn the_longest_of_the_recent_delays_counts() {
        assert_eq!(after([MS * 20, MS * 128, MS * 50]), MS * 255 / 2);
        assert_eq!(after([MS * 20, MS * 64, MS * 128]), MS * 128);
    }

    #[test]
    fn a_delay_is_forgotten_in_time() {
        let quiet = |moves| after(std::iter::once(MS * 80).chain(std::iter::repeat_n(MS, moves)));
        assert!(quiet(170) > MS * 40, "{:?}", quiet(170));
        assert!(quiet(190) < MS * 40, "{:?}", quiet(190));
        assert_eq!(quiet(2_000), MS);
    }

    #[test]
    fn a_suspended_program_is_not_late() {
        assert_eq!(after([MS * 199]), MS * 199);
        assert_eq!(after([Duration::from_secs(3_600)]), MS * 200);
    }

    #[test]
    fn lateness_within_the_overhead_is_not_counted_again() {
        let late = |millis| {
            let mut lateness = Lateness::default();
            lateness.note(MS * millis);
            lateness.beyond(MoveOverhead(MS * 15))
        };
        assert_eq!((late(15), late(16), late(80)), (Duration::ZERO, MS, MS * 65));
    }

    /// 360 moves halve a doubt. An unknown machine is quiet after 560, and one with a delay of 90 ms after 1,480.
    #[test]
    fn a_machine_is_quiet_after_enough_moves() {
        let scarce = |delays: &[(u32, usize)]| {
            let mut lateness = Lateness::default();
            for &(millis, moves) in delays {
                (0..moves).for_each(|_| lateness.note(MS * millis));
            }
            lateness.scarce()
        };
        assert_eq!(scarce(&[]), MS * 300);
        assert!((MS * 145..MS * 155).contains(&scarce(&[(1, 360)])), "{:?}", scarce(&[(1, 360)]));
        assert_eq!(scarce(&[(1, 600)]), MS * 100);
        assert_eq!(scarce(&[(1, 600), (8, 1)]), MS * 160);
        assert_eq!(scarce(&[(90, 1), (1, 600)]), MS * 300);
        assert_eq!(scarce(&[(90, 1), (1, 1_500)]), MS * 100);
    }
}
