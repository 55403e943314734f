//! `window-null`: only null windows, at neighbouring values around the expected one.
//!
//! A search with a null window is the cheapest useful search. It answers whether the value is at least its bound. Each
//! worker asks about another value. Questions at or below the value of the root fail high, questions above it fail low,
//! and the value is in between. The idea is from plans for chess on a GPU (2013), with 64 windows of a hundredth of a
//! pawn for each move of the root. Here the windows are for the root itself.
//!
//! | question | answer |
//! |---|---|
//! | What may be shared? | the bounds; the game shares a table |
//! | Who may take it? | each worker asks about another value |
//! | Who carries the value up? | the worker whose answer makes the bounds meet |
//! | Who iterates? | the main worker |
//!
//! No worker waits while there is a question left. A worker with an answer, or one whose question another has answered,
//! asks the next. If the bounds contradict each other, as they may with a table, one worker searches all values with an
//! open window, and the others wait.
//!
//! ```text
//!   values       ... 17    18    19    20    21 ...
//!   worker 0       ≥ 18? yes
//!   worker 1             ≥ 19? yes
//!   worker 2                   ≥ 20? no             so the value is 19
//! ```
//!
//! While all answers are the same, the questions go further out, by steps that double. Once there are bounds on both
//! sides, the workers divide the values between them evenly. No other search has an open window, so the line is only as
//! long as a null window leaves one: the move that failed high last. No search has a principal variation either. A game
//! that prunes and reduces less in a principal variation searches a smaller tree in this way. So its time to a depth is
//! not comparable with the other algorithms' times. A single worker has the requested window.

use cleave_smp::{Window, WorkerId};

use super::bounds::Range;
use super::exclusion::Nobody;
use super::plan::Parts;
use super::windows::{Asked, WindowPlan, Windows};
use super::{Rules, SharedRoot};
use crate::traits::{Keys, OwnRoot};

pub(crate) fn rules<'a, N: OwnRoot + Keys>(
    shared: &'a SharedRoot<N>,
    who: WorkerId,
) -> Rules<'a, N> {
    let questions = Questions { lane: who.index() };
    let plan = WindowPlan::new(&shared.bounds, questions);
    Rules { plan: Box::new(plan), exclusion: Box::new(Nobody) }
}

/// The most times that the step between two questions doubles.
const MOST_DOUBLINGS: usize = 12;

/// The questions of one worker, which has its own lane among the values.
struct Questions {
    lane: usize,
}

impl Windows for Questions {
    const ENDS_AT_ONE_VALUE: bool = true;

    fn next(&self, asked: Asked, range: Range, parts: &mut Parts) -> Option<Window> {
        if range.is_settled() {
            return None;
        }
        let (lane, lanes) = ((self.lane % parts.seats) as i64, parts.seats as i64);
        let step = 1 << (parts.taken / parts.seats).min(MOST_DOUBLINGS);
        let is_bounded = (range.least > asked.full.alpha + 1, range.greatest < asked.full.beta - 1);
        // The values to ask about.
        let (least, greatest) = (i64::from(range.least) + 1, i64::from(range.greatest));
        let count = greatest - least + 1;
        let value = match is_bounded {
            (false, false) => {
                let lowest = expected(asked.window) - lanes / 2;
                lowest.clamp(least, least.max(greatest - lanes + 1)) + lane
            }
            (true, false) if (lanes - 1) * step < count => least + lane * step,
            (false, true) if (lanes - 1) * step < count => greatest - lane * step,
            // Between bounds, or too near to the end of all values for such steps.
            _ => least + count * (2 * lane + 1) / (2 * lanes),
        };
        parts.taken += 1;
        let value = value.min(greatest) as i32;
        Some(Window { alpha: value - 1, beta: value })
    }
}

/// Returns the middle of the window that the main worker requested, around the last value.
fn expected(window: Window) -> i64 {
    (i64::from(window.alpha) + i64::from(window.beta)) / 2
}

#[cfg(test)]
mod tests {
    use super::*;

    const FULL: Window = Window { alpha: -32_000, beta: 32_000 };

    /// Asks about a value in rounds until it is known. Returns the number of rounds.
    fn rounds(value: i32, around: i32, workers: usize) -> usize {
        let window = Window { alpha: around - 14, beta: around + 14 };
        let asked = Asked { window, full: FULL };
        let mut range = Range { least: FULL.alpha + 1, greatest: FULL.beta - 1 };
        let mut parts = Parts { seats: workers, taken: 0, done: 0 };
        for round in 1.. {
            let questions = |lane| Questions { lane }.next(asked, range, &mut parts);
            let windows: Vec<_> = (0..workers).filter_map(questions).collect();
            assert!(windows.iter().all(|&window| window.is_null() && !range.answers(window)));
            for window in windows {
                if value >= window.beta {
                    range.least = range.least.max(window.beta);
                } else {
                    range.greatest = range.greatest.min(window.alpha);
                }
                if range.is_settled() {
                    assert_eq!(range.least, value);
                    return round;
                }
            }
        }
        unreachable!()
    }

    /// As far as there are enough values.
    #[test]
    fn each_worker_asks_about_another_value() {
        for (least, greatest) in
            [(-1, 1), (-32, 31), (-31_999, -31_930), (31_000, 31_999), (-5, 900)]
        {
            let range = Range { least, greatest };
            for (lanes, full) in [(2, Window { alpha: -2, beta: 2 }), (2, FULL), (64, FULL)] {
                for (taken, expected) in [(0, 0), (9 * lanes, 0), (0, -31_990), (0, 31_990)] {
                    let window = Window { alpha: expected - 14, beta: expected + 14 };
                    let asked = Asked { window, full };
                    let mut parts = Parts { seats: lanes, taken, done: 0 };
                    let mut next =
                        |lane| Questions { lane }.next(asked, range, &mut parts).unwrap().beta;
                    let mut asked: Vec<i32> = (0..lanes).map(&mut next).collect();
                    asked.sort_unstable();
                    asked.dedup();
                    let questions = (greatest - least) as usize;
                    assert_eq!(asked.len(), lanes.min(questions), "{range:?} {lanes} {expected}");
                    assert!(asked.iter().all(|value| (least + 1..=greatest).contains(value)));
                }
            }
        }
    }

    #[test]
    fn the_value_is_enclosed() {
        for workers in [2, 3, 4, 16, 64] {
            for value in [-31_999, -5000, -40, -1, 0, 1, 7, 300, 31_999] {
                let rounds = rounds(value, 0, workers);
                assert!(rounds <= 40, "{rounds} rounds for {value} by {workers} workers");
            }
        }
        assert_eq!(rounds(25, 25, 4), 1, "the value that is expected is known at once");
    }
    /// From the known bound outwards in steps, as long as there are enough values.
    #[test]
    fn questions_keep_to_the_bound_that_is_known() {
        let full = Window { alpha: -7, beta: 7 };
        let asked = Asked { window: full, full };
        let ask = |least, greatest| {
            let mut parts = Parts { seats: 2, taken: 2, done: 0 };
            let range = Range { least, greatest };
            [0, 1].map(|lane| Questions { lane }.next(asked, range, &mut parts).unwrap().beta)
        };
        assert_eq!(ask(2, 6), [3, 5]);
        assert_eq!(ask(-6, -2), [-2, -4]);
        assert_eq!(ask(4, 6), [5, 6], "there are two values left to ask about");
    }
}
