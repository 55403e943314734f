//! Real ranks and virtual ones compared: the file, and the table.

use std::fmt;

use cleave_kit::estimate::Estimate;
use cleave_kit::statistics::{correlation, median, quantile, range};
use cleave_virtual_time::virtual_time::CostModel;
use serde::{Deserialize, Serialize};

use crate::validate::validation::{Compared, Sample, Validation};

/// A comparison of real ranks and virtual ones.
#[derive(Serialize, Deserialize)]
pub(super) struct Comparison {
    pub(super) conditions: Conditions,
    #[serde(flatten)]
    pub(super) validation: Validation,
}

/// The common conditions of all searches.
#[derive(Serialize, Deserialize)]
pub(super) struct Conditions {
    pub(super) positions: String,
    /// The tree of P_seq for which the depths were chosen.
    pub(super) nodes: u64,
    pub(super) ranks: u16,
    pub(super) workers: usize,
    /// Size of each rank's table, in MiB.
    pub(super) hash: u16,
    /// The network of the virtual ranks.
    pub(super) network: String,
    /// The jitter of the virtual ranks, in percent.
    pub(super) jitter: u32,
    /// The prices of the virtual ranks.
    pub(super) costs: CostModel,
}

/// The shares of the searches below the figures shown.
const QUANTILES: [f64; 5] = [0.1, 0.25, 0.5, 0.75, 0.9];

/// Real and virtual.
const WORLDS: [(&str, OfWorld); 2] =
    [("real", |position| &position.real), ("virtual", |position| &position.model)];

type OfWorld = fn(&Compared) -> &Sample;

impl Comparison {
    /// For each position the median of the node ratios.
    fn medians(&self, of_world: OfWorld) -> Vec<f64> {
        let positions = self.validation.positions.iter();
        positions.map(|position| median(&of_world(position).node_ratio)).collect()
    }

    /// Returns the correlation, over the positions, between the real and the virtual node ratios of two ranks.
    fn correlation(&self) -> f64 {
        let logarithms = |(_, of_world): (&str, OfWorld)| -> Vec<f64> {
            self.medians(of_world).iter().map(|ratio| ratio.ln()).collect()
        };
        let [real, model] = WORLDS.map(logarithms);
        correlation(&real, &model)
    }

    fn write_distributions(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quantiles = QUANTILES.map(|share| format!("{share:>8.2}"));
        writeln!(f, "{:<32} {}", "quantiles", quantiles.join(" "))?;
        let node_ratios = self.validation.all(|sample| &sample.node_ratio);
        let speedups = self.validation.all(|sample| &sample.speedup);
        for (name, (real, model)) in [("node ratio", node_ratios), ("speed-up", speedups)] {
            for (world, all) in [("real", real), ("virtual", model)] {
                let quantiles = QUANTILES.map(|share| format!("{:>8.3}", quantile(&all, share)));
                writeln!(f, "{:<32} {}", format!("{name}, {world}"), quantiles.join(" "))?;
            }
        }
        Ok(())
    }

    fn write_node_ratios(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (real, model) = self.validation.all(|sample| &sample.node_ratio);
        for ((world, of_world), all) in WORLDS.into_iter().zip([real, model]) {
            let estimate = Estimate::over_positions(&self.medians(of_world));
            let more = all.iter().filter(|&&ratio| ratio > 1.0).count();
            let percent = 100.0 * more as f64 / all.len().max(1) as f64;
            let (_, most) = range(&all);
            writeln!(
                f,
                "node ratio, {world}: {estimate:.3} over positions; more nodes than one rank \
                 in {percent:.0} % of the searches, at most {most:.2} times as many"
            )?;
        }
        writeln!(f, "correlation of their logarithms over positions: {:.2}", self.correlation())
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.validation.text())?;
        self.write_distributions(f)?;
        self.write_node_ratios(f)?;
        match &self.validation.other_trees[..] {
            [] => writeln!(f, "one rank searches the same tree in every search of a position"),
            others => {
                writeln!(
                    f,
                    "one rank does NOT always search the same tree in {}",
                    others.join(", ")
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use cleave_kit::files::{read_json, read_text};

    use super::*;

    /// The page prints the figures of the data.
    #[test]
    fn the_page_on_clusters_prints_the_figures_of_the_file() {
        let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."));
        let file = root.join("data/speedup/ranks-validation.json");
        let comparison: Comparison = read_json(&file).unwrap();
        let table = comparison.to_string();
        for line in [
            "node ratio, real: 0.758 ± 0.064 over positions; more nodes than one rank in 19 % of the \
             searches, at most 5.74 times as many",
            "node ratio, virtual: 0.759 ± 0.093 over positions; more nodes than one rank in 21 % of the \
             searches, at most 5.06 times as many",
            "correlation of their logarithms over positions: 0.74",
        ] {
            assert!(table.contains(line), "{table}");
        }
        let page = read_text(&root.join("crates/cluster/README.md")).unwrap();
        for figure in ["0.758 ± 0.064", "0.759 ± 0.093", "19 and 21 %", "5.74", "of 0.74"] {
            assert!(page.contains(figure), "{figure}");
        }
        assert!(!table.contains("one worker"), "one rank is not compared with itself");
    }
}
