//! How deep to search a position so that P_seq needs about a given time.

use std::time::Duration;

use cleave_board::Position;
use cleave_search::{Host, Limits, Root, Searcher, Signal, Status, Thinking, Verdict};

/// An iteration that takes longer than this, by the time aimed at, is no candidate.
const PATIENCE: u32 = 2;

/// The depth whose time comes nearest to `time`, by its logarithm: of half the time and twice the
/// time neither is better. P_seq searches, whatever the program of the searcher; `spent` says what it
/// has taken so far.
pub(super) fn depth_near(
    searcher: &mut Searcher,
    position: &Position,
    time: Duration,
    spent: impl Fn(Duration, u64) -> Duration,
) -> u32 {
    searcher.new_game();
    let root = Root { position: *position, history: Vec::new() };
    let limits = Limits { depth: Some(MOST), ..Limits::default() };
    let mut scout = Scout { time, spent, done: vec![(1, Duration::ZERO)] };
    searcher.search_sequentially(&root, &limits, &mut scout);
    nearest(&scout.done, time)
}

/// A search that is too small to take its time at this depth never will.
const MOST: u32 = 60;

struct Scout<F> {
    time: Duration,
    spent: F,
    /// Iterations finished, and when.
    done: Vec<(u32, Duration)>,
}

impl<F: Fn(Duration, u64) -> Duration> Host for Scout<F> {
    fn poll(&mut self, status: &Status) -> Signal {
        let is_past = self.done.last().is_some_and(|(_, time)| *time >= self.time);
        if is_past || (self.spent)(status.elapsed, status.nodes) > self.time * PATIENCE {
            Signal::Stop
        } else {
            Signal::Continue
        }
    }

    fn thinking(&mut self, line: &Thinking) {
        // An exact value ends an iteration.
        if line.verdict == Verdict::Exact {
            self.done.push((line.depth, (self.spent)(line.elapsed, line.nodes)));
        }
    }
}

fn nearest(done: &[(u32, Duration)], aim: Duration) -> u32 {
    let distance = |time: Duration| (time.as_secs_f64().max(1e-9) / aim.as_secs_f64()).ln().abs();
    let best = done.iter().min_by(|a, b| distance(a.1).total_cmp(&distance(b.1)));
    best.map_or(1, |(depth, _)| *depth)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_depth_is_taken_from_either_side() {
        let second = Duration::from_secs_f64;
        let done = [(8, second(0.1)), (9, second(0.6)), (10, second(1.5)), (11, second(4.0))];
        assert_eq!(nearest(&done, second(1.0)), 10);
        assert_eq!(nearest(&done, second(0.8)), 9);
        assert_eq!(nearest(&done, second(100.0)), 11);
    }

    #[test]
    fn with_nodes_for_a_clock_the_depth_is_the_same_everywhere() {
        let mut searcher = Searcher::new(4).unwrap();
        let by_nodes = |_, nodes| Duration::from_micros(nodes);
        let mut scout =
            |ms| depth_near(&mut searcher, &Position::start(), Duration::from_millis(ms), by_nodes);
        let (shallow, deep) = (scout(2), scout(40));
        assert!(1 < shallow && shallow < deep, "{shallow} {deep}");
        assert_eq!(scout(2), shallow);
    }
}
