//! The mean of a ratio, and its standard error, where positions and seeds are both samples.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::statistics::{geometric_mean, mean, standard_deviation};

/// A mean and its standard error. It prints as `7.60 ± 0.49`, and alone if the error rounds to nothing. In files it is a pair.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(from = "(f64, f64)", into = "(f64, f64)")]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Its standard error; 0 for a single search, whose error is unknown.
    pub error: f64,
}

impl Estimate {
    /// Returns the geometric mean of a ratio over positions.
    pub fn over_positions(ratios: &[f64]) -> Estimate {
        let mean = geometric_mean(ratios);
        Estimate { mean, error: mean * variance_of_mean(&logarithms(ratios)).sqrt() }
    }

    /// Returns the mean of ratios, each with its position and its seed or the number of its run. It is the geometric
    /// mean over the positions of a summary of each position's ratios.
    ///
    /// The same perturbation precedes all positions of a seed, so their ratios may err together. By the mean squares of
    /// P positions, of S seeds and of the residuals in a two-way table, the variance is (MP + MS - ME) / PS. ME takes
    /// the place of MP or MS where chance makes that less than ME. Seeds that some positions lack say nothing about the
    /// effect of seeds on all of them, and count only in their positions.
    pub fn over_positions_and_seeds<P: Ord>(
        ratios: impl IntoIterator<Item = (P, u64, f64)>,
        typical: impl Fn(&[f64]) -> f64,
    ) -> Estimate {
        let mut positions: BTreeMap<P, BTreeMap<u64, f64>> = BTreeMap::new();
        for (position, seed, ratio) in ratios {
            positions.entry(position).or_default().insert(seed, ratio);
        }
        let positions: Vec<_> = positions.into_values().collect();
        let of_seeds =
            |seeds: &BTreeMap<_, f64>| typical(&seeds.values().copied().collect::<Vec<_>>());
        let typical: Vec<f64> = positions.iter().map(of_seeds).collect();
        let (by_seeds, residual) = variances_by_seed(&positions);
        let by_positions = variance_of_mean(&logarithms(&typical));
        let variance = by_positions.max(residual) + (by_seeds - residual).max(0.0);
        let mean = geometric_mean(&typical);
        Estimate { mean, error: mean * variance.sqrt() }
    }
}

impl From<(f64, f64)> for Estimate {
    fn from((mean, error): (f64, f64)) -> Estimate {
        Estimate { mean, error }
    }
}

impl From<Estimate> for (f64, f64) {
    fn from(Estimate { mean, error }: Estimate) -> (f64, f64) {
        (mean, error)
    }
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Estimate { mean, error } = self;
        let digits = f.precision().unwrap_or(2);
        match *error < 0.5 * 0.1f64.powi(digits as i32) {
            true => write!(f, "{mean:.digits$}"),
            false => write!(f, "{mean:.digits$} ± {error:.digits$}"),
        }
    }
}

fn logarithms(ratios: &[f64]) -> Vec<f64> {
    ratios.iter().map(|ratio| ratio.ln()).collect()
}

fn variance_of_mean(figures: &[f64]) -> f64 {
    standard_deviation(figures).powi(2) / figures.len().max(1) as f64
}

