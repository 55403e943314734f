//! Amdahl's law, fitted to a curve.
//!
//! Suppose that a share s of the work cannot be divided. Then N workers are 1 / (s + (1 - s) / N) times as fast, and
//! never more than 1 / s times (Amdahl 1967). Equivalently, N / speed-up - 1 = s (N - 1): a line through the origin of
//! slope s. A search has no indivisible part; s summarises its losses *as if* it had one.

use cleave_kit::statistics::range;

use super::row::Row;

/// The law for one share of indivisible work.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Amdahl {
    /// The share of the work that is not divided, 0 to 1.
    pub(crate) serial: f64,
}

impl Amdahl {
    /// Fits the law to speed-ups by workers: least squares of the logarithms, so that the fit is as good
    /// at 2 workers as at 1024. `None` with fewer than two points above one worker.
    pub(crate) fn fit(points: &[(usize, f64)]) -> Option<Amdahl> {
        let points: Vec<_> = points.iter().filter(|(workers, _)| *workers > 1).collect();
        if points.len() < 2 {
            return None;
        }
        let error = |serial: f64| -> f64 {
            let law = Amdahl { serial };
            points.iter().map(|(n, speedup)| (law.speedup(*n as f64) / speedup).ln().powi(2)).sum()
        };
        // The best share is between the shares of the single points, where the error has one minimum.
        let shares: Vec<f64> = points.iter().map(|&&(n, s)| share_of_point(n as f64, s)).collect();
        let (mut low, mut high) = range(&shares);
        for _ in 0..200 {
            let third = (high - low) / 3.0;
            if error(low + third) <= error(high - third) { high -= third } else { low += third }
        }
        Some(Amdahl { serial: f64::midpoint(low, high) })
    }

    /// Returns the law for the mean speed-ups of teams of one kind.
    pub(crate) fn of(rows: &[Row]) -> Option<Amdahl> {
        let point = |row: &Row| (row.team.workers_of_all(), row.speedup.mean);
        Amdahl::fit(&rows.iter().map(point).collect::<Vec<_>>())
    }

    /// Returns the speed-up of this many workers.
    pub(crate) fn speedup(self, workers: f64) -> f64 {
        1.0 / (self.serial + (1.0 - self.serial) / workers)
    }

    /// Returns the bound of the speed-up with any number of workers, if there is one.
    pub(crate) fn bound(self) -> Option<f64> {
        (self.serial > 0.0).then_some(1.0 / self.serial)
    }
}

/// Returns the share of indivisible work that explains one speed-up; 0 if it is superlinear.
fn share_of_point(workers: f64, speedup: f64) -> f64 {
    ((workers / speedup - 1.0) / (workers - 1.0)).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_that_obeys_the_law_is_fitted_exactly() {
        for serial in [0.001, 0.03, 0.5] {
            let law = Amdahl { serial };
            let points: Vec<_> = [2, 4, 16, 256].map(|n| (n, law.speedup(n as f64))).to_vec();
            let fit = Amdahl::fit(&points).unwrap();
            assert!((fit.serial - serial).abs() < 1e-9, "{serial}: {fit:?}");
            assert!((fit.bound().unwrap() * serial - 1.0).abs() < 1e-6);
        }
    }

    #[test]
    fn the_published_figures_have_an_indivisible_share_of_some_percent() {
        let fit = Amdahl::fit(&super::super::published::PUBLISHED_1997).unwrap();
        assert!((0.01..0.04).contains(&fit.serial), "{fit:?}");
    }

    #[test]
    fn a_single_team_is_not_enough() {
        assert_eq!(Amdahl::fit(&[(1, 1.0)]), None);
        assert_eq!(Amdahl::fit(&[(1, 0.97), (2, 1.7)]), None);
    }

    #[test]
    fn superlinear_speedup_counts_as_linear() {
        let linear = Amdahl::fit(&[(2, 2.5), (4, 4.4)]).unwrap();
        assert_eq!((linear.serial, linear.bound()), (0.0, None));
    }
}
