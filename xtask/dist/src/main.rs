//! What goes before a release. For developers, who start it by `cargo xtask`: `cargo xtask --help` lists the commands.

mod bench;
mod dist;
mod gpu;
mod mutants;
mod perft;
mod pgo;
mod site;
mod soak;
mod tool;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// What goes before a release.
#[derive(Parser)]
#[command(name = "cleave-dist")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Measures how fast the engine is, and checks that it searches the same tree as before.
    Bench(bench::Arguments),
    /// Builds the fastest program for this machine, guided by a profile.
    Pgo(pgo::Arguments),
    /// Builds release archives and the Debian package.
    Dist(dist::Arguments),
    /// Runs thousands of searches and disturbs them in every way, until something goes wrong.
    Soak(soak::Arguments),
    /// Changes the code in small ways, and counts the changes that a test notices.
    Mutants(mutants::Arguments),
    /// Measures chess on the graphics processor of this machine.
    Gpu(gpu::Arguments),
    /// Writes pages with recordings, a laboratory and a game against the program.
    Site(site::Arguments),
    /// What `perft --compare` and `perft --instructions` do.
    #[command(hide = true)]
    PerftSpeed(perft::Arguments),
}

fn main() -> ExitCode {
    cleave_kit::program::main(|arguments: Arguments| match arguments.command {
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Pgo(arguments) => pgo::run(&arguments),
        Command::Dist(arguments) => dist::run(&arguments),
        Command::Soak(arguments) => soak::run(&arguments),
        Command::Mutants(arguments) => mutants::run(&arguments),
        Command::Gpu(arguments) => gpu::run(&arguments),
        Command::Site(arguments) => site::run(&arguments),
        Command::PerftSpeed(arguments) => perft::run(&arguments),
    })
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn cargo_xtask_lists_every_command() {
        let list = include_str!("../../src/programs.rs");
        let program = Arguments::command();
        assert_eq!(cleave_kit::options::unlisted(&program, list), Vec::<String>::new());
    }
}
