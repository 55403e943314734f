//! `duel`: a match between two sets of weights. Each opening is played twice, with colours exchanged.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use cleave_kit::Result;
use cleave_kit::games::clock::{ClockUse, GameClock, TimeControl, parse_pace};
use cleave_kit::games::game;
use cleave_kit::games::opening;
use cleave_kit::games::player::{Player, SMALL_HASH, Thinking};
use cleave_kit::games::random::Random;
use cleave_kit::games::score::MatchScore;
use cleave_kit::progress;
use cleave_search::settings::Pace;

/// Plays two sets of weights against each other.
#[derive(clap::Args)]
pub struct Arguments {
    /// The challenger's weights; by default the built-in ones.
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// The champion's weights; by default the built-in ones.
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
    /// Number of pairs of games.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    pairs: u32,
    /// Nodes to search for each move, and for the judgement of an opening.
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Play by the clock instead: seconds for the game and increment, as in 2+0.02. A player whose
    /// flag falls loses.
    #[arg(long, value_name = "BASE+INCREMENT", value_parser = TimeControl::parse)]
    tc: Option<TimeControl>,
    /// The unit of the clock's second. It is a second of processor time, so that other work on the machine does not
    /// matter; a second on the wall; or a number of nodes, so that the games are the same everywhere.
    #[arg(long, value_name = "processor|wall|NODES_PER_SECOND", requires = "tc",
          default_value = "processor", value_parser = parse_pace)]
    pace: Pace,
    /// Size of each player's table, in MiB; by default 4, or 32 with a clock.
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u16).range(1..))]
    hash: Option<u16>,
    /// Seed of the openings.
    #[arg(long, default_value_t = 2)]
    seed: u64,
}

/// Default size of the table for a clock, in MiB.
const CLOCK_HASH: usize = 32;

/// Plays the match, and prints its score now and then.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let mut challenger = arguments.player(arguments.weights.as_deref())?;
    let mut champion = arguments.player(arguments.against.as_deref())?;
    let judge = Thinking::Nodes(arguments.nodes);
    let mut judge = Player::new(arguments.against.as_deref(), judge, SMALL_HASH)?;
    let mut random = Random::seeded(arguments.seed);
    let mut score = MatchScore::default();
    let mut clocks = [ClockSummary::default(); 2];
    let bar = progress::bar("pairs", arguments.pairs.into());
    for number in 1..=arguments.pairs {
        let opening = opening::draw(&mut random, &mut judge);
        let (_, as_white) = game::play(opening, [&mut challenger, &mut champion]);
        add_clocks(&mut clocks, [&challenger, &champion]);
        let (_, as_black) = game::play(opening, [&mut champion, &mut challenger]);
        add_clocks(&mut clocks, [&challenger, &champion]);
        score.add(as_white, as_black);
        bar.inc(1);
        if number % 25 == 0 && number != arguments.pairs {
            bar.suspend(|| println!("{score}"));
        }
    }
    bar.finish_and_clear();
    println!("{score}");
    for (name, clock) in ["challenger", "champion"].iter().zip(&clocks) {
        if clock.games > 0 {
            println!("clock of the {name}: {clock}");
        }
    }
    Ok(())
}

impl Arguments {
    fn player(&self, weights: Option<&Path>) -> Result<Player> {
        let (thinking, hash) = match self.tc {
            Some(control) => (Thinking::Clock(GameClock::new(control, self.pace)), CLOCK_HASH),
            None => (Thinking::Nodes(self.nodes), SMALL_HASH),
        };
        Player::new(weights, thinking, self.hash.map_or(hash, usize::from))
    }
}

/// A player's clock over several games.
#[derive(Clone, Copy, Default)]
struct ClockSummary {
    games: u32,
    /// Sum of the shares used.
    shares: f64,
    lowest: Option<Duration>,
    flags: u32,
}

fn add_clocks(clocks: &mut [ClockSummary; 2], players: [&Player; 2]) {
    for (clock, player) in clocks.iter_mut().zip(players) {
        if let Some(usage) = player.clock_use() {
            clock.add(usage);
        }
    }
}

impl ClockSummary {
    fn add(&mut self, usage: ClockUse) {
        self.games += 1;
        self.shares += usage.share;
        self.lowest = Some(self.lowest.map_or(usage.lowest, |lowest| lowest.min(usage.lowest)));
        self.flags += u32::from(usage.lowest.is_zero());
    }
}

impl fmt::Display for ClockSummary {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(
            f,
            "{:.1} % used at the end of a game on average, lowest {:.3} s, flag fell in {} of {} games",
            100.0 * self.shares / f64::from(self.games),
            self.lowest.unwrap_or_default().as_secs_f64(),
            self.flags,
            self.games,
        )
    }
}

#[cfg(test)]
mod tests {
    use cleave_kit::options::words::parse;

    use super::*;

    fn arguments(line: &str) -> Result<Arguments, String> {
        parse(line.split(' '))
    }

    #[test]
    fn a_pace_needs_a_clock() {
        let error = arguments("duel --pace wall").err().unwrap();
        assert!(error.contains("--tc"), "{error}");
        assert!(arguments("duel --tc 2+0.02 --pace wall").is_ok());
    }

    #[test]
    fn without_a_clock_nodes_limit_a_move() {
        let player = arguments("duel").unwrap().player(None).unwrap();
        assert_eq!(player.clock_use(), None);
        let player = arguments("duel --tc 1").unwrap().player(None).unwrap();
        assert_eq!(player.clock_use().unwrap().lowest, Duration::from_secs(1));
    }

    #[test]
    fn the_use_of_the_clock_is_summarised() {
        let mut summary = ClockSummary::default();
        let lowest = Duration::from_millis(120);
        summary.add(ClockUse { share: 0.5, lowest });
        summary.add(ClockUse { share: 1.0, lowest: Duration::ZERO });
        assert_eq!(
            summary.to_string(),
            "75.0 % used at the end of a game on average, lowest 0.000 s, flag fell in 1 of 2 games"
        );
    }
}
