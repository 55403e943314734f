//! The clock of one side of a game.

use std::num::NonZeroU32;
use std::time::Duration;

use cleave_search::driver::Timer;
use cleave_search::settings::Pace;
use cleave_search::{Clock, Limits};

/// Time for a game, and time added after each move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// For the whole game.
    pub base: Duration,
    /// Added after each move.
    pub increment: Duration,
}

impl TimeControl {
    /// Reads a time control such as `2+0.02` or `60`, in seconds.
    pub fn parse(text: &str) -> Result<TimeControl, String> {
        let seconds = |text: &str| {
            let seconds = text.trim().parse().ok().filter(|s| (0.0..=86_400.0).contains(s));
            seconds.map(Duration::from_secs_f64)
        };
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        match (seconds(base), seconds(increment)) {
            (Some(base), Some(increment)) if !base.is_zero() => Ok(TimeControl { base, increment }),
            _ => Err("expected seconds and increment, as in 2+0.02, of a day at most".into()),
        }
    }
}

/// Reads a pace: `processor`, `wall`, or nodes per second.
pub fn parse_pace(text: &str) -> Result<Pace, String> {
    match text {
        "processor" => Ok(Pace::Processor),
        "wall" => Ok(Pace::Wall),
        _ => text.parse::<NonZeroU32>().map(Pace::Nodes).map_err(|_| {
            format!("expected 'processor', 'wall' or nodes per second from 1 to {}", u32::MAX)
        }),
    }
}

/// A side's clock.
#[derive(Clone, Debug)]
pub struct GameClock {
    control: TimeControl,
    pace: Pace,
    remaining: Duration,
    /// Time given so far: the base, and the increments of the moves made.
    given: Duration,
    lowest: Duration,
}

/// The use of a clock in a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ClockUse {
    /// Share of the time given that was used, 0 to 1.
    pub share: f64,
    /// The least time that remained after a move; none if the flag fell.
    pub lowest: Duration,
}

impl GameClock {
    /// Returns a clock at the beginning of a game.
    pub fn new(control: TimeControl, pace: Pace) -> GameClock {
        let TimeControl { base, .. } = control;
        GameClock { control, pace, remaining: base, given: base, lowest: base }
    }

    /// The clock at the beginning of another game.
    pub fn reset(&mut self) {
        *self = GameClock::new(self.control, self.pace);
    }

    /// Returns the limit for the next search.
    pub fn limit(&self) -> (Clock, Pace) {
        let TimeControl { increment, .. } = self.control;
        (Clock::Game { remaining: self.remaining, increment, moves_to_go: None }, self.pace)
    }

    /// Starts to time a move.
    pub fn start(&self) -> Timer {
        Timer::start(Limits { pace: self.pace, ..Limits::default() }.timing())
    }

    /// Stops the timer of a move for which the search took this many nodes. Returns false if the flag falls.
    pub fn stop(&mut self, timer: &Timer, nodes: u64) -> bool {
        self.deduct(match self.pace {
            Pace::Wall | Pace::Processor => timer.elapsed(),
            Pace::Nodes(rate) => Duration::from_secs_f64(nodes as f64 / f64::from(rate.get())),
        })
    }

    /// Deducts the time of a move and adds the increment. Returns false if the flag falls.
    fn deduct(&mut self, time: Duration) -> bool {
        let is_in_time = time < self.remaining;
        self.remaining = self.remaining.saturating_sub(time);
        self.lowest = self.lowest.min(self.remaining);
        if is_in_time {
            self.remaining += self.control.increment;
            self.given += self.control.increment;
        }
        is_in_time
    }

    /// Returns the use of the clock since the beginning of the game.
    pub fn usage(&self) -> ClockUse {
        let used = self.given.saturating_sub(self.remaining);
        ClockUse { share: used.as_secs_f64() / self.given.as_secs_f64(), lowest: self.lowest }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn time_controls_are_read_or_refused() {
        let control =
            |base, increment| Ok(TimeControl { base: MS * base, increment: MS * increment });
        assert_eq!(TimeControl::parse("2+0.02"), control(2000, 20));
        assert_eq!(TimeControl::parse("60"), control(60_000, 0));
        for text in ["", "0+1", "2+", "-2", "2+-1", "nan", "inf", "2+1+1", "1e9", "two"] {
            assert!(TimeControl::parse(text).unwrap_err().contains("as in 2+0.02"), "{text}");
        }
    }

    #[test]
    fn paces_are_read_or_refused() {
        assert_eq!(parse_pace("processor"), Ok(Pace::Processor));
        assert_eq!(parse_pace("wall"), Ok(Pace::Wall));
        assert_eq!(parse_pace("1000"), Ok(Pace::Nodes(NonZeroU32::new(1000).unwrap())));
        for text in ["0", "-1", "fast", "4294967296"] {
            assert!(parse_pace(text).unwrap_err().contains("nodes per second"), "{text}");
        }
    }

    #[test]
    fn a_move_costs_time_and_brings_the_increment() {
        let mut clock = GameClock::new(TimeControl::parse("1+0.1").unwrap(), Pace::Wall);
        assert!(clock.deduct(600 * MS) && clock.deduct(300 * MS));
        let (limit, _) = clock.limit();
        let at_hand = Clock::Game { remaining: 300 * MS, increment: 100 * MS, moves_to_go: None };
        assert_eq!(limit, at_hand);
        // 0.9 s of 1.2 s are used; 0.2 s were left before the second increment.
        let usage = ClockUse { share: 0.75, lowest: 200 * MS };
        assert_eq!(clock.usage(), usage);
        clock.reset();
        assert_eq!(clock.usage(), ClockUse { share: 0.0, lowest: 1000 * MS });
    }

    #[test]
    fn the_flag_falls_when_a_move_takes_all_the_time() {
        let mut clock = GameClock::new(TimeControl::parse("1+0.1").unwrap(), Pace::Wall);
        assert!(!clock.deduct(1000 * MS));
        assert_eq!(clock.usage(), ClockUse { share: 1.0, lowest: Duration::ZERO });
    }

    #[test]
    fn nodes_take_the_same_time_on_every_machine() {
        let pace = parse_pace("1000").unwrap();
        let mut clock = GameClock::new(TimeControl::parse("1").unwrap(), pace);
        assert!(clock.stop(&clock.start(), 250));
        assert_eq!(clock.usage().lowest, 750 * MS);
    }
}
