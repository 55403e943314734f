//! What a node costs more because another worker searches the same tree.
//!
//! Two workers write lines of the table and of the history that the other reads next, each fills a
//! pawn table of its own, and they share the way to memory. None of it can be timed by itself: it is
//! what is left of a node's time in a team of two when all that the model knows of is taken away.

use std::error::Error;

use cleave_board::Position;
use cleave_search::virtual_time::{CostModel, Machine, Ticks};
use cleave_search::{Backend, Stats};

use super::{HASH, ticks};
use crate::figures::statistics::{mean, median};
use crate::speedup::contestant::Contestant;
use crate::speedup::positions::Entry;

/// Two workers and P_seq, in real time.
pub(super) struct Pair<'e> {
    entries: &'e [Entry],
    depth: u32,
    alone: Contestant,
    two: Contestant,
    /// Of each position, in each round: what a node takes a worker of two by what it takes P_seq.
    ratios: Vec<Vec<f64>>,
}

/// What a node takes a worker of two by what it takes P_seq; means over the positions.
pub(super) struct Ratio {
    pub(super) real: f64,
    /// In virtual time without a price for sharing.
    pub(super) explained: f64,
}

impl<'e> Pair<'e> {
    /// Searches these positions so deep.
    ///
    /// # Errors
    /// There cannot be a team of two.
    pub(super) fn new(entries: &'e [Entry], depth: u32) -> Result<Pair<'e>, Box<dyn Error>> {
        Ok(Pair {
            entries,
            depth,
            // First the forks: this process has one thread as yet.
            two: Contestant::team(2, Backend::Fork, HASH)?,
            alone: Contestant::sequential(HASH)?,
            ratios: vec![Vec::new(); entries.len()],
        })
    }

    /// Each position once. What P_seq takes is measured just before.
    pub(super) fn round(&mut self) {
        for (entry, ratios) in self.entries.iter().zip(&mut self.ratios) {
            let prelude = ratios.len() as u64;
            let alone = self.alone.run(&entry.position, self.depth, prelude);
            let two = self.two.run_closely(&entry.position, self.depth, prelude);
            ratios.push(of_node(&two.stats) / (alone.seconds * 1e9 / alone.nodes as f64));
        }
    }

    /// What the rounds so far have found, and what the model knows of it.
    ///
    /// # Errors
    /// There cannot be such a team.
    pub(super) fn ratio(&self, model: &CostModel) -> Result<Ratio, Box<dyn Error>> {
        let real = self.ratios.iter().map(|ratios| median(ratios));
        Ok(Ratio {
            real: mean(&real.collect::<Vec<_>>()),
            explained: self.in_virtual_time(&CostModel { sharing: Ticks::ZERO, ..*model })?,
        })
    }

    /// What it would be at these prices.
    fn in_virtual_time(&self, costs: &CostModel) -> Result<f64, Box<dyn Error>> {
        let machine = Machine { costs: *costs, ..Machine::new(2) };
        let mut two = Contestant::virtually(machine, HASH)?;
        let mut of_node = |position: &Position| {
            let stats = two.run_closely(position, self.depth, 0).stats;
            of_node(&stats) / costs.node.0 as f64
        };
        let ratios = self.entries.iter().map(|entry| of_node(&entry.position));
        Ok(mean(&ratios.collect::<Vec<_>>()))
    }
}

impl Ratio {
    /// The model with the price that explains the rest. Of what two workers share a half was last
    /// written by the other.
    pub(super) fn priced(&self, model: &CostModel) -> CostModel {
        let missing = (self.real - self.explained).max(0.0);
        CostModel { sharing: ticks(2.0 * missing * model.node.0 as f64), ..*model }
    }
}

/// Nanoseconds in which somebody was at work, by node.
fn of_node(stats: &Stats) -> f64 {
    stats.sum(|tally| tally.busy_ns) as f64 / stats.nodes().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::speedup::positions;

    #[test]
    fn two_workers_pay_what_was_missing() {
        let model = CostModel { node: Ticks(500), ..CostModel::default() };
        let priced = Ratio { real: 1.12, explained: 1.05 }.priced(&model);
        assert_eq!(priced, CostModel { sharing: Ticks(70), ..model });
        let nothing = Ratio { real: 1.0, explained: 1.05 }.priced(&model);
        assert_eq!(nothing.sharing, Ticks(1), "the model explains more than there is");
    }

    #[test]
    fn with_its_price_virtual_time_takes_what_real_time_took() {
        let text = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NB1N2/PP3PPP/R1BQ1RK1 w - - id \"a\";";
        let entries = positions::parse("one", text).unwrap();
        let mut pair = Pair::new(&entries, 11).unwrap();
        pair.round();
        pair.round();
        assert_eq!(pair.ratios[0].len(), 2);
        assert!(pair.ratios[0].iter().all(|&ratio| ratio > 0.0), "{:?}", pair.ratios);
        // As if real workers had needed a fifth more than the model explains.
        let model = CostModel::default();
        let explained = pair.ratio(&model).unwrap().explained;
        pair.ratios = vec![vec![explained + 0.2]];
        let priced = pair.ratio(&model).unwrap().priced(&model);
        assert!(priced.sharing.0.abs_diff(2 * model.node.0 / 5) <= 1, "{priced:?}");
        // At another price it is another tree, with other idle times and joins.
        let ratio = pair.in_virtual_time(&priced).unwrap();
        assert!((ratio - explained - 0.2).abs() < 0.03, "{explained}, {ratio} with {priced:?}");
    }
}
