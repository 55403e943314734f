//! The part of the clock that a move may take.
//!
//! The soft limit ends the search between iterations. The progress of the search stretches or
//! shrinks it. The hard limit ends the search anywhere. Neither lets the flag fall.

use std::time::Duration;

use crate::{Clock, Lateness, MoveOverhead};

/// The number of late moves in a row that the clock must survive.
const MOVES_LATE: u32 = 6;

/// The limits of one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TimeLimits {
    pub(crate) soft: Duration,
    pub(crate) hard: Duration,
    /// The time is only for this move, so an early move saves none.
    pub(crate) fixed: bool,
}

impl TimeLimits {
    /// Returns the limits of a move with this clock, or none without a clock.
    pub(crate) fn new(
        clock: Clock,
        overhead: MoveOverhead,
        lateness: Lateness,
    ) -> Option<TimeLimits> {
        let late = lateness.beyond(overhead);
        let MoveOverhead(overhead) = overhead;
        match clock {
            Clock::Unlimited => None,
            Clock::PerMove(time) => {
                let time = time.saturating_sub(overhead + late).max(time / 2);
                Some(TimeLimits { soft: time, hard: time, fixed: true })
            }
            Clock::Game { remaining, increment, moves_to_go } => {
                // The overhead of this move, and a reserve for the next ones.
                let free = remaining.saturating_sub(overhead * 2).max(remaining / 8);
                let scarce = lateness.scarce();
                Some(TimeLimits::of_game(free, increment, moves_to_go, late, scarce))
            }
        }
    }

    /// Returns the limits with this much `free` time, if moves may be `late` by this much. With
    /// less than `scarce`, a move saves part of each increment. A long game with a short increment
    /// then settles at a higher clock.
    fn of_game(
        free: Duration,
        increment: Duration,
        moves_to_go: Option<u32>,
        late: Duration,
        scarce: Duration,
    ) -> TimeLimits {
        // Several moves in a row may be late, and no increment replaces that time at once.
        let usable = free.saturating_sub(late * MOVES_LATE).max(free / 32);
        let moves = moves_to_go.map_or(Clock::MOVES_AHEAD, |n| n.clamp(1, 40));
        let spent = part(increment * 4 / 5, free.min(scarce), scarce);
        let share = part(free / moves + spent, usable, free);
        // The last move before a time control may use nearly all time. Other moves leave time for
        // the rest.
        let most = if moves == 1 { usable * 9 / 10 } else { usable / 2 };
        TimeLimits { soft: share.min(most), hard: (share * 5).min(most), fixed: false }
    }
}

