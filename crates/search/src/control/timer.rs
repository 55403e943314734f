//! How long to think.
//!
//! The soft limit ends the search between iterations; the progress of the search stretches or
//! shrinks it. The hard limit ends the search anywhere. Neither lets the flag fall.

use std::time::{Duration, Instant};

use nix::time::ClockId;

use super::limits::{Clock, Limits, MoveOverhead, Pace};

/// The clock of one search.
#[derive(Clone, Copy, Debug)]
pub struct Timer {
    began: Instant,
    stopwatch: Stopwatch,
    /// The stopwatch reading when our own clock started; `None` while pondering.
    running_since: Option<Duration>,
    overhead: MoveOverhead,
    limits: Option<TimeLimits>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct TimeLimits {
    soft: Duration,
    hard: Duration,
    /// The time is for this move alone: moving early saves nothing.
    fixed: bool,
}

impl Timer {
    /// A timer for a search with these limits that starts now. No limit applies while pondering.
    pub fn start(limits: &Limits) -> Timer {
        Timer {
            began: Instant::now(),
            stopwatch: Stopwatch::start(limits.pace),
            running_since: (!limits.pondering).then_some(Duration::ZERO),
            overhead: limits.overhead,
            limits: TimeLimits::new(limits.clock, limits.overhead),
        }
    }

    /// The expected move was played, `nodes` into the search: our clock starts.
    pub fn ponder_hit(&mut self, clock: Clock, nodes: u64) {
        self.running_since = Some(self.stopwatch.shows(nodes));
        self.limits = TimeLimits::new(clock, self.overhead);
    }

    /// Time since the search began: wall-clock time, or processor time if the pace is another one (as
    /// the protocol requires).
    pub fn elapsed(&self) -> Duration {
        match self.stopwatch.pace {
            Pace::Wall => self.began.elapsed(),
            Pace::Processor | Pace::Nodes(_) => self.stopwatch.processor_time(),
        }
    }

    /// True while the opponent is thinking.
    pub fn is_pondering(&self) -> bool {
        self.running_since.is_none()
    }

    /// True if our clock is running, so that a forced move should be played at once.
    pub fn is_running(&self) -> bool {
        self.running_since.is_some() && self.limits.is_some()
    }

    /// True if the search must end at once, `nodes` into it.
    pub fn is_up(&self, nodes: u64) -> bool {
        match (self.running_since, self.limits) {
            (Some(since), Some(limits)) => {
                // A worker's death may have set the nodes back, and the time with them.
                self.stopwatch.shows(nodes).saturating_sub(since) >= limits.hard
            }
            _ => false,
        }
    }

    /// True if another iteration should not begin. `stretch` is in percent of the soft limit. Time
    /// spent pondering on this move counts.
    pub fn is_enough(&self, nodes: u64, stretch: u32) -> bool {
        match (self.running_since, self.limits) {
            (Some(_), Some(limits)) if !limits.fixed => {
                self.stopwatch.shows(nodes) >= (limits.soft * stretch / 100).min(limits.hard)
            }
            _ => self.is_up(nodes),
        }
    }

    /// The node count at which time will be up, if time is measured in nodes.
    pub fn last_node(&self) -> Option<u64> {
        let (Pace::Nodes(rate), Some(since)) = (self.stopwatch.pace, self.running_since) else {
            return None;
        };
        let nanos = (since + self.limits?.hard).as_nanos();
        Some((nanos * u128::from(rate.get())).div_ceil(1_000_000_000) as u64)
    }
}

/// Measures the time since the search began, at a given pace.
#[derive(Clone, Copy, Debug)]
struct Stopwatch {
    pace: Pace,
    began: Instant,
    processor_began: Duration,
}

impl Stopwatch {
    fn start(pace: Pace) -> Stopwatch {
        Stopwatch { pace, began: Instant::now(), processor_began: processor_time() }
    }

    fn processor_time(&self) -> Duration {
        processor_time().saturating_sub(self.processor_began)
    }

