//! The program `cleave`. All of it is in the library of the same name.

#![warn(clippy::print_stderr)]

use std::process::ExitCode;

use cleave::arguments::Arguments;
use cleave::{line_editing, program};
use cleave_io::complain;

fn main() -> ExitCode {
    let arguments = Arguments::given();
    let plays = arguments.subcommand.is_none() && !arguments.edited;
    let end = if plays && line_editing::is_possible() {
        line_editing::run(std::env::args_os().skip(1))
    } else {
        program::run(&arguments, None).map(|()| ExitCode::SUCCESS)
    };
    end.unwrap_or_else(|error| {
        complain(error);
        ExitCode::FAILURE
    })
}