/// Returns `time` times `usable` divided by `free`.
fn part(time: Duration, usable: Duration, free: Duration) -> Duration {
    if usable == free {
        return time;
    }
    let nanos = time.as_nanos() * usable.as_nanos() / free.as_nanos();
    Duration::from_nanos(nanos.try_into().unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    /// Returns the limits with a game clock, with all times in milliseconds.
    fn of_game(
        [remaining, increment, overhead, late]: [u32; 4],
        moves_to_go: Option<u32>,
    ) -> TimeLimits {
        let clock =
            Clock::Game { remaining: MS * remaining, increment: MS * increment, moves_to_go };
        let mut lateness = Lateness::default();
        if late > 0 {
            lateness.note(MS * late);
        }
        TimeLimits::new(clock, MoveOverhead(MS * overhead), lateness).expect("there is a clock")
    }

    #[test]
    fn limits_stay_below_the_remaining_time() {
        for remaining in [1, 10, 50, 100, 1_000, 60_000, 7_200_000] {
            for increment in [0, 10, 1_000, 60_000] {
                for moves_to_go in [None, Some(1), Some(2), Some(40), Some(200)] {
                    for (overhead, late) in [(0, 0), (15, 0), (15, 20), (0, 900), (5_000, 0)] {
                        let case = [remaining, increment, overhead, late];
                        let limits = of_game(case, moves_to_go);
                        assert!(limits.soft <= limits.hard, "{case:?}");
                        assert!(limits.hard < MS * remaining, "{case:?}");
                        assert!(limits.soft > Duration::ZERO, "{case:?}");
                    }
                }
            }
        }
        assert_eq!(of_game([0, 1_000, 15, 80], None).hard, Duration::ZERO, "no time is left");
    }

    /// The limits treat the overhead of this move and of the next as already used.
    #[test]
    fn the_overhead_is_reserved() {
        for moves_to_go in [None, Some(1), Some(40)] {
            for overhead in [15, 100, 400] {
                let reserved = of_game([1_000, 10, overhead, 0], moves_to_go);
                let off_the_clock = of_game([1_000 - 2 * overhead, 10, 0, 0], moves_to_go);
                assert_eq!(reserved, off_the_clock, "{overhead} {moves_to_go:?}");
            }
        }
    }

    #[test]
    fn the_moves_to_the_time_control_share_the_clock() {
        for moves in 1..=40 {
            let limits = of_game([42_000, 0, 0, 0], Some(moves));
            let most = if moves == 1 { MS * 42_000 * 9 / 10 } else { MS * 42_000 / 2 };
            assert_eq!(limits.soft, (MS * 42_000 / moves).min(most), "{moves}");
        }
        assert_eq!(of_game([42_000, 0, 0, 0], Some(200)), of_game([42_000, 0, 0, 0], Some(40)));
        assert_eq!(of_game([42_000, 0, 0, 0], None).soft, MS * 42_000 / Clock::MOVES_AHEAD);
    }

    #[test]
    fn increments_are_saved_when_time_is_scarce() {
        let soft = |remaining| of_game([remaining, 10, 0, 0], None).soft.as_secs_f64() * 1e3;
        for (remaining, spent) in [(30, 0.8), (75, 2.0), (150, 4.0), (300, 8.0), (9_000, 8.0)] {
            let share = f64::from(remaining) / 34.0 + spent;
            assert!((soft(remaining) - share).abs() < 1e-3, "{remaining}: {}", soft(remaining));
        }
    }

    /// Each move takes 2 ms more than the program measures, and is 1 ms late. The reserve is the
    /// time left at the end of a long game, after `watched` moves of earlier games.
    #[test]
    fn a_long_game_keeps_a_reserve_and_a_smaller_one_where_the_machine_is_quiet() {
        let lowest = |base, increment, watched| {
            let mut lateness = Lateness::default();
            (0..watched).for_each(|_| lateness.note(MS));
            let (mut remaining, mut lowest) = (MS * base, MS * base);
            for _ in 0..400 {
                let clock = Clock::Game { remaining, increment: MS * increment, moves_to_go: None };
                let overhead = MoveOverhead::default();
                let limits = TimeLimits::new(clock, overhead, lateness).unwrap();
                remaining -= limits.soft + MS * 2;
                lowest = lowest.min(remaining);
                remaining += MS * increment;
            }
            lowest.as_millis()
        };
        for (base, increment, unknown, quiet) in [
            (1_000, 10, 150..170, 80..100),
            (2_000, 20, 215..235, 95..115),
            (10_000, 100, 535..550, 535..550),
        ] {
            let reserves = [0, 600].map(|watched| lowest(base, increment, watched));
            let are_kept = unknown.contains(&reserves[0]) && quiet.contains(&reserves[1]);
            assert!(are_kept, "{base} + {increment}: {reserves:?} ms");
        }
    }

    #[test]
    fn only_the_last_move_before_a_time_control_may_take_nearly_all() {
        let hard = |moves_to_go| of_game([1_000, 0, 0, 0], moves_to_go).hard;
        assert_eq!(hard(Some(1)), MS * 900);
        for moves_to_go in [Some(2), Some(3), Some(10)] {
            assert_eq!(hard(moves_to_go), MS * 500, "{moves_to_go:?}");
        }
        assert!(hard(None) < MS * 500 && hard(Some(11)) < MS * 500);
    }

    /// The overhead covers 15 ms of a lateness of 80 ms, so each of six moves in a row may be 65 ms
    /// late.
    #[test]
    fn a_shorter_clock_reserves_a_larger_part_for_late_moves() {
        for moves_to_go in [None, Some(1), Some(40)] {
            let share = |remaining, late| {
                let limits = of_game([remaining, 5, 15, late], moves_to_go);
                (limits.soft.as_secs_f64(), limits.hard.as_secs_f64())
            };
            for (remaining, part) in [(60_000, 0.994), (1_000, 0.598), (500, 0.17), (200, 0.031)] {
                let (quiet, late) = (share(remaining, 15), share(remaining, 80));
                assert_eq!(quiet, share(remaining, 0), "the overhead covers it");
                assert!((late.0 / quiet.0 - part).abs() < 0.01, "{remaining}: {late:?} {quiet:?}");
                assert!((late.1 / quiet.1 - part).abs() < 0.01, "{remaining}: {late:?} {quiet:?}");
            }
        }
    }

    #[test]
    fn time_per_move_is_used() {
        let hard = |overhead, late| {
            let mut lateness = Lateness::default();
            lateness.note(MS * late);
            let clock = Clock::PerMove(MS * 1000);
            TimeLimits::new(clock, MoveOverhead(MS * overhead), lateness).unwrap().hard
        };
        assert_eq!((hard(15, 15), hard(100, 0)), (MS * 985, MS * 900));
        assert_eq!((hard(15, 80), hard(600, 0)), (MS * 920, MS * 500));
    }
}
