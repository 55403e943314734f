//! Developer commands: `cargo xtask --help`.

mod bench;
mod bounds;
mod calibrate;
mod check;
#[cfg(test)]
mod command_line;
mod compare;
mod destination;
mod dist;
mod figures;
mod journal;
mod mutants;
mod parallel;
mod path;
mod perft;
mod pgo;
mod processors;
mod progress;
mod report;
mod selfplay;
mod soak;
mod speedup;
mod timeline;
mod trees;
mod tune;
mod validate;
mod validate_ranks;
mod virtual_games;

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
    /// Plays games of parallel algorithms against the sequential program, in virtual time.
    VirtualGames(virtual_games::Arguments),
    /// Runs thousands of searches and disturbs them in every way, until something goes wrong.
    Soak(soak::Arguments),
    /// Changes the code in small ways, and counts the changes that a test notices.
    Mutants(mutants::Arguments),
    /// Measures time to depth of a team against the sequential program.
    Speedup(speedup::Arguments),
    /// Measures the prices of virtual time on this machine.
    Calibrate(calibrate::Arguments),
    /// Measures the critical path of trees under several joining rules: what any number of workers can gain.
    Path(path::Arguments),
    /// Compares all parallel algorithms on the same trees, in virtual time.
    Compare(compare::Arguments),
    /// Compares virtual time with real time.
    Validate(validate::Arguments),
    /// Compares a cluster in virtual time with real ranks over MPI.
    ValidateRanks(validate_ranks::Arguments),
    /// Measures speed-up on artificial trees, in virtual time.
    Trees(trees::Arguments),
    /// Records what every worker does in an interval of one search, in virtual time.
    Timeline(timeline::Arguments),
    /// Writes docs/speedup.md, the tables of docs/algorithms.md and their pictures from measurements.
    Report(report::Arguments),
    /// Fits the weights of the evaluation to positions with results.
    Tune(tune::Arguments),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Perft(arguments) => perft::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Pgo(arguments) => pgo::run(&arguments),
        Command::Dist(arguments) => dist::run(&arguments),
        Command::Selfplay(arguments) => selfplay::record(&arguments),
        Command::Duel(arguments) => selfplay::duel(&arguments),
        Command::VirtualGames(arguments) => virtual_games::run(&arguments),
        Command::Soak(arguments) => soak::run(&arguments),
        Command::Mutants(arguments) => mutants::run(&arguments),
        Command::Speedup(arguments) => speedup::run(&arguments),
        Command::Calibrate(arguments) => calibrate::run(&arguments),
        Command::Compare(arguments) => compare::run(&arguments),
        Command::Path(arguments) => path::run(&arguments),
        Command::Validate(arguments) => validate::run(&arguments),
        Command::ValidateRanks(arguments) => validate_ranks::run(&arguments),
        Command::Trees(arguments) => trees::run(&arguments),
        Command::Timeline(arguments) => timeline::run(&arguments),
        Command::Report(arguments) => report::run(&arguments),
        Command::Tune(arguments) => tune::run(&arguments),
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
