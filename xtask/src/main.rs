//! Developer commands: `cargo xtask --help`. Counting moves is here; every other command starts the program that has it.

mod perft;
mod programs;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Arg, ArgMatches, Command};

/// The command line: `perft` with its arguments, and the others with whatever follows them.
fn command_line() -> Command {
    let others = programs::ALL.iter().flat_map(|program| program.commands);
    let others = others.map(|&(name, about)| {
        let rest = Arg::new(REST).num_args(0..).value_parser(clap::value_parser!(OsString));
        let rest = rest.allow_hyphen_values(true).trailing_var_arg(true);
        Command::new(name).about(about).disable_help_flag(true).arg(rest)
    });
    Command::new("cargo xtask")
        .bin_name("cargo xtask")
        .about("Developer commands of Cleave")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(perft::command())
        .subcommands(others)
}

/// What follows the name of a command.
const REST: &str = "arguments";

/// The words of the command line, in which `help COMMAND` becomes `COMMAND --help`.
fn words(mut words: Vec<OsString>) -> Vec<OsString> {
    if let [_, help, command] = &mut words[..]
        && help == "help"
    {
        *help = std::mem::replace(command, "--help".into());
    }
    words
}

fn run(command: &str, arguments: &mut ArgMatches) -> Result<(), Box<dyn std::error::Error>> {
    let has =
        |program: &&programs::Program| program.commands.iter().any(|&(name, _)| name == command);
    let Some(program) = programs::ALL.iter().find(has) else {
        return perft::run(&perft::Arguments::of(arguments));
    };
    let rest = arguments.remove_many::<OsString>(REST).into_iter().flatten();
    Err(program.start(std::iter::once(command.into()).chain(rest)).into())
}

fn main() -> ExitCode {
    let mut matches = command_line().get_matches_from(words(std::env::args_os().collect()));
    let (command, mut arguments) = matches.remove_subcommand().expect("a command is required");
    match run(&command, &mut arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_known_and_takes_what_follows() {
        command_line().debug_assert();
        let line = ["xtask", "speedup", "--help", "-x", "--", "y"];
        let mut matches = command_line().try_get_matches_from(line).unwrap();
        let (name, mut arguments) = matches.remove_subcommand().unwrap();
        let rest: Vec<_> = arguments.remove_many::<OsString>(REST).unwrap().collect();
        assert_eq!(
            (name.as_str(), rest),
            ("speedup", ["--help", "-x", "--", "y"].map(OsString::from).to_vec())
        );
    }
}
