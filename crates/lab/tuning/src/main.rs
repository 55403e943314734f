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
    cleave_io::block_standard_streams();
    match Arguments::parse().command.run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
