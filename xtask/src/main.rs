//! Developer commands: `cargo xtask --help`.

mod bench;
mod dist;
mod mutants;
mod perft;
mod pgo;
mod selfplay;
mod soak;
mod tool;
mod tune;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Developer commands of Cleave.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Counts the lines of legal moves from a position, and times it.
    Perft(Box<perft::Arguments>),
    /// Measures how fast the engine is, and checks that it searches the same tree as before.
    Bench(bench::Arguments),
    /// Builds the fastest program for this machine, guided by a profile.
    Pgo(pgo::Arguments),
    /// Builds release archives and the Debian package.
    Dist(dist::Arguments),
    /// Plays games of the engine against itself and writes their quiet positions for `tune`.
    Selfplay(selfplay::RecordArguments),
    /// Plays two sets of evaluation weights against each other.
    Duel(selfplay::DuelArguments),
    /// Runs thousands of searches and disturbs them in every way, until something goes wrong.
    Soak(soak::Arguments),
    /// Changes the code in small ways, and counts the changes that a test notices.
    Mutants(mutants::Arguments),
    /// Fits the weights of the evaluation to positions with results.
    Tune(tune::Arguments),
    #[command(flatten)]
    Lab(cleave_lab::Command),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Perft(arguments) => perft::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Pgo(arguments) => pgo::run(&arguments),
        Command::Dist(arguments) => dist::run(&arguments),
        Command::Selfplay(arguments) => selfplay::record(&arguments),
        Command::Duel(arguments) => selfplay::duel(&arguments),
        Command::Soak(arguments) => soak::run(&arguments),
        Command::Mutants(arguments) => mutants::run(&arguments),
        Command::Tune(arguments) => tune::run(&arguments),
        Command::Lab(command) => command.run().map_err(Into::into),
    };
    match result {
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
    fn a_match_without_games_is_refused() {
        let out = std::env::temp_dir().join("cleave-selfplay-arguments");
        let out = out.to_str().unwrap();
        for line in [
            &["xtask", "selfplay", "--out", out, "--games=0"][..],
            &["xtask", "selfplay", "--out", out, "--nodes=0"],
            &["xtask", "duel", "--pairs=0"],
            &["xtask", "duel", "--nodes=0"],
        ] {
            let error = Arguments::try_parse_from(line).err().expect("refused").to_string();
            assert!(error.contains("0 is not in 1.."), "{error}");
        }
        assert!(
            Arguments::try_parse_from(["xtask", "selfplay", "--out", out, "--games=1"]).is_ok()
        );
    }
}
