//! The results of pairs of games: the challenger's points in each, 0 to 2 in halves.
//!
//! The two games of a pair are not independent, since they have the opening in common. Pairs are, so
//! they are counted.

use std::fmt;

use cleave_kit::games::game::GameResult;
use cleave_kit::games::score::MatchScore;

/// A normalised Elo is this much of `(score - 1/2) / sigma` of a game. It is 800 / ln 10, so that it equals the
/// logistic Elo if no game is drawn and no pair is correlated.
pub(super) const NORMALISED_ELO: f64 = 800.0 / std::f64::consts::LN_10;

/// So many pairs with 0, 1/2, 1, 3/2 and 2 points.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Pentanomial {
    counts: [u32; 5],
    score: MatchScore,
}

impl Pentanomial {
    /// Adds a pair.
    pub(super) fn add(&mut self, as_white: GameResult, as_black: GameResult) {
        let points = as_white.points() + 1.0 - as_black.points();
        self.counts[(2.0 * points) as usize] += 1;
        self.score.add(as_white, as_black);
    }

    pub(super) fn counts(&self) -> [u32; 5] {
        self.counts
    }

    pub(super) fn pairs(&self) -> u32 {
        self.counts.iter().sum()
    }

    /// Returns the normalised Elo and two standard errors of it; `None` if all pairs are alike.
    fn normalised_elo(&self) -> Option<(f64, f64)> {
        let pairs = f64::from(self.pairs());
        let shares = self.counts.map(|count| f64::from(count) / pairs);
        let (mean, variance) = moments(&shares);
        let per_game = NORMALISED_ELO / std::f64::consts::SQRT_2;
        (variance > 0.0)
            .then(|| ((mean - 0.5) / variance.sqrt() * per_game, 2.0 * per_game / pairs.sqrt()))
    }
}

/// The score of each kind of pair, 0 to 1.
pub(super) const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Mean and variance of the score of a pair.
pub(super) fn moments(shares: &[f64; 5]) -> (f64, f64) {
    let sum = |of: &dyn Fn(f64) -> f64| -> f64 {
        SCORES.iter().zip(shares).map(|(&score, share)| share * of(score)).sum()
    };
    let mean = sum(&|score| score);
    (mean, sum(&|score| (score - mean).powi(2)))
}

impl fmt::Display for Pentanomial {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if self.pairs() == 0 {
            return f.write_str("no games");
        }
        write!(f, "{} games {}; pairs {:?}", 2 * self.pairs(), self.score, self.counts)?;
        match self.normalised_elo() {
            Some((elo, error)) => write!(f, "; normalised Elo {elo:+.1} +- {error:.1}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use GameResult::{BlackWins, Draw, WhiteWins};

    #[test]
    fn a_pair_counts_by_its_points() {
        let mut pairs = Pentanomial::default();
        for (as_white, as_black) in [
            (BlackWins, WhiteWins),
            (Draw, WhiteWins),
            (BlackWins, Draw),
            (Draw, Draw),
            (WhiteWins, WhiteWins),
            (BlackWins, BlackWins),
            (WhiteWins, Draw),
            (WhiteWins, BlackWins),
        ] {
            pairs.add(as_white, as_black);
        }
        assert_eq!((pairs.counts(), pairs.pairs()), ([1, 2, 3, 1, 1], 8));
        assert!(pairs.to_string().starts_with("16 games +5 =5 -6: 46.9 %, "), "{pairs}");
    }

    #[test]
    fn the_normalised_elo_is_the_score_in_standard_deviations_of_a_game() {
        // The score of a pair is 0.5625 with variance 11/256; the variance of a game is twice as large.
        let mut pairs = Pentanomial::default();
        for (as_white, as_black) in
            [(WhiteWins, Draw), (Draw, Draw), (Draw, BlackWins), (Draw, WhiteWins)]
        {
            pairs.add(as_white, as_black);
        }
        let (elo, error) = pairs.normalised_elo().unwrap();
        let expected = 0.0625 / (2.0f64 * 11.0 / 256.0).sqrt() * 347.435_585;
        assert!((elo - expected).abs() < 1e-3, "{elo} {expected}");
        assert!((error - 2.0 * 347.435_585 / 8f64.sqrt()).abs() < 1e-3, "{error}");
        let mut alike = Pentanomial::default();
        alike.add(Draw, Draw);
        assert_eq!(alike.normalised_elo(), None);
    }
}
