//! The program `cleave-lab`; all of it is in the library.

use std::process::ExitCode;

use clap::Parser;

/// Measures what parallel search algorithms gain, and reports it.
#[derive(Parser)]
#[command(name = "cleave-lab", version)]
struct Arguments {
    #[command(subcommand)]
    command: cleave_lab::Command,
}

fn main() -> ExitCode {
    cleave_kit::program::main(|arguments: Arguments| arguments.command.run())
}
