//! Developer commands: `cargo xtask perft --help`.

mod perft;

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
    /// Counts the lines of legal moves of a position, and times it.
    Perft(perft::Arguments),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Perft(arguments) => perft::run(&arguments),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
