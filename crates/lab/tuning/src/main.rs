//! The program `cleave-tuning`; all of it is in the library.

use std::process::ExitCode;

use clap::Parser;

/// Makes Cleave stronger.
#[derive(Parser)]
#[command(name = "cleave-tuning", version)]
struct Arguments {
    #[command(subcommand)]
    command: cleave_tuning::Command,
}

fn main() -> ExitCode {
    cleave_kit::program::main(|arguments: Arguments| arguments.command.run())
}
