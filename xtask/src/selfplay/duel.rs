//! `duel`: a match between two sets of weights, each opening played twice with colours exchanged.

use std::error::Error;
use std::path::PathBuf;

use super::game::{self, GameResult};
use super::opening;
use super::player::Player;
use super::random::Random;

/// Plays two sets of weights against each other.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The challenger's weights; the built-in ones if not given.
    #[arg(long)]
    weights: Option<PathBuf>,
    /// The weights to beat; the built-in ones if not given.
    #[arg(long)]
    against: Option<PathBuf>,
    /// How many pairs of games to play.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    pairs: u32,
    /// How many nodes to search for each move.
    #[arg(long, default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Draws the openings; another number, other games.
    #[arg(long, default_value_t = 2)]
    seed: u64,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let mut challenger = Player::new(arguments.weights.as_deref(), arguments.nodes)?;
    let mut champion = Player::new(arguments.against.as_deref(), arguments.nodes)?;
    let mut random = Random::seeded(arguments.seed);
    let mut tally = Tally::default();
    for number in 1..=arguments.pairs {
        let opening = opening::draw(&mut random, &mut champion);
        let (_, as_white) = game::play(opening, [&mut challenger, &mut champion]);
        let (_, as_black) = game::play(opening, [&mut champion, &mut challenger]);
        tally.add(as_white, as_black);
        if number % 25 == 0 || number == arguments.pairs {
            println!("{tally}");
        }
    }
    Ok(())
}

/// Results of the challenger. Pairs are counted, not games: the two games of an opening are not
/// independent, and the pair is what varies (so the error comes out smaller and right).
#[derive(Default)]
struct Tally {
    wins: u32,
    draws: u32,
    losses: u32,
    /// Sum and sum of squares of the points of each pair, 0 to 2.
    sum: f64,
    squares: f64,
}

impl Tally {
    fn add(&mut self, as_white: GameResult, as_black: GameResult) {
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
        f64::from(self.wins + self.draws + self.losses) / 2.0
    }

    /// Mean score of a game and its standard error.
    fn score(&self) -> (f64, f64) {
        let mean = self.sum / self.pairs();
        let variance = self.squares / self.pairs() - mean * mean;
        (mean / 2.0, (variance / self.pairs()).sqrt() / 2.0)
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let (score, error) = self.score();
        let elo = |score: f64| -400.0 * (1.0 / score.clamp(0.001, 0.999) - 1.0).log10();
        write!(
            f,
            "+{} ={} -{}: {:.1} %, {:+.0} Elo ({:+.0} to {:+.0}, two standard errors)",
            self.wins,
            self.draws,
            self.losses,
            100.0 * score,
            elo(score),
            elo(score - 2.0 * error),
            elo(score + 2.0 * error),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::{GameResult, Tally};

    #[test]
    fn pairs_are_counted() {
        let mut tally = Tally::default();
        tally.add(GameResult::WhiteWins, GameResult::BlackWins); // won twice
        tally.add(GameResult::WhiteWins, GameResult::WhiteWins); // won and lost
        tally.add(GameResult::Draw, GameResult::BlackWins);
        assert_eq!((tally.wins, tally.draws, tally.losses), (4, 1, 1));
        let (score, error) = tally.score();
        assert!((score - 0.75).abs() < 1e-9, "{score}");
        // Pairs of 2, 1 and 1.5 points: variance 1/6, three pairs, halved for a game.
        assert!((error - (1.0f64 / 18.0).sqrt() / 2.0).abs() < 1e-9, "{error}");
        assert!(tally.to_string().contains("+4 =1 -1: 75.0 %, +191 Elo"), "{tally}");
    }
}
