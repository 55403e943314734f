//! Ends a search in time: the clock of one search, with the limits of its move.

use std::time::Duration;

use cleave_sync::clock::{Instant, processor_time};

use crate::time_limits::TimeLimits;
use crate::{Clock, Lateness, MoveOverhead, Pace, Timing};

/// The clock of one search.
#[derive(Clone, Copy, Debug)]
pub struct Timer {
    began: Instant,
    stopwatch: Stopwatch,
    /// The reading of the stopwatch when our clock started, or `None` while pondering.
    running_since: Option<Duration>,
    overhead: MoveOverhead,
    lateness: Lateness,
    limits: Option<TimeLimits>,
    last_iteration: Option<IterationEnd>,
}

/// The end of an iteration.
#[derive(Clone, Copy, Debug)]
struct IterationEnd {
    /// The reading of the stopwatch.
    at: Duration,
    /// The stretch in percent of the soft limit.
    stretch: u32,
    /// True if another iteration can change nothing.
    is_decided: bool,
}

impl Timer {
    /// Starts the timer of a search that begins now. No limit applies while pondering.
    pub fn start(timing: Timing) -> Timer {
        Timer {
            began: Instant::now(),
            stopwatch: Stopwatch::start(timing.pace),
            running_since: (!timing.pondering).then_some(Duration::ZERO),
            overhead: timing.overhead,
            lateness: timing.lateness,
            limits: TimeLimits::new(timing.clock, timing.overhead, timing.lateness),
            last_iteration: None,
        }
    }

    /// Starts our clock `nodes` nodes into the search, because the opponent has played the expected move. Returns true
    /// if our move should be sent at once: with the clock running, the last finished iteration would have ended the
    /// search.
    #[must_use]
    pub fn ponder_hit(&mut self, clock: Clock, nodes: u64) -> bool {
        self.running_since = Some(self.stopwatch.shows(nodes));
        self.limits = TimeLimits::new(clock, self.overhead, self.lateness);
        self.last_iteration.is_some_and(|iteration| self.was_enough(iteration))
    }

    /// Records the end of an iteration, `nodes` nodes into the search. Returns true if no other iteration should begin.
    /// For this a clock must be running, and another iteration could change nothing (`is_decided`), or enough time has
    /// passed. Time spent pondering on this move counts. `stretch` is in percent of the soft limit.
    #[must_use]
    pub fn end_iteration(&mut self, nodes: u64, stretch: u32, is_decided: bool) -> bool {
        let iteration = IterationEnd { at: self.stopwatch.shows(nodes), stretch, is_decided };
        self.last_iteration = Some(iteration);
        self.is_up(nodes) || self.was_enough(iteration)
    }

    fn was_enough(&self, IterationEnd { at, stretch, is_decided }: IterationEnd) -> bool {
        self.is_running() && is_decided || self.is_share_used(at, stretch)
    }

    /// Returns the time since the search began: wall-clock time, or processor time if the pace is not wall-clock (as
    /// the protocol requires).
    pub fn elapsed(&self) -> Duration {
        match self.stopwatch.pace {
            Pace::Wall => self.began.elapsed(),
            Pace::Processor | Pace::Nodes(_) => self.stopwatch.processor_time(),
        }
    }

    /// Returns true while the opponent is thinking.
    pub fn is_pondering(&self) -> bool {
        self.running_since.is_none()
    }

    /// Returns true if our clock is running, so that a forced move should be played at once.
    pub fn is_running(&self) -> bool {
        self.running_since.is_some() && self.limits.is_some()
    }

    /// Returns true if the search must end at once. It is `nodes` nodes into the search.
    pub fn is_up(&self, nodes: u64) -> bool {
        match (self.running_since, self.limits) {
            (Some(since), Some(limits)) => {
                // A worker's death may have reduced the node count, and the time with it.
                self.stopwatch.shows(nodes).saturating_sub(since) >= limits.hard
            }
            _ => false,
        }
    }

    /// Returns true if a search without iterations should end. `stretch` is in percent of the soft limit. Time spent
    /// pondering on this move counts.
    pub fn is_enough(&self, nodes: u64, stretch: u32) -> bool {
        self.is_up(nodes) || self.is_share_used(self.stopwatch.shows(nodes), stretch)
    }

    /// Returns true if `time` since the start of the search uses up the move's share of a game clock.
    fn is_share_used(&self, time: Duration, stretch: u32) -> bool {
        match (self.running_since, self.limits) {
            (Some(_), Some(limits)) if !limits.fixed => {
                time >= (limits.soft * stretch / 100).min(limits.hard)
            }
            _ => false,
        }
    }

