//! How late moves are sent when other programs have the processor.

use std::time::Duration;

use crate::MoveOverhead;

/// How late a move may be sent: the longest that the program has lately been kept from its clock. A
/// delay counts half after 180 moves; long ones are rare, but they are the ones that lose games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lateness(Duration);

impl Lateness {
    /// No scheduler keeps a program waiting for longer: it was suspended, or the machine was.
    const MOST: Duration = Duration::from_millis(200);

    /// A move has been sent, and the program has been kept from its clock for `delay` at most.
    pub fn note(&mut self, delay: Duration) {
        let Lateness(recent) = self;
        *recent = delay.min(Lateness::MOST).max(*recent * 255 / 256);
    }

    /// The part for which the overhead of a move does not suffice.
    pub(crate) fn beyond(self, MoveOverhead(overhead): MoveOverhead) -> Duration {
        self.0.saturating_sub(overhead)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    /// The lateness after these delays.
    fn after(delays: impl IntoIterator<Item = Duration>) -> Duration {
        let mut lateness = Lateness::default();
        delays.into_iter().for_each(|delay| lateness.note(delay));
        lateness.0
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
    fn a_program_that_was_suspended_was_not_late() {
        assert_eq!(after([MS * 199]), MS * 199);
        assert_eq!(after([Duration::from_secs(3_600)]), MS * 200);
    }

    #[test]
    fn what_the_overhead_covers_is_not_counted_again() {
        let late = |millis| Lateness(MS * millis).beyond(MoveOverhead(MS * 15));
        assert_eq!((late(15), late(16), late(80)), (Duration::ZERO, MS, MS * 65));
    }
}
