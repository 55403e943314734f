//! The program `cleave`; all of it is in the library of the same name.

use std::error::Error;
use std::process::ExitCode;

use clap::Parser;
use cleave::arguments::Arguments;
use cleave::{line_editing, program};

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("cleave: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<ExitCode, Box<dyn Error>> {
    if arguments.subcommand.is_none() && !arguments.edited && line_editing::is_possible() {
        return line_editing::run(std::env::args_os().skip(1));
    }
    program::run(arguments, None).map(|()| ExitCode::SUCCESS)
}
