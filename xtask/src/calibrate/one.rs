//! What a node costs P_seq, and what keeping split blocks costs one worker.

use std::error::Error;
use std::time::Duration;

use cleave_search::Backend;
use cleave_search::virtual_time::{CostModel, Machine, Ticks};

use super::{HASH, ticks};
use crate::figures::statistics::median;
use crate::speedup::contestant::{CloseRun, Contestant};
use crate::speedup::positions::Entry;

/// What nodes cost one worker. Times are nanoseconds.
pub(super) struct Nodes {
    /// What P_seq takes for a node.
    pub(super) node: f64,
    /// What one worker takes for a node, beyond that.
    pub(super) extra: f64,
    /// Jobs that one worker takes from blocks, for each node.
    pub(super) claims: f64,
}

impl Nodes {
    /// Searches each position so often; the median counts. Processor time, so that others on the
    /// machine do not.
    ///
    /// # Errors
    /// There cannot be a team of one.
    pub(super) fn measure(
        entries: &[Entry],
        depth: u32,
        runs: u16,
    ) -> Result<Nodes, Box<dyn Error>> {
        let mut alone = Contestant::sequential(HASH)?;
        let mut one = Contestant::team(1, Backend::Thread, HASH)?;
        let (mut of_node, mut of_extra) = (Vec::new(), Vec::new());
        let (mut claims, mut total) = (0.0, 0.0);
        for entry in entries {
            let (mut node, mut extra) = (Vec::new(), Vec::new());
            for _ in 0..runs {
                let seq = alone.run_closely(&entry.position, depth, 0);
                let CloseRun { processor, stats, .. } = one.run_closely(&entry.position, depth, 0);
                let nodes = seq.run.nodes as f64;
                let nanoseconds = |time: Duration| time.as_nanos() as f64;
                node.push(nanoseconds(seq.processor) / nodes);
                extra.push((nanoseconds(processor) - nanoseconds(seq.processor)) / nodes);
                claims += stats.sum(|tally| tally.claims) as f64;
                total += nodes;
            }
            of_node.push(median(&node));
            of_extra.push(median(&extra));
        }
        Ok(Nodes {
            node: median(&of_node),
            extra: median(&of_extra).max(0.0),
            claims: claims / total,
        })
    }

    /// Figure by figure, the median of several rounds.
    pub(super) fn medians(rounds: &[Nodes]) -> Nodes {
        let middle =
            |figure: fn(&Nodes) -> f64| median(&rounds.iter().map(figure).collect::<Vec<_>>());
        Nodes {
            node: middle(|nodes| nodes.node),
            extra: middle(|nodes| nodes.extra),
            claims: middle(|nodes| nodes.claims),
        }
    }

    /// The model with these nodes, and `hand_out` and `report` such that one worker loses what it
    /// really loses: each job from a block pays both.
    ///
    /// # Errors
    /// There cannot be a team of one.
    pub(super) fn priced(
        &self,
        entries: &[Entry],
        depth: u32,
        model: &CostModel,
    ) -> Result<CostModel, Box<dyn Error>> {
        let free = CostModel {
            node: ticks(self.node),
            hand_out: Ticks::ZERO,
            report: Ticks::ZERO,
            ..*model
        };
        let explained = extra_in_virtual_time(entries, depth, &free)?;
        let of_job = ((self.extra - explained) / self.claims.max(1e-9)).clamp(0.0, 1000.0);
        // In the proportion of the default: merging is a little more than handing out.
        Ok(CostModel { hand_out: ticks(0.4 * of_job), report: ticks(0.6 * of_job), ..free })
    }
}

/// What one worker takes for a node beyond what P_seq takes, at these prices.
fn extra_in_virtual_time(
    entries: &[Entry],
    depth: u32,
    costs: &CostModel,
) -> Result<f64, Box<dyn Error>> {
    let mut one = Contestant::virtually(Machine { costs: *costs, ..Machine::new(1) }, HASH)?;
    let extra = entries.iter().map(|entry| {
        let stats = one.run_closely(&entry.position, depth, 0).stats;
        stats.wall.as_nanos() as f64 / stats.nodes() as f64 - costs.node.0 as f64
    });
    Ok(median(&extra.collect::<Vec<_>>()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::speedup::positions;

    fn entries() -> Vec<Entry> {
        let text = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NB1N2/PP3PPP/R1BQ1RK1 w - - id \"a\";\n\
                    2rqr1k1/1b1nbppp/pp1ppn2/8/2PNP3/1PN2P2/PB1Q2PP/2RR1BK1 b - - id \"b\";";
        positions::parse("two", text).unwrap()
    }

    #[test]
    fn at_its_prices_one_worker_loses_what_a_real_one_has_lost() {
        let entries = entries();
        let real = Nodes { extra: 40.0, ..Nodes::measure(&entries, 9, 1).unwrap() };
        assert!(real.node > 10.0 && real.claims > 0.01, "{} {}", real.node, real.claims);
        let priced = real.priced(&entries, 9, &CostModel::default()).unwrap();
        let extra = extra_in_virtual_time(&entries, 9, &priced).unwrap();
        // Prices are whole nanoseconds, and a job is some tenth of a node.
        assert!((extra - real.extra).abs() < 1.0, "{extra} with {priced:?}");
    }

    #[test]
    fn a_worker_that_seems_to_lose_nothing_still_pays_something() {
        let nodes = Nodes { node: 450.0, extra: 0.0, claims: 0.1 };
        let priced = nodes.priced(&entries(), 7, &CostModel::default()).unwrap();
        assert_eq!((priced.report, priced.node), (Ticks(1), Ticks(450)));
    }

    #[test]
    fn each_figure_has_a_median_of_its_own() {
        let nodes = |node, extra| Nodes { node, extra, claims: 0.1 };
        let middle = Nodes::medians(&[nodes(500.0, 9.0), nodes(400.0, 5.0), nodes(450.0, 30.0)]);
        assert_eq!((middle.node, middle.extra), (450.0, 9.0));
    }
}
