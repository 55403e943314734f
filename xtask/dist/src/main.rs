//! What goes before a release. For developers, who start it by `cargo xtask`: `cargo xtask --help` lists the commands.

mod bench;
mod coverage;
mod dist;
mod gpu;
mod mutants;
mod npm;
mod perft;
mod pgo;
mod site;
mod soak;
mod tool;
mod wheel;

use std::error::Error;
use std::process::ExitCode;

use clap::Parser;

/// What goes before a release.
#[derive(Parser)]
#[command(name = "cleave-dist")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

cleave_kit::commands! {
    /// A command, with its arguments.
    enum Command: Result<(), Box<dyn Error>>;
    /// Measures how fast the engine is, and checks that it searches the same tree as before.
    Bench bench,
    /// Builds the fastest program for this machine, guided by a profile.
    Pgo pgo,
    /// Builds release archives and the Debian package.
    Dist dist,
    /// Runs thousands of searches and disturbs them in every way, until something goes wrong.
    Soak soak,
    /// Changes the code in small ways, and counts the changes that a test notices.
    Mutants mutants,
    /// Counts the lines and branches that the tests run.
    Coverage coverage,
    /// Measures chess on the graphics processor of this machine.
    Gpu gpu,
    /// Builds the npm package 'cleave-chess': the engine as WebAssembly for browsers and Node.
    Npm npm,
    /// Writes the book, recordings, a laboratory, a game against the program, and API pages.
    Site site,
    /// Builds the Python package, with the engine inside.
    Wheel wheel,
    /// What `perft --compare` and `perft --instructions` do.
    #[command(hide = true)]
    PerftSpeed perft,
}

fn main() -> ExitCode {
    cleave_kit::program::main(|arguments: Arguments| arguments.command.run())
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
