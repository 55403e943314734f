//! `cargo xtask perft`: counts, time and speed of the move generator.

mod compare;
mod counter;
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
use cleave_kit::progress;
use cleave_movegen::{legal_moves, to_coordinate};
use counter::{Counter, TooManyLines};
use report::Report;

/// What to count and how.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Length of the lines, in plies; by default 6. With --suite, deeper counts are skipped.
    #[arg(long, short, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(..=MAX_DEPTH))]
    depth: Option<u32>,
    /// The position, as FEN, X-FEN or Shredder-FEN.
    #[arg(long, default_value = Position::START_FEN, value_parser = Position::from_fen)]
    fen: Position,
    /// Show the count for each move of the position.
    #[arg(long)]
    divide: bool,
    /// Number of threads.
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads)]
    workers: NonZero<usize>,
    /// Size in MiB of a table that remembers the counts of positions; 0 for none.
    #[arg(long, value_name = "MIB", default_value_t = 0)]
    hash: usize,
    /// Make every last move instead of counting the legal moves.
    #[arg(long, conflicts_with = "hash")]
    no_bulk: bool,
    /// Check every line of the suite; fail at a mismatch.
    #[arg(long, conflicts_with_all = ["fen", "divide"])]
    suite: bool,
    /// The file of the suite.
    #[arg(long, value_name = "FILE", default_value = "data/perft.epd", requires = "suite")]
    epd: PathBuf,
    /// Compare the speed with cozy-chess, in turn, this many times; print medians.
    #[arg(long, value_name = "ROUNDS", num_args = 0..=1, default_missing_value = "7", exclusive = true)]
    compare: Option<usize>,
    /// Count instructions per leaf (needs valgrind); fail above the limits.
    #[arg(long, exclusive = true)]
    instructions: bool,
    /// Print one JSON object with `nodes`, `seconds` and `mnps`.
    #[arg(long)]
    json: bool,
}

/// Depth without `--depth`.
const DEFAULT_DEPTH: u32 = 6;

/// No position that is of interest has a count in 64 bits at this depth.
const MAX_DEPTH: i64 = 40;

/// No machine has processors for more threads, and the system may not grant them.
const MAX_THREADS: usize = 1024;

fn threads(text: &str) -> Result<NonZero<usize>, String> {
    let number = text.parse().ok().filter(|number: &NonZero<usize>| number.get() <= MAX_THREADS);
    number.ok_or_else(|| format!("expected a number from 1 to {MAX_THREADS}"))
}

/// Runs the command.
///
/// # Errors
/// A count is wrong, cannot be made or does not fit into 64 bits.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    if let Some(rounds) = arguments.compare {
        return Ok(compare::run(rounds.max(1))?);
    }
    if arguments.instructions {
        return Ok(instructions::run()?);
    }
    let counter = Counter::new(arguments.workers, arguments.hash, !arguments.no_bulk)?;
    let began = Instant::now();
    let nodes = if arguments.suite {
        suite::check(&counter, &arguments.epd, arguments.depth, arguments.json)?
    } else if arguments.divide {
        divide(&counter, arguments)?
    } else {
        let bar = progress::ticking_bar("subtrees", 0);
        counter.count(&arguments.fen, arguments.depth.unwrap_or(DEFAULT_DEPTH), &bar)?
    };
    Report::new(nodes, began.elapsed()).print(arguments.json);
    Ok(())
}

fn divide(counter: &Counter, arguments: &Arguments) -> Result<u64, TooManyLines> {
    let position = &arguments.fen;
    let Some(depth) = arguments.depth.unwrap_or(DEFAULT_DEPTH).checked_sub(1) else {
        return Ok(1);
    };
    let moves = legal_moves(position);
    let children: Vec<_> = moves.into_iter().map(|mv| position.make(mv)).collect();
    let bar = progress::ticking_bar("subtrees", 0);
    let counts = counter.count_each(&children, depth, &bar)?;
    bar.finish_and_clear();
    let names = moves.into_iter().map(|mv| to_coordinate(position, mv));
    let mut lines: Vec<(String, u64)> = names.zip(counts.iter().copied()).collect();
    lines.sort();
    if !arguments.json {
        for (mv, nodes) in &lines {
            println!("{mv:<6}{nodes:>16}");
        }
    }
    let total = counts.iter().try_fold(0, |total: u64, count| total.checked_add(*count));
    total.ok_or(TooManyLines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_threads_has_bounds() {
        assert_eq!(threads("2").unwrap().get(), 2);
        for text in ["0", "-1", "x", "1025", "99999999999999999999"] {
            assert!(threads(text).is_err(), "{text}");
        }
    }
}
