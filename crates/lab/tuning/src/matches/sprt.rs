//! The sequential test of a match: is the challenger's normalised Elo the lower bound or the upper?
//!
//! The generalised sequential probability ratio test uses two distributions of pairs: for each bound the likeliest one
//! with its Elo, given the pairs played. The log-likelihood ratio (LLR) compares these two. The test ends when the LLR
//! leaves an interval, which depends only on the error probabilities. After M. Van den Bergh, "The generalized
//! sequential probability ratio test" and "Normalized Elo" (2020, 2021), which fishtest follows.

use std::f64::consts::SQRT_2;
use std::fmt;

use super::pentanomial::{NORMALISED_ELO, SCORES, moments};

/// The hypotheses, in normalised Elo, and the probability of either error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Sprt {
    pub(super) lower: f64,
    pub(super) upper: f64,
    pub(super) error: f64,
}

/// The result of the test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// The upper bound is the likelier.
    Passed,
    /// The lower bound is the likelier.
    Failed,
}

/// The number that counts for a result that never came: no result is impossible.
const UNSEEN: f64 = 1e-3;

impl Sprt {
    /// Returns the log-likelihood ratio at which the test passes; at its negative it fails.
    pub(super) fn limit(&self) -> f64 {
        ((1.0 - self.error) / self.error).ln()
    }

    /// Returns the verdict at this log-likelihood ratio, if there is one.
    pub(super) fn verdict(&self, ratio: f64) -> Option<Verdict> {
        if ratio >= self.limit() {
            Some(Verdict::Passed)
        } else if ratio <= -self.limit() {
            Some(Verdict::Failed)
        } else {
            None
        }
    }

    /// Returns the log-likelihood ratio of the upper to the lower bound after these pairs; 0 if they are too few.
    pub(super) fn ratio(&self, counts: [u32; 5]) -> f64 {
        if counts.iter().all(|&count| count == 0) {
            return 0.0;
        }
        let counts = counts.map(|count| f64::from(count).max(UNSEEN));
        let pairs: f64 = counts.iter().sum();
        let shares = counts.map(|count| count / pairs);
        // The score of a pair is the mean of two games: its standard deviation is the smaller.
        let likeliest = |elo: f64| likeliest(&shares, elo / NORMALISED_ELO * SQRT_2);
        match (likeliest(self.lower), likeliest(self.upper)) {
            (Some(lower), Some(upper)) => {
                (0..5).map(|kind| counts[kind] * (upper[kind] / lower[kind]).ln()).sum()
            }
            _ => 0.0,
        }
    }
}

/// Returns a distribution of pairs whose mean score is `t` standard deviations above a half. Under it the observed
/// distribution is the likeliest; `None` if the search for it fails.
///
/// With the multipliers of Lagrange it is `observed / (1 + x slope)`, where `slope` is the derivative
/// of the constraint `mean - 1/2 - t sigma` by each probability, less a constant. The slopes depend on mean
/// and standard deviation of the distribution itself: it is found by iteration.
fn likeliest(observed: &[f64; 5], t: f64) -> Option<[f64; 5]> {
    const ITERATIONS: usize = 100;
    let mut shares = [0.2; 5];
    for _ in 0..ITERATIONS {
        let (mean, variance) = moments(&shares);
        let sigma = variance.sqrt();
        let slopes = SCORES
            .map(|score| score - 0.5 - t * sigma * (1.0 + ((mean - score) / sigma).powi(2)) / 2.0);
        let x = multiplier(observed, &slopes)?;
        let next: [f64; 5] = std::array::from_fn(|kind| observed[kind] / (1.0 + x * slopes[kind]));
        let change = (0..5).map(|kind| (next[kind] - shares[kind]).abs()).fold(0.0, f64::max);
        shares = next;
        if change < 1e-10 {
            return Some(shares);
        }
    }
    None
}

/// Returns the root of `sum observed * slope / (1 + x slope)`, which falls in x, where all shares are positive.
fn multiplier(observed: &[f64; 5], slopes: &[f64; 5]) -> Option<f64> {
    const HALVINGS: usize = 100;
    let least = slopes.iter().copied().fold(f64::INFINITY, f64::min);
    let most = slopes.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || most <= 0.0 {
        return None;
    }
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..HALVINGS {
        let x = f64::midpoint(low, high);
        let sum: f64 =
            observed.iter().zip(slopes).map(|(o, slope)| o * slope / (1.0 + x * slope)).sum();
        *if sum > 0.0 { &mut low } else { &mut high } = x;
    }
    Some(f64::midpoint(low, high))
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Verdict::Passed => "passed",
            Verdict::Failed => "failed",
        })
    }
}

#[cfg(test)]
mod tests {
    use cleave_kit::games::random::Random;

    use super::*;

    const GAINER: Sprt = Sprt { lower: 0.0, upper: 2.0, error: 0.05 };

    /// Tests of Stockfish that its pull requests 4194, 5452, 6019, 3515 and 6285 describe.
    #[test]
    fn published_tests_come_out_as_published() {
        for (lower, upper, counts, published) in [
            (0.0, 2.0, [371, 10263, 24989, 10642, 379], 2.95),
            (0.5, 2.5, [47, 8181, 25234, 8575, 47], 2.94),
            (0.0, 2.0, [758, 38802, 84253, 39511, 772], 2.93),
            (0.5, 2.5, [19, 6089, 15803, 6441, 22], 2.95),
            (0.0, 2.0, [320, 12431, 27275, 12858, 316], 2.95),
            (0.0, 2.0, [369, 12695, 27124, 12664, 332], -2.94),
            (-1.75, 0.25, [289, 26459, 62934, 26379, 331], 2.94),
        ] {
            let ratio = Sprt { lower, upper, error: 0.05 }.ratio(counts);
            assert!((ratio - published).abs() < 0.02, "{counts:?}: {ratio}, {published}");
        }
    }