/// Returns the variance of the mean logarithm by the seeds, MS / PS, and by the residuals, ME / PS. Only seeds that all
/// positions have count.
fn variances_by_seed(positions: &[BTreeMap<u64, f64>]) -> (f64, f64) {
    let Some(first) = positions.first() else { return (0.0, 0.0) };
    let of_all = |seed: &&u64| positions.iter().all(|position| position.contains_key(seed));
    let seeds: Vec<u64> = first.keys().filter(of_all).copied().collect();
    let deviations: Vec<Vec<f64>> = positions
        .iter()
        .map(|position| {
            let of_seeds: Vec<f64> = seeds.iter().map(|seed| position[seed].ln()).collect();
            let middle = mean(&of_seeds);
            of_seeds.iter().map(|logarithm| logarithm - middle).collect()
        })
        .collect();
    let shift = |seed| mean(&deviations.iter().map(|row| row[seed]).collect::<Vec<_>>());
    let shifts: Vec<f64> = (0..seeds.len()).map(shift).collect();
    let residuals = deviations.iter().flat_map(|row| row.iter().zip(&shifts).map(|(x, y)| x - y));
    let square: f64 = residuals.map(|residual| residual * residual).sum();
    let free = (positions.len() - 1) * seeds.len().saturating_sub(1);
    let all = positions.len() * seeds.len();
    (variance_of_mean(&shifts), square / free.max(1) as f64 / all.max(1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the estimate of a ratio in these positions, each by its seeds.
    fn estimate<const SEEDS: usize>(positions: &[[f64; SEEDS]]) -> Estimate {
        let of = |(position, ratios): (usize, &[f64; SEEDS])| {
            (0..).zip(*ratios).map(move |(seed, ratio)| (position, seed, ratio))
        };
        Estimate::over_positions_and_seeds(
            positions.iter().enumerate().flat_map(of),
            geometric_mean,
        )
    }

    /// Returns the error of the logarithm, in doublings.
    fn doublings(Estimate { mean, error }: Estimate) -> f64 {
        error / mean / 2f64.ln()
    }

    #[test]
    fn the_common_deviation_of_a_seeds_positions_is_in_the_error() {
        // The logarithms of the seeds are 0 and 2, and the positions are equal.
        let seeds = estimate(&[[1.0, 4.0], [1.0, 4.0]]);
        assert!((seeds.mean - 2.0).abs() < 1e-12 && (doublings(seeds) - 1.0).abs() < 1e-12);
        let positions = estimate(&[[1.0, 1.0], [4.0, 4.0]]);
        assert!((doublings(positions) - 1.0).abs() < 1e-12, "{positions:?}");
        let both = estimate(&[[1.0, 4.0], [4.0, 16.0]]);
        assert!((doublings(both) - 2f64.sqrt()).abs() < 1e-12, "{both:?}");
    }

    #[test]
    fn residuals_are_in_the_error_where_positions_and_seeds_have_the_same_means() {
        // Each of the four logarithms is 1 from their mean; the four have one degree of freedom.
        let scattered = estimate(&[[1.0, 4.0], [4.0, 1.0]]);
        assert_eq!(scattered.mean, 2.0);
        assert!((doublings(scattered) - 1.0).abs() < 1e-12, "{scattered:?}");
    }

    #[test]
    fn independent_figures_have_at_least_the_error_of_their_mean() {
        let mut rng = cleave_smp::random::Rng::new(7);
        let squares = (0..2_000).map(|_| {
            let positions: Vec<[f64; 3]> = (0..12)
                .map(|_| [0; 3].map(|_| f64::exp(rng.below(1_001) as f64 / 1_000.0)))
                .collect();
            let Estimate { mean, error } = estimate(&positions);
            (error / mean).powi(2)
        });
        let found = mean(&squares.collect::<Vec<_>>());
        let right = 1.0 / 12.0 / 36.0;
        // It is never too small; that neither mean square counts for less than the residuals' adds half the variance.
        assert!((1.2 * right..1.9 * right).contains(&found), "{found} {right}");
    }

    #[test]
    fn a_seed_that_one_position_lacks_counts_only_in_the_others() {
        let ratios = [(1, 0, 1.0), (1, 1, 4.0), (2, 0, 8.0)];
        let found = Estimate::over_positions_and_seeds(ratios, geometric_mean);
        assert_eq!(found, Estimate::over_positions(&[2.0, 8.0]));
    }

    #[test]
    fn one_seed_leaves_the_scatter_of_positions_and_one_position_the_scatter_of_seeds() {
        let one_seed = estimate(&[[1.0], [4.0]]);
        assert_eq!(one_seed, Estimate::over_positions(&[1.0, 4.0]));
        assert!((doublings(one_seed) - 1.0).abs() < 1e-12, "{one_seed:?}");
        let one_position = estimate(&[[1.0, 4.0]]);
        assert!((doublings(one_position) - 1.0).abs() < 1e-12, "{one_position:?}");
        assert_eq!(estimate(&[[3.0]]).error, 0.0);
        assert_eq!(estimate::<1>(&[]), Estimate { mean: 1.0, error: 0.0 });
    }

    #[test]
    fn an_error_that_rounds_to_nothing_is_not_printed() {
        let print = |error| Estimate { mean: 7.6, error }.to_string();
        assert_eq!([0.49, 0.006, 0.004].map(print), ["7.60 ± 0.49", "7.60 ± 0.01", "7.60"]);
        assert_eq!(format!("{:.1}", Estimate { mean: 7.61, error: 0.49 }), "7.6 ± 0.5");
    }
}
