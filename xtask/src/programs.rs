//! The programs that have the other commands: their names in the workspace, and what they do.

use std::ffi::OsStr;
use std::io::{self, IsTerminal};
use std::process::Command;

/// A program of a package, with its commands and what each does.
pub(crate) struct Program {
    package: &'static str,
    profile: &'static str,
    pub(crate) commands: &'static [(&'static str, &'static str)],
}

/// What goes before a release.
#[rustfmt::skip]
pub(crate) const DIST: Program = Program {
    package: "cleave-dist",
    profile: "release",
    commands: &[
        ("bench", "Measures how fast the engine is, and checks that it searches the same tree as before"),
        ("pgo", "Builds the fastest program for this machine, guided by a profile"),
        ("dist", "Builds release archives and the Debian package"),
        ("soak", "Runs thousands of searches and disturbs them in every way, until something goes wrong"),
        ("mutants", "Changes the code in small ways, and counts the changes that a test notices"),
        ("coverage", "Counts the lines and branches that the tests run"),
        ("gpu", "Measures chess on the graphics processor of this machine"),
        ("npm", "Builds the npm package 'cleave-chess': the engine as WebAssembly for browsers and Node"),
        ("wheel", "Builds the Python package, with the engine inside"),
        ("site", "Writes the book, recordings, a laboratory, a game against the program, and API pages"),
    ],
};

/// The workshop, which makes the engine stronger.
#[rustfmt::skip]
const TUNING: Program = Program {
    package: "cleave-tuning",
    profile: "release",
    commands: &[
        ("selfplay", "Plays games of the engine against itself until it is stopped, and stores them"),
        ("selfplay-xiangqi", "Plays games of Chinese chess and keeps their quiet positions"),
        ("tune", "Fits the weights of the evaluation to positions with results"),
        ("train", "Trains the network on positions with results"),
        ("static-error", "Measures how far the evaluations are from a stronger judge"),
        ("duel", "Plays two sets of evaluation weights against each other"),
        ("match", "Plays two programs, or one with two sets of options, until a test knows which is the stronger"),
        ("spsa", "Tunes parameters of the search by games of the program against itself"),
        ("openings", "Makes positions to start the games of a match from"),
    ],
};

/// The laboratory, which measures parallel search.
#[rustfmt::skip]
const LAB: Program = Program {
    package: "cleave-lab",
    profile: "release",
    commands: &[
        ("speedup", "Measures time to depth of a team against the sequential program"),
        ("compare", "Compares all parallel algorithms on the same trees, in virtual time"),
        ("virtual-games", "Plays games of parallel algorithms against the sequential program, in virtual time"),
        ("trees", "Measures speed-up on artificial trees, in virtual time"),
        ("tds", "Measures searches whose work goes to the owner of a position, on a cluster in virtual time"),
        ("monte-carlo", "Compares ways to share a Monte-Carlo tree search, on Connect Four in virtual time"),
        ("memory", "Measures what workers share: what the table answers, what locks would cost, what would be torn, what a split copies"),
        ("path", "Measures the critical path of trees under several joining rules: what any number of workers can gain"),
        ("timeline", "Records what every worker does in an interval of one search, in virtual time"),
        ("record", "Records one search in virtual time, event by event, and writes a page to look at it"),
        ("calibrate", "Measures the prices of virtual time on this machine"),
        ("validate", "Compares virtual time with real time"),
        ("validate-ranks", "Compares a cluster in virtual time with real ranks over MPI"),
        ("report", "Writes the measured pages of the book and their pictures from measurements"),
    ],
};

/// The simulation, which plays with programs of the profile of the tests.
#[rustfmt::skip]
const SIMULATE: Program = Program {
    package: "cleave-simulate",
    profile: "test",
    commands: &[
        ("simulate", "Plays random sessions with the programs, disturbs them, and checks what must always hold"),
    ],
};

/// All of them, in the order of the help.
pub(crate) const ALL: [Program; 4] = [DIST, SIMULATE, TUNING, LAB];

impl Program {
    /// Builds the program and becomes it: its exit code and what interrupts it are its own. Returns only if that fails.
    pub(crate) fn start(&self, arguments: impl IntoIterator<Item: AsRef<OsStr>>) -> io::Error {
        let is_watched = io::stderr().is_terminal();
        if !is_watched {
            eprintln!("cargo xtask: builds {}, which takes minutes the first time", self.package);
        }
        become_it(self.cargo(is_watched).args(arguments))
    }

    /// Returns the command that builds and starts the program. It shows the progress on a terminal.
    fn cargo(&self, is_watched: bool) -> Command {
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        let Program { package, profile, .. } = self;
        cargo.args(["run", "--profile", profile, "--package", package, "--bin", package]);
        if !is_watched {
            cargo.arg("--quiet");
        }
        // What the user typed, for help and usage.
        cargo.arg("--").env("CLEAVE_PROGRAM", "cargo xtask");
        cargo
    }
}

#[cfg(unix)]
fn become_it(cargo: &mut Command) -> io::Error {
    std::os::unix::process::CommandExt::exec(cargo)
}

/// Without `exec` the command waits for the program and ends as it does.
#[cfg(not(unix))]
fn become_it(cargo: &mut Command) -> io::Error {
    match cargo.status() {
        Ok(status) => std::process::exit(status.code().unwrap_or(1)),
        Err(error) => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_build_shows_its_progress_where_someone_watches() {
        let words = |is_watched| {
            let cargo = LAB.cargo(is_watched);
            cargo.get_args().map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>()
        };
        let start =
            ["run", "--profile", "release", "--package", "cleave-lab", "--bin", "cleave-lab"];
        assert_eq!(words(true), [&start[..], &["--"]].concat());
        assert_eq!(words(false), [&start[..], &["--quiet", "--"]].concat());
        let name = (OsStr::new("CLEAVE_PROGRAM"), Some(OsStr::new("cargo xtask")));
        assert!(LAB.cargo(true).get_envs().any(|variable| variable == name));
    }
}
