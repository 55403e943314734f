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
    let nodes = if arguments.suite {
        suite::check(&counter, &arguments.epd, arguments.depth, arguments.json)?
    } else if arguments.divide {
        divide(&counter, arguments)?
    } else {
        let progress = Progress::shown("subtrees");
        counter.count(&arguments.fen, arguments.depth.unwrap_or(DEFAULT_DEPTH), &progress)?
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
    let progress = Progress::shown("subtrees");
    let counts = counter.count_each(&children, depth, &progress)?;
    drop(progress);
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
