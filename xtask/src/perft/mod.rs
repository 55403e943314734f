//! `cargo xtask perft`: counts, time and speed of the move generator.

mod arguments;
mod counter;
mod progress;
mod report;
mod suite;
mod table;

use std::error::Error;
use std::time::Instant;

pub(crate) use arguments::{Arguments, command};
use cleave_board::Position;
use cleave_movegen::{legal_moves, to_coordinate};
use counter::{Counter, TooManyLines};
use progress::Progress;
use report::Report;

use crate::programs;

/// Depth without `--depth`.
const DEFAULT_DEPTH: u32 = 6;

/// Runs the command.
///
/// # Errors
/// A count is wrong, cannot be made or does not fit into 64 bits.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    if let Some(rounds) = arguments.compare {
        return Err(programs::DIST.start(["perft-speed", "--compare", &rounds.to_string()]).into());
    }
    if arguments.instructions {
        return Err(programs::DIST.start(["perft-speed", "--instructions"]).into());
    }
    let counter = Counter::new(arguments.workers, arguments.hash, !arguments.no_bulk)?;
    let began = Instant::now();
    let depth = arguments.depth.unwrap_or(DEFAULT_DEPTH);
    let mut moves = Vec::new();
    let nodes = if arguments.suite {
        suite::check(&counter, &arguments.epd, arguments.depth, arguments.json)?
    } else if let (true, Some(depth)) = (arguments.divide, depth.checked_sub(1)) {
        moves = divide(&counter, &arguments.fen, depth)?;
        let mut counts = moves.iter().map(|(_, lines)| *lines);
        counts.try_fold(0, u64::checked_add).ok_or(TooManyLines)?
    } else {
        counter.count(&arguments.fen, depth, &Progress::shown("subtrees"))?
    };
    let report = Report { nodes, time: began.elapsed(), moves };
    print!("{}", if arguments.json { report.json() } else { report.text() });
    Ok(())
}

/// Returns each move of a position with the lines of so many plies behind it, in alphabetical order.
fn divide(
    counter: &Counter,
    position: &Position,
    depth: u32,
) -> Result<Vec<(String, u64)>, TooManyLines> {
    let moves = legal_moves(position);
    let children: Vec<_> = moves.into_iter().map(|mv| position.make(mv)).collect();
    let progress = Progress::shown("subtrees");
    let counts = counter.count_each(&children, depth, &progress)?;
    drop(progress);
    let names = moves.into_iter().map(|mv| to_coordinate(position, mv));
    let mut lines: Vec<(String, u64)> = names.zip(counts).collect();
    lines.sort();
    Ok(lines)
}
