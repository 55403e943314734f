//! How deep a position is searched: to a given depth, or as deep as P_seq comes with so much work.

use std::time::Duration;

use cleave_search::{Host, Signal, Status, Thinking, Verdict};
use cleave_virtual_time::virtual_time::CostModel;
use serde::{Deserialize, Serialize};

/// How deep the positions of a measurement are searched.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum Goal {
    /// Each position is searched to the depth at which P_seq's tree has about this many nodes.
    Nodes {
        /// The size of the tree.
        nodes: u64,
    },
    /// Each to the depth for which P_seq takes about this time.
    Seconds {
        /// The time.
        seconds: f64,
    },
    /// All to the same depth.
    Depth {
        /// In plies.
        depth: u32,
    },
}

/// The clock that times a search.
#[derive(Clone, Copy)]
pub(crate) enum Time<'c> {
    /// The clock on the wall.
    Real,
    /// The price of the nodes.
    Virtual(&'c CostModel),
}

/// An iteration that takes more than this many times the wanted time is abandoned.
const PATIENCE: u32 = 2;

/// A search that has not taken its time at this depth never will.
pub(crate) const MAX_DEPTH: u32 = 60;

impl Goal {
    /// Returns the depth of a position; P_seq searches until the iterations are enough.
    pub(crate) fn depth_by(self, time: Time<'_>, search: impl FnOnce(&mut Iterations<'_>)) -> u32 {
        let (wanted, spent): (_, &dyn Fn(Duration, u64) -> Duration) = match (self, time) {
            (Goal::Depth { depth }, _) => return depth,
            (Goal::Nodes { nodes }, _) => {
                (Duration::from_nanos(nodes), &|_, nodes| Duration::from_nanos(nodes))
            }
            (Goal::Seconds { seconds }, Time::Real) => {
                (Duration::from_secs_f64(seconds), &|elapsed, _| elapsed)
            }
            (Goal::Seconds { seconds }, Time::Virtual(costs)) => {
                (Duration::from_secs_f64(seconds), &|_, nodes| costs.sequential(nodes).into())
            }
        };
        let mut iterations = Iterations { wanted, spent, finished: vec![(1, Duration::ZERO)] };
        search(&mut iterations);
        nearest(&iterations.finished, wanted)
    }
}

/// The iterations of a search, which ends when the wanted time has passed.
pub(crate) struct Iterations<'s> {
    wanted: Duration,
    /// The effort of P_seq so far, from the time elapsed and the nodes searched.
    spent: &'s dyn Fn(Duration, u64) -> Duration,
    /// Depth, and the time taken so far.
    finished: Vec<(u32, Duration)>,
}

impl Iterations<'_> {
    /// Returns true if P_seq has taken so much that it need not search on.
    pub(crate) fn are_enough(&self, elapsed: Duration, nodes: u64) -> bool {
        let is_past = self.finished.last().is_some_and(|(_, time)| *time >= self.wanted);
        is_past || (self.spent)(elapsed, nodes) > self.wanted * PATIENCE
    }

    /// P_seq has finished the iteration of this depth.
    pub(crate) fn finish(&mut self, depth: u32, elapsed: Duration, nodes: u64) {
        self.finished.push((depth, (self.spent)(elapsed, nodes)));
    }
}

impl Host for Iterations<'_> {
    fn poll(&mut self, status: &Status) -> Signal {
        if self.are_enough(status.elapsed, status.nodes) { Signal::Stop } else { Signal::Continue }
    }

    fn thinking(&mut self, line: &Thinking) {
        // An exact value ends an iteration.
        if line.verdict == Verdict::Exact {
            self.finish(line.depth, line.elapsed, line.nodes);
        }
    }
}

/// Returns the depth whose time is nearest to the wanted one by its logarithm. Half the time is as far off as twice the
/// time.
fn nearest(finished: &[(u32, Duration)], wanted: Duration) -> u32 {
    let distance =
        |time: Duration| (time.as_secs_f64().max(1e-9) / wanted.as_secs_f64()).ln().abs();
    let best = finished.iter().min_by(|a, b| distance(a.1).total_cmp(&distance(b.1)));
    best.map_or(1, |(depth, _)| *depth)
}

#[cfg(test)]
mod tests {
    use cleave_board::Position;
    use cleave_search::Searcher;

    use super::super::DepthSearcher;
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
        let mut depth =
            |nodes| searcher.depth(&Position::start(), Goal::Nodes { nodes }, Time::Real);
        let (shallow, deep) = (depth(2_000), depth(40_000));
        assert!(1 < shallow && shallow < deep, "{shallow} {deep}");
        assert_eq!(depth(2_000), shallow);
    }
}
