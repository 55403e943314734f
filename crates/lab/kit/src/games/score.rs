//! The score of a match, with its error.

use std::fmt;

use super::game::GameResult;

/// Results of one player. Pairs of games are counted, not games. The two games of an opening are not independent; the
/// error of the pairs is the right one, and smaller.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct MatchScore {
    wins: u32,
    draws: u32,
    losses: u32,
    /// Sum and sum of squares of the points of each pair, 0 to 2.
    sum: f64,
    squares: f64,
}

impl MatchScore {
    /// Adds the games of an opening: the results with the player as White, and as Black.
    pub fn add(&mut self, as_white: GameResult, as_black: GameResult) {
        let points = [as_white.points(), 1.0 - as_black.points()];
        for point in points {
            match point {
                1.0 => self.wins += 1,
                0.5 => self.draws += 1,
                _ => self.losses += 1,
            }
        }
        let pair: f64 = points.iter().sum();
        self.sum += pair;
        self.squares += pair * pair;
    }

    fn pairs(&self) -> f64 {
        f64::from(self.games()) / 2.0
    }

    /// Games played.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Wins, draws and losses, as in `+3 =4 -2`.
    pub fn counts(&self) -> String {
        format!("+{} ={} -{}", self.wins, self.draws, self.losses)
    }

    /// Returns the difference of strength, between its values two standard errors below and above.
    pub fn elo(&self) -> (f64, f64, f64) {
        let (score, error) = self.score();
        let at = |errors: f64| difference(score + errors * error);
        (at(-2.0), at(0.0), at(2.0))
    }

    /// Mean score of a game and its standard error, 0 if that is not known: of one pair, or of pairs all
    /// alike.
    fn score(&self) -> (f64, f64) {
        let pairs = self.pairs();
        let mean = self.sum / pairs;
        let variance = (self.squares - pairs * mean * mean).max(0.0) / (pairs - 1.0).max(1.0);
        (mean / 2.0, (variance / pairs).sqrt() / 2.0)
    }
}

/// Returns the difference of strength that corresponds to a score, rounded, and 1200 at most.
fn difference(score: f64) -> f64 {
    (-400.0 * (1.0 / score.clamp(0.001, 0.999) - 1.0).log10()).round()
}

/// Returns a difference of strength with its sign, unless it rounds to 0.
pub fn signed(elo: f64) -> String {
    let elo = elo.round();
    if elo == 0.0 { "0".into() } else { format!("{elo:+}") }
}

fn elo(score: f64) -> String {
    signed(difference(score))
}

impl fmt::Display for MatchScore {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (score, error) = self.score();
        write!(f, "{}: {:.1} %, {} Elo", self.counts(), 100.0 * score, elo(score))?;
        if error > 0.0 {
            let (least, most) = (elo(score - 2.0 * error), elo(score + 2.0 * error));
            write!(f, " ({least} to {most}, two standard errors)")
        } else {
            f.write_str(" (all pairs alike: error unknown)")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::GameResult::{BlackWins, Draw, WhiteWins};
    use super::*;

    fn score(pairs: &[(GameResult, GameResult)]) -> MatchScore {
        let mut score = MatchScore::default();
        pairs.iter().for_each(|&(as_white, as_black)| score.add(as_white, as_black));
        score
    }

    #[test]
    fn pairs_are_counted() {
        // Won twice; won and lost; drawn and won.
        let score = score(&[(WhiteWins, BlackWins), (WhiteWins, WhiteWins), (Draw, BlackWins)]);
        assert_eq!((score.wins, score.draws, score.losses), (4, 1, 1));
        let (mean, error) = score.score();
        assert!((mean - 0.75).abs() < 1e-9, "{mean}");
        // Pairs of 2, 1 and 1.5 points: variance 1/4, three pairs, halved for a game.
        assert!((error - (1.0f64 / 12.0).sqrt() / 2.0).abs() < 1e-9, "{error}");
        let text = score.to_string();
        assert_eq!(text, "+4 =1 -1: 75.0 %, +191 Elo (-27 to +1200, two standard errors)");
        assert_eq!((score.elo(), score.games()), ((-27.0, 191.0, 1200.0), 6));
    }

    #[test]
    fn equal_players_differ_by_0_elo_without_a_sign() {
        let even = score(&[(WhiteWins, WhiteWins)]);
        assert_eq!(even.to_string(), "+1 =0 -1: 50.0 %, 0 Elo (all pairs alike: error unknown)");
        assert_eq!([elo(0.5), elo(0.4999), elo(0.5001)], ["0", "0", "0"]);
    }
}
