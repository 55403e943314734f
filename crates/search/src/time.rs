//! How long to think.
//!
//! Two limits: the soft one ends the search between iterations and is stretched or shrunk by what
//! the search has seen; the hard one ends it anywhere. Neither lets the flag fall.

use std::time::{Duration, Instant};

use crate::Clock;

/// Time for a move to reach the other side: pipe, scheduler, GUI.
const LAG: Duration = Duration::from_millis(15);

/// Moves that a game without a next time control is assumed to go on.
const MOVES_AHEAD: u32 = 26;

/// The time of one search.
#[derive(Clone, Copy, Debug)]
pub struct Timer {
    began: Instant,
    /// When our own clock began to run; none while pondering.
    running_since: Option<Instant>,
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
    pub fn start(clock: Clock, pondering: bool) -> Timer {
        let now = Instant::now();
        Timer {
            began: now,
            running_since: (!pondering).then_some(now),
            limits: TimeLimits::new(clock),
        }
    }

    /// The expected move was played: our clock runs from now on.
    pub fn ponder_hit(&mut self, clock: Clock) {
        self.running_since = Some(Instant::now());
        self.limits = TimeLimits::new(clock);
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// True while the opponent is thinking.
    pub fn is_pondering(&self) -> bool {
        self.running_since.is_none()
    }

    /// True if a game clock runs, so that time saved now can be used later.
    pub fn can_save_time(&self) -> bool {
        self.running_since.is_some() && self.limits.is_some_and(|limits| !limits.fixed)
    }

    /// True if the search must end at once.
    pub fn is_up(&self) -> bool {
        match (self.running_since, self.limits) {
            (Some(since), Some(limits)) => since.elapsed() >= limits.hard,
            _ => false,
        }
    }

    /// True if another iteration should not begin. `stretch` is in percent of the soft limit.
    /// Time spent pondering counts: it was thought for this move.
    pub fn is_enough(&self, stretch: u32) -> bool {
        match (self.running_since, self.limits) {
            (Some(_), Some(limits)) if !limits.fixed => {
                self.elapsed() >= (limits.soft * stretch / 100).min(limits.hard)
            }
            _ => self.is_up(),
        }
    }
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
        let timer = Timer::start(Clock::PerMove(Duration::ZERO), true);
        assert!(!timer.is_up() && !timer.is_enough(1));
        let mut hit = timer;
        hit.ponder_hit(Clock::PerMove(Duration::ZERO));
        assert!(hit.is_up());
    }

    #[test]
    fn time_per_move_is_used() {
        let limits = TimeLimits::new(Clock::PerMove(Duration::from_secs(1))).unwrap();
        assert!(limits.hard > Duration::from_millis(900) && limits.hard < Duration::from_secs(1));
    }
}