    /// The likeliest distributions by brute force: from random starts and by random steps, downhill.
    #[test]
    fn the_ratio_compares_the_likeliest_distributions() {
        let counts = [12, 180, 410, 230, 25];
        let sprt = Sprt { lower: -10.0, upper: 40.0, error: 0.05 };
        let by_force = |elo: f64| {
            let t = elo / NORMALISED_ELO * SQRT_2;
            let loss = |shares: &[f64; 5]| {
                let sum: f64 = shares.iter().sum();
                let shares = shares.map(|share| share / sum);
                let (mean, variance) = moments(&shares);
                let logs = |(count, share): (u32, f64)| f64::from(count) * share.ln();
                let likelihood: f64 = counts.into_iter().zip(shares).map(logs).sum();
                1e8 * (mean - 0.5 - t * variance.sqrt()).powi(2) - likelihood
            };
            let mut random = Random::seeded(1);
            let mut best = counts.map(|count| f64::from(count) / 857.0);
            let mut step = 0.1;
            while step > 1e-8 {
                let better = (0..3_000).find_map(|_| {
                    let tried = best.map(|share| {
                        share * (1.0 + step * (random.below(2_001) as f64 / 1_000.0 - 1.0))
                    });
                    (loss(&tried) < loss(&best)).then_some(tried)
                });
                match better {
                    Some(better) => best = better,
                    None => step /= 2.0,
                }
            }
            -loss(&best)
        };
        let (ratio, expected) = (sprt.ratio(counts), by_force(40.0) - by_force(-10.0));
        assert!((ratio - expected).abs() < 0.01, "{ratio}, {expected}");
    }

    #[test]
    fn the_verdict_comes_at_the_limits() {
        let limit = (0.95f64 / 0.05).ln();
        assert!((GAINER.limit() - 2.944).abs() < 0.001);
        for (ratio, verdict) in [
            (limit - 1e-9, None),
            (limit, Some(Verdict::Passed)),
            (1e-9 - limit, None),
            (-limit, Some(Verdict::Failed)),
        ] {
            assert_eq!(GAINER.verdict(ratio), verdict, "{ratio}");
        }
    }

    #[test]
    fn few_pairs_and_pairs_all_alike_say_nothing_wrong() {
        assert_eq!(GAINER.ratio([0; 5]), 0.0);
        for counts in [[0, 0, 1, 0, 0], [0, 0, 9_000, 0, 0], [9, 0, 0, 0, 0], [0, 0, 0, 0, 9]] {
            let ratio = GAINER.ratio(counts);
            assert!(ratio.is_finite() && ratio.abs() < GAINER.limit(), "{counts:?}: {ratio}");
        }
        assert!(GAINER.ratio([0, 0, 0, 9, 9]) > 0.0 && GAINER.ratio([9, 9, 0, 0, 0]) < 0.0);
    }

    /// Shares of pairs with this normalised Elo, found by moving weight from losses to wins.
    fn shares(elo: f64) -> [f64; 5] {
        let mut shares = [0.03, 0.22, 0.5, 0.22, 0.03];
        loop {
            let (mean, variance) = moments(&shares);
            if (mean - 0.5) / variance.sqrt() / SQRT_2 * NORMALISED_ELO >= elo {
                return shares;
            }
            shares[1] -= 1e-5;
            shares[3] += 1e-5;
        }
    }

    /// Returns the verdict on a challenger of this strength, and the pairs it took.
    fn simulate(sprt: &Sprt, shares: &[f64; 5], random: &mut Random) -> (Verdict, u32) {
        let mut counts = [0; 5];
        for pairs in 1.. {
            let mut drawn = random.below(1_000_000) as f64 / 1e6;
            let kind = shares.iter().position(|share| {
                drawn -= share;
                drawn < 0.0
            });
            counts[kind.unwrap_or(2)] += 1;
            if let Some(verdict) = sprt.verdict(sprt.ratio(counts)) {
                return (verdict, pairs);
            }
        }
        unreachable!("the walk leaves every interval")
    }

    /// A walk with drift `t^2 / 2` a pair leaves the interval after `0.9 limit / drift` pairs on average.
    #[test]
    fn a_simulated_match_ends_with_the_right_verdict_after_the_expected_number_of_pairs() {
        const MATCHES: u32 = 200;
        let sprt = Sprt { lower: 0.0, upper: 30.0, error: 0.05 };
        let drift = (30.0 / NORMALISED_ELO * SQRT_2).powi(2) / 2.0;
        let expected = 0.9 * sprt.limit() / drift;
        let mut random = Random::seeded(7);
        for (elo, right) in [(30.0, Verdict::Passed), (0.0, Verdict::Failed)] {
            let (shares, mut wrong, mut pairs) = (shares(elo), 0, 0);
            for _ in 0..MATCHES {
                let (verdict, took) = simulate(&sprt, &shares, &mut random);
                wrong += u32::from(verdict != right);
                pairs += took;
            }
            let mean = f64::from(pairs) / f64::from(MATCHES);
            assert!((0.85..1.2).contains(&(mean / expected)), "{elo}: {mean} pairs, {expected}");
            assert!(wrong <= 18, "{elo}: {wrong} wrong of {MATCHES}, 10 expected");
        }
    }
}
