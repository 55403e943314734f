//! The program `cleave`; all of it is in the library of the same name.

use std::process::ExitCode;

use clap::Parser;
use cleave::arguments::Arguments;
use cleave::program;

fn main() -> ExitCode {
    match program::run(&Arguments::parse(), None) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("cleave: {error}");
            ExitCode::FAILURE
        }
    }
}
