//! How long to think.
//!
//! Two limits: the soft one ends the search between iterations and is stretched or shrunk by what
//! the search has seen; the hard one ends it anywhere. Neither lets the flag fall.

use std::time::{Duration, Instant};

use nix::time::ClockId;

use crate::{Clock, Pace};

/// Time for a move to reach the other side: pipe, scheduler, GUI.
const LAG: Duration = Duration::from_millis(15);

/// Moves that a game without a next time control is assumed to go on.
const MOVES_AHEAD: u32 = 26;

/// The time of one search.
#[derive(Clone, Copy, Debug)]
pub struct Timer {
    began: Instant,
    stopwatch: Stopwatch,
    /// What the stopwatch showed when our own clock began to run; none while pondering.
    running_since: Option<Duration>,
    limits: Option<TimeLimits>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct TimeLimits {
    soft: Duration,
    hard: Duration,
    /// The time is given for this move alone: nothing is saved by moving early.
    fixed: bool,
}

impl Timer {
    /// A timer that starts now. While pondering no limit holds.
    pub fn start(clock: Clock, pace: Pace, pondering: bool) -> Timer {
        Timer {
            began: Instant::now(),
            stopwatch: Stopwatch::start(pace),
            running_since: (!pondering).then_some(Duration::ZERO),
            limits: TimeLimits::new(clock),
        }
    }

    /// The expected move was played, `nodes` into the search: our clock runs from now on.
    pub fn ponder_hit(&mut self, clock: Clock, nodes: u64) {
        self.running_since = Some(self.stopwatch.shows(nodes));
        self.limits = TimeLimits::new(clock);
    }

    /// Time since the search began: on the wall, or of the processor if time is not what it is on
    /// the wall (the protocol asks for that).
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

    /// True if our clock runs: a move that needs no thought is better made at once.
    pub fn is_running(&self) -> bool {
        self.running_since.is_some() && self.limits.is_some()
    }

    /// True if the search must end at once, `nodes` into it.
    pub fn is_up(&self, nodes: u64) -> bool {
        match (self.running_since, self.limits) {
            (Some(since), Some(limits)) => self.stopwatch.shows(nodes) - since >= limits.hard,
            _ => false,
        }
    }

    /// True if another iteration should not begin. `stretch` is in percent of the soft limit.
    /// Time spent pondering counts: it was thought for this move.
    pub fn is_enough(&self, nodes: u64, stretch: u32) -> bool {
        match (self.running_since, self.limits) {
            (Some(_), Some(limits)) if !limits.fixed => {
                self.stopwatch.shows(nodes) >= (limits.soft * stretch / 100).min(limits.hard)
            }
            _ => self.is_up(nodes),
        }
    }

    /// The node count at which time will be up, if nodes are what it is counted in.
    pub fn last_node(&self) -> Option<u64> {
        let (Pace::Nodes(rate), Some(since)) = (self.stopwatch.pace, self.running_since) else {
            return None;
        };
        let nanos = (since + self.limits?.hard).as_nanos();
        Some((nanos * u128::from(rate.get())).div_ceil(1_000_000_000) as u64)
    }
}

/// Time since the search began, at the pace that was asked for.
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

/// Processor time of this process so far. A system that does not say counts none.
fn processor_time() -> Duration {
    ClockId::CLOCK_PROCESS_CPUTIME_ID.now().map_or(Duration::ZERO, Duration::from)
}

impl TimeLimits {
    fn new(clock: Clock) -> Option<TimeLimits> {
        match clock {
            Clock::Unlimited => None,
            Clock::PerMove(time) => {
                let time = time.saturating_sub(LAG).max(time / 2);
                Some(TimeLimits { soft: time, hard: time, fixed: true })
            }
            Clock::Game { remaining, increment, moves_to_go } => {
                Some(TimeLimits::of_game(remaining, increment, moves_to_go))
            }
        }
    }

    fn of_game(remaining: Duration, increment: Duration, moves_to_go: Option<u32>) -> TimeLimits {
        // One lag for this move, and a little for each of the next few.
        let usable = remaining.saturating_sub(LAG * 2).max(remaining / 8);
        let moves = moves_to_go.map_or(MOVES_AHEAD, |n| n.clamp(1, 40));
        let share = usable / moves + increment * 4 / 5;
        // The last move before a control may take nearly all; others leave something for the rest.
        let most = if moves == 1 { usable * 9 / 10 } else { usable / 2 };
        TimeLimits { soft: share.min(most), hard: (share * 5).min(most), fixed: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn never_more_than_there_is() {
        for remaining in [1, 10, 50, 100, 1_000, 60_000, 7_200_000] {
            for increment in [0, 10, 1_000, 60_000] {
                for moves_to_go in [None, Some(1), Some(2), Some(40), Some(200)] {
                    let limits = TimeLimits::of_game(MS * remaining, MS * increment, moves_to_go);
                    assert!(limits.soft <= limits.hard);
                    assert!(
                        limits.hard < MS * remaining,
                        "{remaining} {increment} {moves_to_go:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn pondering_has_no_limit() {
        let timer = Timer::start(Clock::PerMove(Duration::ZERO), Pace::Wall, true);
        assert!(!timer.is_up(9) && !timer.is_enough(9, 1));
        let mut hit = timer;
        hit.ponder_hit(Clock::PerMove(Duration::ZERO), 9);
        assert!(hit.is_up(9));
    }

    #[test]
    fn time_can_be_counted_in_nodes() {
        let pace = Pace::Nodes(1000.try_into().unwrap());
        let timer = Timer::start(Clock::PerMove(Duration::from_secs(50)), pace, false);
        let last = timer.last_node().unwrap();
        assert!((49_900..=50_000).contains(&last), "{last}");
        assert!(!timer.is_up(last - 1) && timer.is_up(last));
    }

    #[test]
    fn time_per_move_is_used() {
        let limits = TimeLimits::new(Clock::PerMove(Duration::from_secs(1))).unwrap();
        assert!(limits.hard > Duration::from_millis(900) && limits.hard < Duration::from_secs(1));
    }
}
