//! The delays between a search for a move and its clock.

use std::time::{Duration, Instant};

/// The longest time between two checks of the clock by a search, or until its move is sent. The checks are a few
/// milliseconds apart if no other program takes the processor.
#[derive(Clone, Copy, Debug, Default)]
pub struct Delays {
    last: Option<Instant>,
    longest: Duration,
    is_sent: bool,
}

impl Delays {
    /// Notes that the search checks its clock.
    pub fn look(&mut self, now: Instant) {
        let delay = self.last.map_or(Duration::ZERO, |last| now.saturating_duration_since(last));
        self.longest = self.longest.max(delay);
        self.last = Some(now);
    }

    /// Notes that the move has been sent. Later work, such as writing the log, delays no other program.
    pub fn sent(&mut self, now: Instant) {
        if self.last.is_some() && !self.is_sent {
            self.look(now);
            self.is_sent = true;
        }
    }

    /// Returns the longest delay until the move was sent. Returns `None` if no search for a move has checked its clock.
    pub fn longest(&self) -> Option<Duration> {
        self.last.map(|_| self.longest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_delay_counts_and_includes_sending_the_move() {
        let began = Instant::now();
        let at = |millis| began + Duration::from_millis(millis);
        let longest = |looks: &[u64], sent| {
            let mut delays = Delays::default();
            looks.iter().for_each(|&millis| delays.look(at(millis)));
            delays.sent(at(sent));
            delays.sent(at(sent + 500));
            delays.longest().map(|delay| delay.as_millis())
        };
        assert_eq!(longest(&[5_000, 5_001, 5_031, 5_032], 5_040), Some(30));
        assert_eq!(longest(&[5_000, 5_001, 5_031, 5_032], 5_072), Some(40));
        assert_eq!(longest(&[], 5_000), None);
    }
}
