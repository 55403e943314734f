//! `selfplay`: games for the tuner. A line holds a quiet position, what the search thought of it
//! (centipawns for White) and how the game ended (points for White).

use std::error::Error;
use std::fs::OpenOptions;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use cleave_board::{Color, MoveKind};

use crate::destination::Destination;

use super::game::{self, GameResult, Turn};
use super::opening;
use super::player::Player;
use super::random::Random;

/// Positions worth more than this teach nothing.
const DECIDED: i32 = 1_500;

/// Plays games and writes their quiet positions.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// How many games to play.
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// How many nodes to search for each move.
    #[arg(long, default_value_t = 4000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Draws the openings; another number, other games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Weights to play with, instead of the built-in ones.
    #[arg(long)]
    weights: Option<PathBuf>,
    /// The file to add positions to.
    #[arg(long, value_parser = Destination::parse)]
    out: Destination,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let file = OpenOptions::new().create(true).append(true).open(arguments.out.path())?;
    let mut out = BufWriter::new(file);
    let mut random = Random::seeded(arguments.seed);
    let weights = arguments.weights.as_deref();
    let mut white = Player::new(weights, arguments.nodes)?;
    let mut black = Player::new(weights, arguments.nodes)?;
    let mut positions = 0;
    for number in 1..=arguments.games {
        let opening = opening::draw(&mut random, &mut white);
        let (turns, result) = game::play(opening, [&mut white, &mut black]);
        for turn in turns.iter().filter(|turn| is_quiet(turn)) {
            write_line(&mut out, turn, result)?;
            positions += 1;
        }
        if number % 50 == 0 || number == arguments.games {
            out.flush()?;
            eprintln!("{number} games, {positions} positions");
        }
    }
    Ok(())
}

/// The static evaluation should be able to judge it: no check, no capture to come.
fn is_quiet(turn: &Turn) -> bool {
    let captures = turn.position.piece_on(turn.mv.to()).is_some()
        && turn.mv.kind() != MoveKind::Castle
        || turn.mv.kind() == MoveKind::EnPassant
        || turn.mv.promotion().is_some();
    !captures && !turn.position.in_check() && turn.value.get().abs() <= DECIDED
}

fn write_line(out: &mut impl Write, turn: &Turn, result: GameResult) -> std::io::Result<()> {
    let value = match turn.position.side() {
        Color::White => turn.value.get(),
        Color::Black => -turn.value.get(),
    };
    writeln!(out, "{} | {value} | {}", turn.position.to_fen(), result.points())
}
