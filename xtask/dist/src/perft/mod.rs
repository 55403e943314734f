//! The speed of the move generator beside another, and in instructions. `cargo xtask perft` starts it.

mod compare;
mod instructions;

use std::error::Error;

use clap::Args;

/// What to measure.
#[derive(Args)]
#[group(required = true, multiple = false)]
pub(crate) struct Arguments {
    /// Compare the speed with cozy-chess, in turn, this many times; print medians.
    #[arg(long, value_name = "ROUNDS")]
    compare: Option<usize>,
    /// Count instructions per leaf (needs valgrind); fail above the limits.
    #[arg(long)]
    instructions: bool,
}

/// Measures.
///
/// # Errors
/// A tool is missing, or there are more instructions than the limits allow.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    match arguments.compare {
        Some(rounds) => Ok(compare::run(rounds.max(1))?),
        None => Ok(instructions::run()?),
    }
}