    fn shows(&self, nodes: u64) -> Duration {
        match self.pace {
            Pace::Wall => self.began.elapsed(),
            Pace::Processor => self.processor_time(),
            Pace::Nodes(rate) => {
                let rate = u64::from(rate.get());
                Duration::from_secs(nodes / rate)
                    + Duration::from_nanos(nodes % rate * 1_000_000_000 / rate)
            }
        }
    }
}

/// Processor time of this process so far; zero if the system does not provide it.
fn processor_time() -> Duration {
    ClockId::CLOCK_PROCESS_CPUTIME_ID.now().map_or(Duration::ZERO, Duration::from)
}

impl TimeLimits {
    fn new(clock: Clock, MoveOverhead(overhead): MoveOverhead) -> Option<TimeLimits> {
        match clock {
            Clock::Unlimited => None,
            Clock::PerMove(time) => {
                let time = time.saturating_sub(overhead).max(time / 2);
                Some(TimeLimits { soft: time, hard: time, fixed: true })
            }
            Clock::Game { remaining, increment, moves_to_go } => {
                Some(TimeLimits::of_game(remaining, increment, moves_to_go, overhead))
            }
        }
    }

    fn of_game(
        remaining: Duration,
        increment: Duration,
        moves_to_go: Option<u32>,
        overhead: Duration,
    ) -> TimeLimits {
        // The overhead of this move, and a reserve for the next ones.
        let usable = remaining.saturating_sub(overhead * 2).max(remaining / 8);
        let moves = moves_to_go.map_or(Clock::MOVES_AHEAD, |n| n.clamp(1, 40));
        let share = usable / moves + increment * 4 / 5;
        // The last move before a time control may use nearly all; others leave time for the rest.
        let most = if moves == 1 { usable * 9 / 10 } else { usable / 2 };
        TimeLimits { soft: share.min(most), hard: (share * 5).min(most), fixed: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn limits_stay_below_the_remaining_time() {
        for remaining in [1, 10, 50, 100, 1_000, 60_000, 7_200_000] {
            for increment in [0, 10, 1_000, 60_000] {
                for moves_to_go in [None, Some(1), Some(2), Some(40), Some(200)] {
                    for overhead in [0, 15, 5_000] {
                        let (remaining, increment) = (MS * remaining, MS * increment);
                        let limits =
                            TimeLimits::of_game(remaining, increment, moves_to_go, MS * overhead);
                        assert!(limits.soft <= limits.hard);
                        assert!(limits.hard < remaining, "{remaining:?} {increment:?} {overhead}");
                    }
                }
            }
        }
    }

    #[test]
    fn pondering_has_no_limit() {
        let clock = Clock::PerMove(Duration::ZERO);
        let timer = Timer::start(&Limits { clock, pondering: true, ..Limits::default() });
        assert!(!timer.is_up(9) && !timer.is_enough(9, 1));
        let mut hit = timer;
        hit.ponder_hit(clock, 9);
        assert!(hit.is_up(9));
    }

    #[test]
    fn time_may_be_set_back_by_a_death() {
        let pace = Pace::Nodes(1000.try_into().unwrap());
        let mut timer = Timer::start(&Limits { pace, pondering: true, ..Limits::default() });
        timer.ponder_hit(Clock::PerMove(Duration::from_secs(1)), 5000);
        assert!(!timer.is_up(100) && timer.is_up(6000));
    }

    #[test]
    fn time_can_be_counted_in_nodes() {
        let pace = Pace::Nodes(1000.try_into().unwrap());
        let clock = Clock::PerMove(Duration::from_secs(50));
        let timer = Timer::start(&Limits { clock, pace, ..Limits::default() });
        let last = timer.last_node().unwrap();
        assert!((49_900..=50_000).contains(&last), "{last}");
        assert!(!timer.is_up(last - 1) && timer.is_up(last));
    }

    #[test]
    fn time_per_move_is_used() {
        let hard = |overhead| {
            let overhead = MoveOverhead(MS * overhead);
            TimeLimits::new(Clock::PerMove(MS * 1000), overhead).unwrap().hard
        };
        assert_eq!((hard(15), hard(100)), (MS * 985, MS * 900));
    }
}
