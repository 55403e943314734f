//! The commands of the laboratory.

use clap::Subcommand;

use crate::error::Result;
use crate::{calibrate, compare, path, report, speedup, timeline, trees, validate, virtual_games};

/// A command of the laboratory, with its arguments.
#[derive(Subcommand)]
pub enum Command {
    /// Measures time to depth of a team against the sequential program.
    Speedup(speedup::Arguments),
    /// Compares all parallel algorithms on the same trees, in virtual time.
    Compare(compare::Arguments),
    /// Plays games of parallel algorithms against the sequential program, in virtual time.
    VirtualGames(virtual_games::Arguments),
    /// Measures speed-up on artificial trees, in virtual time.
    Trees(trees::Arguments),
    /// Measures the critical path of trees under several joining rules: what any number of workers can gain.
    Path(path::Arguments),
    /// Records what every worker does in an interval of one search, in virtual time.
    Timeline(timeline::Arguments),
    /// Measures the prices of virtual time on this machine.
    Calibrate(calibrate::Arguments),
    /// Compares virtual time with real time.
    Validate(validate::Arguments),
    /// Compares a cluster in virtual time with real ranks over MPI.
    ValidateRanks(validate::ranks::Arguments),
    /// Writes docs/speedup.md, the tables of docs/algorithms.md and their pictures from measurements.
    Report(report::Arguments),
}

impl Command {
    /// Executes the command.
    ///
    /// # Errors
    /// A file cannot be read or written, or what is asked for is not possible.
    pub fn run(&self) -> Result<()> {
        match self {
            Command::Speedup(arguments) => speedup::run(arguments),
            Command::Compare(arguments) => compare::run(arguments),
            Command::VirtualGames(arguments) => virtual_games::run(arguments),
            Command::Trees(arguments) => trees::run(arguments),
            Command::Path(arguments) => path::run(arguments),
            Command::Timeline(arguments) => timeline::run(arguments),
            Command::Calibrate(arguments) => calibrate::run(arguments),
            Command::Validate(arguments) => validate::run(arguments),
            Command::ValidateRanks(arguments) => validate::ranks::run(arguments),
            Command::Report(arguments) => report::run(arguments),
        }
    }
}
