//! A value against the value in force: the ratios of their times.

use std::fmt;
use std::time::Duration;

/// The ratio of times that a challenger must reach in any case.
const WORTHWHILE: f64 = 0.97;

/// Standard errors by which it must be faster after many pairs.
const ERRORS: f64 = 2.5;

/// What few pairs add to that, times their number less one: their error is itself uncertain, as Student's t says.
const FEW: f64 = 8.0;

/// The fewest pairs of searches that decide.
pub const FEWEST: usize = 4;

/// Pairs of searches of the same position: by a challenger, and by the value in force.
#[derive(Clone, Debug, Default)]
pub struct Duel {
    /// The natural logarithms of the ratios.
    ratios: Vec<f64>,
}

impl Duel {
    /// Adds a pair.
    pub fn add(&mut self, challenger: Duration, in_force: Duration) {
        let nanoseconds = |time: Duration| time.as_nanos().max(1) as f64;
        self.ratios.push((nanoseconds(challenger) / nanoseconds(in_force)).ln());
    }

    /// Returns the number of pairs.
    pub fn pairs(&self) -> usize {
        self.ratios.len()
    }

    /// Returns the mean of the logarithms and its standard error.
    fn mean_and_error(&self) -> (f64, f64) {
        let count = self.ratios.len() as f64;
        let mean = self.ratios.iter().sum::<f64>() / count;
        let squares: f64 = self.ratios.iter().map(|ratio| (ratio - mean).powi(2)).sum();
        (mean, (squares / (count - 1.0) / count).sqrt())
    }

    /// Returns true if the challenger replaces the value in force.
    pub fn is_won(&self) -> bool {
        let (mean, error) = self.mean_and_error();
        let errors = ERRORS + FEW / (self.ratios.len() as f64 - 1.0);
        self.ratios.len() >= FEWEST && mean < WORTHWHILE.ln().min(-errors * error)
    }
}

impl fmt::Display for Duel {
    /// Writes the ratio of the times with its standard error: `0.93 ± 0.02`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mean, error) = self.mean_and_error();
        write!(f, "{:.2} ± {:.2}", mean.exp(), mean.exp() * error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn duel(ratios: &[u64]) -> Duel {
        let mut duel = Duel::default();
        for &percent in ratios {
            duel.add(Duration::from_millis(percent), Duration::from_millis(100));
        }
        duel
    }

    #[test]
    fn only_a_challenger_that_is_clearly_faster_wins() {
        assert!(duel(&[80, 82, 78, 81]).is_won());
        assert!(!duel(&[80, 82, 78]).is_won(), "too few pairs");
        assert!(!duel(&[60, 150, 70, 140, 65, 90]).is_won(), "within the error");
        assert!(!duel(&[40, 50, 85, 45]).is_won(), "few pairs, whose error is uncertain");
        assert!(!duel(&[98; 20]).is_won(), "not worth a change");
        assert!(!duel(&[130, 128, 131, 129]).is_won(), "slower");
    }

    #[test]
    fn the_ratio_is_written_with_its_error() {
        assert_eq!(duel(&[80; 4]).to_string(), "0.80 ± 0.00");
        assert_eq!(duel(&[50, 200]).to_string(), "1.00 ± 0.69");
    }
}
