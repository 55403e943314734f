//! `window-null`: null windows only, at neighbouring values around the one that is expected.
//!
//! A search with a null window is the cheapest that tells anything: whether the value is at least
//! this. Each worker asks that of another value. Those at or below the value of the root fail high,
//! those above it fail low, and between the two lies the value. The idea is from plans for chess on a
//! GPU (2013), with 64 windows of a hundredth of a pawn for each move of the root; here the windows
//! are those of the root itself.
//!
//! | question | answer |
//! |---|---|
//! | What may be shared? | the bounds; the game shares a table |
//! | Who may take it? | each worker asks about another value |
//! | Who carries the value up? | the worker whose answer makes the bounds meet |
//! | Who iterates? | the main worker |
//!
//! Nobody waits while there is a question left: a worker with an answer, or one whose question is answered
//! by another, asks the next. If the bounds contradict each other, as they may with a table, one worker
//! searches all values with an open window, and the others wait.
//!
//! ```text
//!   values       ... 17    18    19    20    21 ...
//!   worker 0       ≥ 18? yes
//!   worker 1             ≥ 19? yes
//!   worker 2                   ≥ 20? no             so the value is 19
//! ```
//!
//! While all answers are the same, the questions go further out, by steps that double. Once there are
//! bounds on both sides, the workers divide the values between them evenly. Otherwise no search has an
//! open window, so the line is only as long as a null window leaves one: the move that failed high last.
//! Nor has any a principal variation. A game that prunes and reduces less there searches a smaller tree
//! in this way, so its time to a depth is not comparable with that of the other algorithms. A single
//! worker has the window that it is asked for.

use super::bounds::Range;
use super::exclusion::Nobody;
use super::plan::Parts;
use super::windows::{Asked, WindowPlan, Windows};
use super::{Rules, SharedRoot};
use crate::ids::WorkerId;
use crate::node::Node;
use crate::own_root::Window;

pub(crate) fn rules<'a, N: Node>(shared: &'a SharedRoot<N>, who: WorkerId) -> Rules<'a, N> {
    let questions = Questions { lane: who.index() };
    let plan = WindowPlan::new(&shared.bounds, questions);
    Rules { plan: Box::new(plan), exclusion: Box::new(Nobody) }
}

/// The most times that the step between two questions doubles.
const MOST_DOUBLINGS: usize = 12;

/// The questions of one worker: it has a lane of its own among the values.
struct Questions {
    lane: usize,
}

impl Windows for Questions {
    const ENDS_AT_ONE_VALUE: bool = true;

    fn next(&self, asked: Asked, range: Range, parts: &mut Parts) -> Option<Window> {
        if range.is_settled() {
            return None;
        }
        let lanes = parts.seats as i32;
        let lane = (self.lane % parts.seats) as i32;
        let step = 1 << (parts.taken / parts.seats).min(MOST_DOUBLINGS);
        let (below, above) = (asked.full.alpha + 1, asked.full.beta - 1);
        let value = match (range.least > below, range.greatest < above) {
            (false, false) => expected(asked.window) + lane - lanes / 2,
            (true, false) => (range.least + 1).saturating_add(lane * step),
            (false, true) => range.greatest.saturating_sub(lane * step),
            (true, true) => {
                let width = i64::from(range.greatest) - i64::from(range.least);
                let share = width * i64::from(2 * lane + 1) / i64::from(2 * lanes);
                range.least + 1 + share as i32
            }
        };
        parts.taken += 1;
        let value = value.clamp(range.least + 1, range.greatest);
        Some(Window { alpha: value - 1, beta: value })
    }
}

/// The middle of the window that the main worker has asked for, around the last value.
fn expected(window: Window) -> i32 {
    ((i64::from(window.alpha) + i64::from(window.beta)) / 2) as i32
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
}
