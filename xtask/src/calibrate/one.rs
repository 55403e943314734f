//! What a node costs P_seq, and what keeping split blocks costs one worker.

use std::error::Error;
use std::time::Duration;

use cleave_search::Backend;
use cleave_search::virtual_time::CostModel;

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
    /// Blocks that one worker makes, for each node.
    pub(super) offers: f64,
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
        let (mut claims, mut offers, mut total) = (0.0, 0.0, 0.0);
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
                offers += stats.sum(|tally| tally.offers) as f64;
                total += nodes;
            }
            of_node.push(median(&node));
            of_extra.push(median(&extra));
        }
        Ok(Nodes {
            node: median(&of_node),
            extra: median(&of_extra).max(0.0),
            claims: claims / total,
            offers: offers / total,
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
            offers: middle(|nodes| nodes.offers),
        }
    }

    /// The model with these nodes, and `hand_out` and `report` such that one worker loses what it
    /// really loses: each job pays both, and two locks; each block its making; each node a look at the
    /// attention word.
    pub(super) fn priced(&self, model: &CostModel) -> CostModel {
        let known = model.attention.0 as f64
            + self.claims * 2.0 * model.lock.0 as f64
            + self.offers * model.offer.0 as f64;
        let of_job = ((self.extra - known) / self.claims.max(1e-9)).clamp(0.0, 1000.0);
        // In the proportion of the default: merging is a little more than handing out.
        CostModel {
            node: ticks(self.node),
            hand_out: ticks(0.4 * of_job),
            report: ticks(0.6 * of_job),
            ..*model
        }
    }
}

#[cfg(test)]
mod tests {
    use cleave_search::virtual_time::Ticks;

    use super::*;

    #[test]
    fn what_one_worker_loses_is_explained_by_its_jobs() {
        let model = CostModel::default();
        let nodes = Nodes { node: 430.0, extra: 21.0, claims: 0.1, offers: 0.02 };
        let priced = nodes.priced(&model);
        let of_job = (priced.hand_out + priced.report).0 as f64;
        let explained = model.attention.0 as f64
            + 0.1 * (2.0 * model.lock.0 as f64 + of_job)
            + 0.02 * model.offer.0 as f64;
        assert!((explained - nodes.extra).abs() < 0.2, "{explained}");
        assert_eq!(priced.node, Ticks(430));
    }

    #[test]
    fn a_worker_that_seems_to_lose_nothing_still_pays_something() {
        let nodes = Nodes { node: 450.0, extra: 0.0, claims: 0.1, offers: 0.02 };
        assert_eq!(nodes.priced(&CostModel::default()).report, Ticks(1));
    }

    #[test]
    fn each_figure_has_a_median_of_its_own() {
        let nodes = |node, extra| Nodes { node, extra, claims: 0.1, offers: 0.02 };
        let middle = Nodes::medians(&[nodes(500.0, 9.0), nodes(400.0, 5.0), nodes(450.0, 30.0)]);
        assert_eq!((middle.node, middle.extra), (450.0, 9.0));
    }
}
