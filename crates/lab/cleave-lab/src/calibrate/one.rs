//! The cost of a node for P_seq, and the cost of split blocks for one worker.

use std::time::Duration;

use cleave_kit::Result;
use cleave_kit::statistics::median;
use cleave_search::team::{Algorithm, Backend};
use cleave_virtual_time::virtual_time::{CostModel, Machine, Ticks};
use indicatif::ProgressBar;

use super::price::{HASH, ticks};
use crate::searches::TestPosition;
use crate::searches::timed::{TimedRun, TimedSearcher};

/// One worker of this algorithm makes blocks; one of Dynamic Tree Splitting makes none when alone.
const ALGORITHM: Algorithm = Algorithm::Ybwc;

/// The cost of nodes, in nanoseconds.
pub(super) struct NodeCosts {
    /// The time P_seq takes for a node.
    pub(super) node: f64,
    /// The further time that one worker takes for a node.
    pub(super) extra: f64,
    /// Jobs that one worker takes from blocks, for each node.
    pub(super) claims: f64,
}

impl NodeCosts {
    /// Searches each position in several runs, summarised by the median. Counts processor time, which
    /// excludes other work on the machine.
    pub(super) fn measure(
        entries: &[TestPosition],
        depth: u32,
        runs: u16,
        bar: &ProgressBar,
    ) -> Result<NodeCosts> {
        let mut alone = TimedSearcher::sequential(HASH)?;
        let mut one = TimedSearcher::team(ALGORITHM, 1, Backend::Thread, HASH)?;
        let (mut of_node, mut of_extra) = (Vec::new(), Vec::new());
        let (mut claims, mut total) = (0.0, 0.0);
        for entry in entries {
            let (mut node, mut extra) = (Vec::new(), Vec::new());
            for _ in 0..runs {
                let seq = alone.run(&entry.position, depth, 0);
                let TimedRun { processor, stats, .. } = one.run(&entry.position, depth, 0);
                let nodes = seq.nodes as f64;
                let nanoseconds = |time: Duration| time.as_nanos() as f64;
                node.push(nanoseconds(seq.processor) / nodes);
                extra.push((nanoseconds(processor) - nanoseconds(seq.processor)) / nodes);
                claims += stats.sum(|tally| tally.claims) as f64;
                total += nodes;
                bar.inc(1);
            }
            of_node.push(median(&node));
            of_extra.push(median(&extra));
        }
        Ok(NodeCosts {
            node: median(&of_node),
            extra: median(&of_extra).max(0.0),
            claims: claims / total,
        })
    }

    /// Returns the median of each figure over several rounds.
    pub(super) fn medians(rounds: &[NodeCosts]) -> NodeCosts {
        let of =
            |figure: fn(&NodeCosts) -> f64| median(&rounds.iter().map(figure).collect::<Vec<_>>());
        NodeCosts {
            node: of(|costs| costs.node),
            extra: of(|costs| costs.extra),
            claims: of(|costs| costs.claims),
        }
    }

    /// Returns the model with this price of a node, and with `hand_out` and `report` chosen so that one worker loses as
    /// much as in real time. Each job from a block pays those two.
    pub(super) fn priced(
        &self,
        entries: &[TestPosition],
        depth: u32,
        model: &CostModel,
    ) -> Result<CostModel> {
        let free = CostModel {
            node: ticks(self.node),
            hand_out: Ticks::ZERO,
            report: Ticks::ZERO,
            ..*model
        };
        let explained = extra_in_virtual_time(entries, depth, &free)?;
        let of_job = ((self.extra - explained) / self.claims.max(1e-9)).clamp(0.0, 1000.0);
        // In the proportion of the default model: merging costs a little more than handing out.
        Ok(CostModel { hand_out: ticks(0.4 * of_job), report: ticks(0.6 * of_job), ..free })
    }
}

/// Returns the time that one worker takes for a node beyond P_seq's, at these prices.
fn extra_in_virtual_time(entries: &[TestPosition], depth: u32, costs: &CostModel) -> Result<f64> {
    // A real worker that is alone does not check whether it has been called.
    let costs = CostModel { attention: Ticks::ZERO, ..*costs };
    let machine = Machine { costs, ..Machine::new(1) };
    let mut one = TimedSearcher::new_virtual(ALGORITHM, machine, HASH)?;
    let extra = entries.iter().map(|entry| {
        let stats = one.run(&entry.position, depth, 0).stats;
        stats.wall.as_nanos() as f64 / stats.nodes() as f64 - costs.node.0 as f64
    });
    Ok(median(&extra.collect::<Vec<_>>()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::searches::positions;

    fn entries() -> Vec<TestPosition> {
        let text = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NB1N2/PP3PPP/R1BQ1RK1 w - - id \"a\";\n\
                    2rqr1k1/1b1nbppp/pp1ppn2/8/2PNP3/1PN2P2/PB1Q2PP/2RR1BK1 b - - id \"b\";";
        positions::parse("two", text).unwrap()
    }

    #[test]
    fn at_these_prices_one_worker_loses_as_much_as_in_real_time() {
        let entries = entries();
        let bar = ProgressBar::hidden();
        let real = NodeCosts { extra: 40.0, ..NodeCosts::measure(&entries, 9, 1, &bar).unwrap() };
        assert_eq!(bar.position(), 2);
        assert!(real.node > 10.0 && real.claims > 0.01, "{} {}", real.node, real.claims);
        let priced = real.priced(&entries, 9, &CostModel::default()).unwrap();
        let extra = extra_in_virtual_time(&entries, 9, &priced).unwrap();
        // Prices are whole nanoseconds, and there is a tenth of a job for each node.
        assert!((extra - real.extra).abs() < 1.0, "{extra} with {priced:?}");
    }

    /// All prices are in proportion to it. Noise may spoil a measurement, but not each of several.
    #[test]
    fn the_price_of_a_node_equals_the_time_that_p_seq_takes() {
        let entries = entries();
        let mut alone = TimedSearcher::sequential(HASH).unwrap();
        let mut is_close = || {
            let runs = entries.iter().map(|entry| alone.run(&entry.position, 8, 0));
            let of_node = |run: TimedRun| run.processor.as_secs_f64() * 1e9 / run.nodes as f64;
            let expected = median(&runs.map(of_node).collect::<Vec<_>>());
            let bar = ProgressBar::hidden();
            let found = NodeCosts::measure(&entries, 8, 1, &bar).unwrap().node / expected;
            (0.8..1.25).contains(&found)
        };
        assert!((0..10).any(|_| is_close()));
    }

    #[test]
    fn a_worker_that_loses_nothing_still_pays_something() {
        let nodes = NodeCosts { node: 450.0, extra: 0.0, claims: 0.1 };
        let priced = nodes.priced(&entries(), 7, &CostModel::default()).unwrap();
        assert_eq!((priced.report, priced.node), (Ticks(1), Ticks(450)));
    }

    #[test]
    fn each_figure_has_a_median_of_its_own() {
        let costs = |node, extra| NodeCosts { node, extra, claims: 0.1 };
        let medians =
            NodeCosts::medians(&[costs(500.0, 9.0), costs(400.0, 5.0), costs(450.0, 30.0)]);
        assert_eq!((medians.node, medians.extra), (450.0, 9.0));
    }
}
