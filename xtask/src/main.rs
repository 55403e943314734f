//! Developer commands: `cargo xtask --help`. Counting moves is here; every other command starts the program that has it.

mod perft;
mod programs;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Arg, Command};

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

/// Returns the command of a valid line, and what follows it. The parser would leave out a `--` that comes first.
fn split(line: &[OsString]) -> (&OsString, &[OsString]) {
    (&line[1], &line[2..])
}

fn run(command: &OsString, rest: &[OsString]) -> Option<Box<dyn std::error::Error>> {
    let has =
        |program: &&programs::Program| program.commands.iter().any(|&(name, _)| name == command);
    let program = programs::ALL.iter().find(has)?;
    Some(program.start(std::iter::once(command).chain(rest)).into())
}

fn main() -> ExitCode {
    let line = words(std::env::args_os().collect());
    let mut matches = command_line().get_matches_from(&line);
    let (_, arguments) = matches.remove_subcommand().expect("a command is required");
    let (command, rest) = split(&line);
    let error = match run(command, rest) {
        Some(error) => error,
        None => match perft::run(&perft::Arguments::of(&arguments)) {
            Ok(()) => return ExitCode::SUCCESS,
            Err(error) => error,
        },
    };
    eprintln!("error: {error}");
    ExitCode::FAILURE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_known_and_takes_what_follows() {
        command_line().debug_assert();
        let line = ["xtask", "speedup", "--help", "-x", "--", "y"];
        let mut matches = command_line().try_get_matches_from(line).unwrap();
        assert_eq!(matches.remove_subcommand().unwrap().0, "speedup");
    }

    #[test]
    fn a_double_dash_is_passed_on() {
        let line = ["xtask", "wheel", "--", "--zig"].map(OsString::from);
        assert!(command_line().try_get_matches_from(&line).is_ok());
        let (name, rest) = split(&line);
        assert_eq!(name, "wheel");
        assert_eq!(rest, ["--", "--zig"]);
    }
}
