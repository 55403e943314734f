//! The extra cost of a node because another worker searches the same tree.
//!
//! Two workers write lines of the table and of the history that the other reads next. Each fills its own pawn table,
//! and they share the memory bus. None of this can be timed in isolation: it is the rest of a node's time in a team of
//! two that the model does not explain otherwise. Workers of lazy SMP learn each in tables of their own. The part of
//! the history is the difference between their extra cost and the extra cost of a team with one history.

use cleave_board::Position;
use cleave_kit::Result;
use cleave_kit::statistics::{mean, median};
use cleave_search::team::{Algorithm, Backend, Stats};
use cleave_virtual_time::virtual_time::{CostModel, Machine, Ticks};
use indicatif::ProgressBar;

use super::price::{HASH, ticks};
use crate::searches::TestPosition;
use crate::searches::timed::TimedSearcher;

/// Two workers and P_seq, in real time.
pub(super) struct TeamOfTwo<'e> {
    entries: &'e [TestPosition],
    depth: u32,
    algorithm: Algorithm,
    alone: TimedSearcher,
    two: TimedSearcher,
    /// For each position and round: the time of a node for a worker of two by that for P_seq.
    ratios: Vec<Vec<f64>>,
}

/// The time of a node for a worker of two by that for P_seq; means over the positions.
pub(super) struct NodeTimeRatio {
    pub(super) real: f64,
    /// In virtual time, if sharing has no price.
    pub(super) explained: f64,
}

impl<'e> TeamOfTwo<'e> {
    /// Returns a team for these positions at this depth.
    pub(super) fn new(
        entries: &'e [TestPosition],
        depth: u32,
        algorithm: Algorithm,
    ) -> Result<TeamOfTwo<'e>> {
        Ok(TeamOfTwo {
            entries,
            depth,
            algorithm,
            // The forks come first: the process still has one thread.
            two: TimedSearcher::team(algorithm, 2, Backend::Fork, HASH)?,
            alone: TimedSearcher::sequential(HASH)?,
            ratios: vec![Vec::new(); entries.len()],
        })
    }

    /// Searches each position once, by P_seq and then by the team.
    pub(super) fn round(&mut self, bar: &ProgressBar) {
        for (entry, ratios) in self.entries.iter().zip(&mut self.ratios) {
            let perturbation = ratios.len() as u64;
            let alone = self.alone.run(&entry.position, self.depth, perturbation);
            let two = self.two.run(&entry.position, self.depth, perturbation);
            ratios
                .push(node_time(&two.stats) / (alone.time.as_nanos() as f64 / alone.nodes as f64));
            bar.inc(1);
        }
    }

    /// Returns the measured ratio over the rounds so far, and the ratio that the model explains.
    pub(super) fn ratio(&self, model: &CostModel) -> Result<NodeTimeRatio> {
        let real = self.ratios.iter().map(|ratios| median(ratios));
        Ok(NodeTimeRatio {
            real: mean(&real.collect::<Vec<_>>()),
            explained: self.in_virtual_time(&CostModel { sharing: Ticks::ZERO, ..*model })?,
        })
    }

    /// Returns the ratio in virtual time at these prices.
    fn in_virtual_time(&self, costs: &CostModel) -> Result<f64> {
        let machine = Machine { costs: *costs, ..Machine::new(2) };
        let mut two = TimedSearcher::new_virtual(self.algorithm, machine, HASH)?;
        let mut ratio = |position: &Position| {
            let stats = two.run(position, self.depth, 0).stats;
            node_time(&stats) / costs.node.0 as f64
        };
        let ratios = self.entries.iter().map(|entry| ratio(&entry.position));
        Ok(mean(&ratios.collect::<Vec<_>>()))
    }
}

impl NodeTimeRatio {
    /// Returns the model with the price of sharing that explains the rest. A part of that price is the history's: teams
    /// with separate histories do not pay it.
    pub(super) fn priced(&self, apart: &NodeTimeRatio, model: &CostModel) -> CostModel {
        let sharing = self.sharing(model);
        let sharing_of_history = sharing - apart.sharing(model).min(sharing);
        CostModel { sharing, sharing_of_history, ..*model }
    }

    /// Returns the price of sharing that explains the rest. The other worker was the last to write half of the lines
    /// that two workers share.
    fn sharing(&self, model: &CostModel) -> Ticks {
        let missing = (self.real - self.explained).max(0.0);
        ticks(2.0 * missing * model.node.0 as f64)
    }
}

/// Nanoseconds of work for each node.
fn node_time(stats: &Stats) -> f64 {
    stats.sum(|tally| tally.busy_ns) as f64 / stats.nodes().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::searches::positions;

    #[test]
    fn the_price_of_sharing_is_the_unexplained_rest() {
        let model = CostModel { node: Ticks(500), ..CostModel::default() };
        let ratio = |real| NodeTimeRatio { real, explained: 1.05 };
        let priced = ratio(1.12).priced(&ratio(1.08), &model);
        let expected = CostModel { sharing: Ticks(70), sharing_of_history: Ticks(40), ..model };
        assert_eq!(priced, expected);
        let nothing = ratio(1.0).priced(&ratio(1.12), &model);
        assert_eq!(nothing.sharing, Ticks(1), "the model explains more than there is");
        assert_eq!(nothing.sharing_of_history, Ticks::ZERO);
    }

    #[test]
    fn at_this_price_a_node_takes_as_long_as_in_real_time() {
        let text = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NB1N2/PP3PPP/R1BQ1RK1 w - - id \"a\";";
        let entries = positions::parse("one", text).unwrap();
        let mut two = TeamOfTwo::new(&entries, 13, Algorithm::default()).unwrap();
        let bar = ProgressBar::hidden();
        two.round(&bar);
        two.round(&bar);
        assert_eq!((two.ratios[0].len(), bar.position()), (2, 2));
        assert!(two.ratios[0].iter().all(|&ratio| ratio > 0.0), "{:?}", two.ratios);
        // As if real workers took a fifth more than the model explains.
        let model = CostModel::default();
        let explained = two.ratio(&model).unwrap().explained;
        two.ratios = vec![vec![explained + 0.2]];
        let ratio = two.ratio(&model).unwrap();
        let priced = ratio.priced(&ratio, &model);
        assert!(priced.sharing.0.abs_diff(2 * model.node.0 / 5) <= 1, "{priced:?}");
        // Another price leads to another tree, with other idle times and joins.
        let ratio = two.in_virtual_time(&priced).unwrap();
        assert!((ratio - explained - 0.2).abs() < 0.03, "{explained}, {ratio} with {priced:?}");
    }
}
