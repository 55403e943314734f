//! Two programs, compared by running the same bench in turn.

use std::fmt;

use crate::bench::{Run, same_nodes};
use cleave_kit::statistics::{median, quantile, range};

/// Pairs of runs, one after the other, so that other work on the machine slows both.
#[derive(Default)]
pub(super) struct Comparison {
    before: Vec<Run>,
    after: Vec<Run>,
}

impl Comparison {
    /// Adds a pair.
    ///
    /// # Errors
    /// A run has searched another tree than the others.
    pub(super) fn add(&mut self, before: Run, after: Run) -> Result<(), String> {
        let first = self.before.first().copied().unwrap_or(before);
        same_nodes(&[first, before, after])?;
        self.before.push(before);
        self.after.push(after);
        Ok(())
    }

    /// By how many percent the second program is faster, pair by pair.
    fn gains(&self) -> Vec<f64> {
        let pairs = self.before.iter().zip(&self.after);
        pairs.map(|(before, after)| 100.0 * (after.speed / before.speed - 1.0)).collect()
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let speed = |runs: &[Run]| {
            let speeds: Vec<f64> = runs.iter().map(|run| run.speed).collect();
            let (least, most) = range(&speeds);
            format!("{:.0} nps ({least:.0} to {most:.0})", median(&speeds))
        };
        let gains = self.gains();
        let (least, most) = (quantile(&gains, 0.25), quantile(&gains, 0.75));
        write!(
            f,
            "{} nodes, before {}, after {}: {:+.1} % (quartiles {least:+.1} and {most:+.1})",
            self.before.first().map_or(0, |run| run.nodes),
            speed(&self.before),
            speed(&self.after),
            median(&gains)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(nodes: u64, speed: f64) -> Run {
        Run { nodes, speed }
    }

    #[test]
    fn the_gain_is_that_of_neighbouring_runs() {
        let mut comparison = Comparison::default();
        for (before, after) in [(100.0, 110.0), (50.0, 60.0), (200.0, 210.0)] {
            comparison.add(run(7, before), run(7, after)).unwrap();
        }
        assert_eq!(
            comparison.to_string(),
            "7 nodes, before 100 nps (50 to 200), after 110 nps (60 to 210): +10.0 % (quartiles +7.5 and +15.0)"
        );
    }

    #[test]
    fn another_tree_is_an_error_and_adds_no_pair() {
        let mut comparison = Comparison::default();
        let error = comparison.add(run(7, 1.0), run(8, 1.0)).unwrap_err();
        assert_eq!(error, "7 nodes in one run, 8 in another");
        comparison.add(run(9, 1.0), run(9, 1.0)).unwrap();
        let error = comparison.add(run(7, 1.0), run(7, 1.0)).unwrap_err();
        assert_eq!(error, "9 nodes in one run, 7 in another");
        assert_eq!(comparison.gains().len(), 1);
    }
}
