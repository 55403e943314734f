//! The depth at which P_seq takes about a given time for a position.

use std::time::Duration;

use cleave_board::Position;
use cleave_search::{Host, Limits, Root, Searcher, Signal, Status, Thinking, Verdict};

/// An iteration that takes more than this many times the wanted time is abandoned.
const PATIENCE: u32 = 2;

/// A search that has not taken its time at this depth never will.
const MAX_DEPTH: u32 = 60;

/// The depth whose time is nearest to `time`, by its logarithm: half the time is as far off as twice
/// the time. P_seq searches, whatever the program of the searcher; `spent` says what it has taken so
/// far, from the time elapsed and the nodes searched.
pub(super) fn calibrate_depth(
    searcher: &mut Searcher,
    position: &Position,
    time: Duration,
    spent: impl Fn(Duration, u64) -> Duration,
) -> u32 {
    searcher.new_game();
    let root = Root { position: *position, history: Vec::new() };
    let limits = Limits { depth: Some(MAX_DEPTH), ..Limits::default() };
    let mut iterations = Iterations { time, spent, finished: vec![(1, Duration::ZERO)] };
    searcher.search_sequentially(&root, &limits, &mut iterations);
    nearest(&iterations.finished, time)
}

/// The depth at which P_seq's tree has about this many nodes.
pub(crate) fn depth_for_nodes(searcher: &mut Searcher, position: &Position, nodes: u64) -> u32 {
    let by_nodes = |_, nodes| Duration::from_nanos(nodes);
    calibrate_depth(searcher, position, Duration::from_nanos(nodes), by_nodes)
}

/// The iterations of a search, which ends when the wanted time has passed.
struct Iterations<F> {
    time: Duration,
    spent: F,
    /// Depth, and the time taken so far.
    finished: Vec<(u32, Duration)>,
}

impl<F: Fn(Duration, u64) -> Duration> Host for Iterations<F> {
    fn poll(&mut self, status: &Status) -> Signal {
        let is_past = self.finished.last().is_some_and(|(_, time)| *time >= self.time);
        if is_past || (self.spent)(status.elapsed, status.nodes) > self.time * PATIENCE {
            Signal::Stop
        } else {
            Signal::Continue
        }
    }

    fn thinking(&mut self, line: &Thinking) {
        // An exact value ends an iteration.
        if line.verdict == Verdict::Exact {
            self.finished.push((line.depth, (self.spent)(line.elapsed, line.nodes)));
        }
    }
}

fn nearest(finished: &[(u32, Duration)], wanted: Duration) -> u32 {
    let distance =
        |time: Duration| (time.as_secs_f64().max(1e-9) / wanted.as_secs_f64()).ln().abs();
    let best = finished.iter().min_by(|a, b| distance(a.1).total_cmp(&distance(b.1)));
    best.map_or(1, |(depth, _)| *depth)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_depth_may_take_less_or_more_time() {
        let second = Duration::from_secs_f64;
        let finished = [(8, second(0.1)), (9, second(0.6)), (10, second(1.5)), (11, second(4.0))];
        assert_eq!(nearest(&finished, second(1.0)), 10);
        assert_eq!(nearest(&finished, second(0.8)), 9);
        assert_eq!(nearest(&finished, second(100.0)), 11);
    }

    #[test]
    fn with_nodes_for_a_clock_the_depth_is_the_same_everywhere() {
        let mut searcher = Searcher::new(4).unwrap();
        let by_nodes = |_, nodes| Duration::from_micros(nodes);
        let mut depth = |ms| {
            calibrate_depth(&mut searcher, &Position::start(), Duration::from_millis(ms), by_nodes)
        };
        let (shallow, deep) = (depth(2), depth(40));
        assert!(1 < shallow && shallow < deep, "{shallow} {deep}");
        assert_eq!(depth(2), shallow);
    }
}
