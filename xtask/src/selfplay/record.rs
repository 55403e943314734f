//! `selfplay`: games for the tuner. A line holds a quiet position, its value by the search (centipawns
//! for White) and the result of the game (points for White).

use std::error::Error;
use std::io::{self, Write};
use std::path::PathBuf;

use cleave_board::{Color, MoveKind};

use cleave_lab::files::Destination;
use cleave_lab::games::game::{self, GameResult, Turn};
use cleave_lab::games::opening;
use cleave_lab::games::player::{Player, SMALL_HASH, Thinking};
use cleave_lab::games::random::Random;
use cleave_lab::progress;

/// Positions whose value exceeds this teach the tuner nothing.
const DECIDED: i32 = 1_500;

/// Plays games and writes their quiet positions.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Number of games.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Nodes to search for each move.
    #[arg(long, value_name = "N", default_value_t = 4000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Seed of the openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Weights to play with; by default the built-in ones.
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// The file to append positions to.
    #[arg(long, value_name = "FILE", value_parser = Destination::parse)]
    out: Destination,
}

/// Plays games, and appends their quiet positions to the file.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let mut out = arguments.out.append()?;
    let failed = |error: io::Error| arguments.out.blame(error);
    let mut random = Random::seeded(arguments.seed);
    let player = || {
        let thinking = Thinking::Nodes(arguments.nodes);
        Player::new(arguments.weights.as_deref(), thinking, SMALL_HASH)
    };
    let (mut white, mut black) = (player()?, player()?);
    let mut positions = 0;
    let bar = progress::bar("games", arguments.games.into());
    for number in 1..=arguments.games {
        let opening = opening::draw(&mut random, &mut white);
        let (turns, result) = game::play(opening, [&mut white, &mut black]);
        for turn in turns.iter().filter(|turn| is_quiet(turn)) {
            writeln!(out, "{}", line(turn, result)).map_err(failed)?;
            positions += 1;
        }
        bar.inc(1);
        if number % 50 == 0 && number != arguments.games {
            out.flush().map_err(failed)?;
            progress::announce(&bar, format!("{number} games, {positions} positions"));
        }
    }
    out.flush().map_err(failed)?;
    bar.finish_and_clear();
    println!("{} games, {positions} positions", arguments.games);
    Ok(())
}

/// True if the static evaluation can judge the position: no check, and no capture to come.
fn is_quiet(turn: &Turn) -> bool {
    let captures = turn.position.piece_on(turn.mv.to()).is_some()
        && turn.mv.kind() != MoveKind::Castle
        || turn.mv.kind() == MoveKind::EnPassant
        || turn.mv.promotion().is_some();
    !captures && !turn.position.in_check() && turn.value.get().abs() <= DECIDED
}

fn line(turn: &Turn, result: GameResult) -> String {
    let value = match turn.position.side() {
        Color::White => turn.value.get(),
        Color::Black => -turn.value.get(),
    };
    format!("{} | {value} | {}", turn.position.to_fen(), result.points())
}

#[cfg(test)]
mod tests {
    use super::*;
    use cleave_lab::options::words::parse;

    #[test]
    fn an_error_names_the_file() {
        let line = ["selfplay", "--out", "/dev/full", "--games", "1", "--nodes", "50"];
        let error = run(&parse(line).unwrap()).unwrap_err().to_string();
        assert!(error.starts_with("/dev/full: No space left"), "{error}");
    }
}
