//! `cargo xtask perft`: counts, time and speed of the move generator.

mod compare;
mod crew;
mod instructions;
mod report;
mod suite;
mod table;

use std::error::Error;
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use cleave_board::Position;
use cleave_movegen::{legal_moves, to_coordinate};

use crew::Crew;
use report::Report;

/// What to count and how.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Length of the lines, in plies (with --suite: skip all entries that are deeper).
    #[arg(long, short)]
    depth: Option<u32>,
    /// The position, as FEN, X-FEN or Shredder-FEN.
    #[arg(long, default_value = Position::START_FEN, value_parser = Position::from_fen)]
    fen: Position,
    /// Show the count for each move of the position.
    #[arg(long)]
    divide: bool,
    /// Threads that count.
    #[arg(long, default_value = "1", value_parser = threads)]
    workers: NonZero<usize>,
    /// Size in MiB of a table that remembers counts of positions met before; 0 for none.
    #[arg(long, default_value_t = 0)]
    hash: usize,
    /// Make every last move instead of counting the moves there are.
    #[arg(long, conflicts_with = "hash")]
    no_bulk: bool,
    /// Check every line of the suite; fail at a mismatch.
    #[arg(long, conflicts_with_all = ["fen", "divide"])]
    suite: bool,
    /// The suite's file.
    #[arg(long, default_value = "data/perft.epd", requires = "suite")]
    epd: PathBuf,
    /// Measure the speed beside cozy-chess, by turns, this many times, and print medians.
    #[arg(long, value_name = "ROUNDS", num_args = 0..=1, default_missing_value = "7", exclusive = true)]
    compare: Option<usize>,
    /// Count instructions per leaf (needs valgrind); fail if there are more than there should be.
    #[arg(long, exclusive = true)]
    instructions: bool,
    /// Print one JSON object with `nodes`, `seconds` and `mnps`.
    #[arg(long)]
    json: bool,
}

/// Depth without `--depth`.
const DEFAULT_DEPTH: u32 = 6;

/// More threads than this no machine has processors for, and the system may not grant them.
const MOST_THREADS: usize = 1024;

fn threads(text: &str) -> Result<NonZero<usize>, String> {
    let number = text.parse().ok().filter(|number: &NonZero<usize>| number.get() <= MOST_THREADS);
    number.ok_or_else(|| format!("wanted is a number from 1 to {MOST_THREADS}"))
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    if let Some(rounds) = arguments.compare {
        return Ok(compare::run(rounds.max(1))?);
    }
    if arguments.instructions {
        return Ok(instructions::run()?);
    }
    let crew = Crew::new(arguments.workers, arguments.hash, !arguments.no_bulk)?;
    let began = Instant::now();
    let nodes = if arguments.suite {
        suite::check(&crew, &arguments.epd, arguments.depth, arguments.json)?
    } else if arguments.divide {
        divide(&crew, arguments)
    } else {
        crew.count(&arguments.fen, arguments.depth.unwrap_or(DEFAULT_DEPTH))
    };
    Report::new(nodes, began.elapsed()).print(arguments.json);
    Ok(())
}

fn divide(crew: &Crew, arguments: &Arguments) -> u64 {
    let position = &arguments.fen;
    let depth = arguments.depth.unwrap_or(DEFAULT_DEPTH);
    let mut lines: Vec<(String, u64)> = Vec::new();
    if depth == 0 {
        return 1;
    }
    for mv in &legal_moves(position) {
        let nodes = crew.count(&position.make(mv), depth - 1);
        lines.push((to_coordinate(position, mv), nodes));
    }
    lines.sort();
    if !arguments.json {
        for (mv, nodes) in &lines {
            println!("{mv:<6}{nodes:>16}");
        }
    }
    lines.iter().map(|line| line.1).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_of_threads_is_more_than_none_and_less_than_too_many() {
        assert_eq!(threads("2").unwrap().get(), 2);
        for text in ["0", "-1", "x", "1025", "99999999999999999999"] {
            assert!(threads(text).is_err(), "{text}");
        }
    }
}