    /// Returns the node count at which time will be up, if time is measured in nodes.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pondering_has_no_limit() {
        let clock = Clock::PerMove(Duration::ZERO);
        let timer = Timer::start(Timing { clock, pondering: true, ..Timing::default() });
        assert!(!timer.is_up(9) && !timer.is_enough(9, 1));
        let mut hit = timer;
        assert!(!hit.ponder_hit(clock, 9));
        assert!(hit.is_up(9));
    }

    #[test]
    fn time_may_be_set_back_by_a_death() {
        let pace = Pace::Nodes(1000.try_into().unwrap());
        let mut timer = Timer::start(Timing { pace, pondering: true, ..Timing::default() });
        assert!(!timer.ponder_hit(Clock::PerMove(Duration::from_secs(1)), 5000));
        assert!(!timer.is_up(100) && timer.is_up(6000));
    }

    #[test]
    fn time_can_be_counted_in_nodes() {
        let pace = Pace::Nodes(1000.try_into().unwrap());
        let clock = Clock::PerMove(Duration::from_secs(50));
        let timer = Timer::start(Timing { clock, pace, ..Timing::default() });
        let last = timer.last_node().unwrap();
        assert!((49_900..=50_000).contains(&last), "{last}");
        assert!(!timer.is_up(last - 1) && timer.is_up(last));
    }

    /// The share is about 1.7 s, counted in nodes.
    #[test]
    fn a_ponder_hit_ends_what_would_have_ended_with_the_clock_running() {
        let pace = Pace::Nodes(1000.try_into().unwrap());
        let remaining = Duration::from_secs(60);
        let clock = Clock::Game { remaining, increment: Duration::ZERO, moves_to_go: None };
        let pondering = Timing { pace, clock, pondering: true, ..Timing::default() };
        for (ended, stretch, is_decided, is_sent) in [
            (1_000, 100, false, false),
            (1_000, 50, false, true),
            (1_000, 100, true, true),
            (3_000, 100, false, true),
        ] {
            let mut timer = Timer::start(pondering);
            assert!(!timer.end_iteration(ended, stretch, is_decided), "the clock does not run");
            assert_eq!(timer.ponder_hit(clock, 90_000), is_sent, "{ended} {stretch} {is_decided}");
            let mut running = Timer::start(Timing { pondering: false, ..pondering });
            assert_eq!(running.end_iteration(ended, stretch, is_decided), is_sent);
        }
        assert!(!Timer::start(pondering).ponder_hit(clock, 90_000), "no iteration has ended");
        let mut timer = Timer::start(pondering);
        assert!(!timer.end_iteration(3_000, 100, true));
        assert!(!timer.ponder_hit(Clock::Unlimited, 90_000));
    }

    /// A busy machine delays the answer to a ponder hit as much as any other.
    #[test]
    fn a_ponder_hit_allows_for_overhead_and_lateness() {
        let pace = Pace::Nodes(1000.try_into().unwrap());
        let mut lateness = Lateness::default();
        lateness.note(Duration::from_millis(200));
        let overhead = MoveOverhead(Duration::from_millis(50));
        let (remaining, increment) = (Duration::from_secs(3), Duration::from_millis(10));
        for clock in [
            Clock::PerMove(Duration::from_secs(2)),
            Clock::Game { remaining, increment, moves_to_go: None },
        ] {
            let timing = Timing { pace, clock, overhead, lateness, ..Timing::default() };
            let last_node = |timing| Timer::start(timing).last_node().unwrap();
            let mut pondering = Timer::start(Timing { pondering: true, ..timing });
            assert!(!pondering.ponder_hit(clock, 5_000));
            assert_eq!(pondering.last_node(), Some(5_000 + last_node(timing)), "{clock:?}");
            for other in [
                Timing { lateness: Lateness::default(), ..timing },
                Timing { overhead: MoveOverhead(Duration::from_millis(300)), ..timing },
            ] {
                assert_ne!(last_node(other), last_node(timing), "{clock:?}");
            }
        }
    }

    /// The time before the hit was the opponent's.
    #[test]
    fn after_a_ponder_hit_the_hard_limit_counts_from_the_hit() {
        let pace = Pace::Nodes(1000.try_into().unwrap());
        let mut timer = Timer::start(Timing { pace, pondering: true, ..Timing::default() });
        assert!(!timer.is_up(90_000) && timer.last_node().is_none());
        assert!(!timer.ponder_hit(Clock::PerMove(Duration::from_secs(1)), 90_000));
        assert!(!timer.is_up(90_984) && timer.is_up(90_985));
        assert_eq!(timer.last_node(), Some(90_985));
    }
}
