//! Developer commands: `cargo xtask --help`.

mod bench;
mod dist;
mod gpu;
mod mutants;
mod perft;
mod pgo;
mod site;
mod soak;
mod tool;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Developer commands of Cleave.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Counts the lines of legal moves from a position, and times it.
    Perft(Box<perft::Arguments>),
    /// Measures how fast the engine is, and checks that it searches the same tree as before.
    Bench(bench::Arguments),
    /// Builds the fastest program for this machine, guided by a profile.
    Pgo(pgo::Arguments),
    /// Builds release archives and the Debian package.
    Dist(dist::Arguments),
    /// Runs thousands of searches and disturbs them in every way, until something goes wrong.
    Soak(soak::Arguments),
    /// Changes the code in small ways, and counts the changes that a test notices.
    Mutants(mutants::Arguments),
    /// Measures chess on the graphics processor of this machine.
    Gpu(gpu::Arguments),
    /// Writes pages with recordings, a laboratory and a game against the program.
    Site(site::Arguments),
    #[command(flatten)]
    Tuning(cleave_tuning::Command),
    #[command(flatten)]
    Lab(cleave_lab::Command),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Perft(arguments) => perft::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Pgo(arguments) => pgo::run(&arguments),
        Command::Dist(arguments) => dist::run(&arguments),
        Command::Soak(arguments) => soak::run(&arguments),
        Command::Mutants(arguments) => mutants::run(&arguments),
        Command::Gpu(arguments) => gpu::run(&arguments),
        Command::Site(arguments) => site::run(&arguments),
        Command::Tuning(command) => command.run().map_err(Into::into),
        Command::Lab(command) => command.run().map_err(Into::into),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
