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
    cleave_io::block_standard_streams();
    match Arguments::parse().command.run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
