//! A program of commands: the laboratory, the workshop, and the preparation of a release.

use std::fmt::Display;
use std::process::ExitCode;

use clap::Parser;

/// Makes the enum of a program's commands. A row has a command's help, its name, and the module with its `Arguments` and
/// the function `run` that executes it.
#[macro_export]
macro_rules! commands {
    (
        $(#[$about:meta])+ $vis:vis enum $commands:ident: $result:ty;
        $($(#[$help:meta])+ $name:ident $($module:ident)::+,)+
    ) => {
        $(#[$about])+
        #[derive(clap::Subcommand)]
        $vis enum $commands {
            $($(#[$help])+ $name(Box<$($module)::+::Arguments>),)+
        }

        impl $commands {
            /// Executes the command.
            ///
            /// # Errors
            /// A file cannot be read or written, or the command refuses its arguments.
            $vis fn run(&self) -> $result {
                match self {
                    $($commands::$name(arguments) => $($module)::+::run(arguments),)+
                }
            }
        }
    };
}

/// The variable in which `cargo xtask` gives the name that its user typed, for help and usage.
const NAME: &str = "CLEAVE_PROGRAM";

/// Parses the command line and executes it. Prints an error as `error: REASON`.
pub fn main<A: Parser, E: Display>(run: impl FnOnce(A) -> Result<(), E>) -> ExitCode {
    cleave_io::block_standard_streams();
    cleave_io::logging::start_by_environment(A::command().get_name());
    let command = named(A::command(), std::env::var(NAME).ok());
    let parsed = A::from_arg_matches(&command.get_matches());
    match run(parsed.unwrap_or_else(|error| error.exit())) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Returns the command with the name that the user typed, if that is another.
fn named(command: clap::Command, name: Option<String>) -> clap::Command {
    match name {
        Some(name) => command.bin_name(name),
        None => command,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usage_names_what_the_user_typed() {
        let usage = |name: Option<&str>| {
            let program = clap::Command::new("cleave-x").subcommand(clap::Command::new("compare"));
            let asked = named(program, name.map(Into::into))
                .try_get_matches_from(["cleave-x", "compare", "--help"]);
            asked.unwrap_err().to_string()
        };
        assert!(usage(Some("cargo xtask")).contains("Usage: cargo xtask compare"));
        assert!(usage(None).contains("Usage: cleave-x compare"), "{}", usage(None));
    }
}
