//! The commands that the tests do not run, with the reasons.

use Fate::{Elsewhere, Parsed, Run};

/// What the tests do with a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fate {
    /// Run it, and compare the output.
    Run,
    /// It would take too long or write outside its folder: only check that the program accepts its arguments.
    Parsed(&'static str),
    /// The machine may lack what it needs.
    Elsewhere(&'static str),
}

const COMPILES: Fate = Elsewhere("compiles for minutes");
const NETWORK: Fate = Elsewhere("needs the network");
const GAMES: Fate = Parsed("plays games for hours");
const TREES: Fate = Parsed("searches for minutes to hours");
const CLOCK: Fate = Parsed("measures time, which needs an idle machine");

/// The beginnings of commands, and what becomes of them. The first row that fits counts; all other commands are run.
const TABLE: &[(&str, Fate)] = &[
    ("cargo install", NETWORK),
    ("rustup target add", NETWORK),
    ("cp target/x86_64-pc-windows-gnu", Elsewhere("copies a program of another system")),
    ("RUSTFLAGS=", COMPILES),
    ("make ", COMPILES),
    ("cargo build", COMPILES),
    ("RUSTC_BOOTSTRAP=1 cargo fuzz", Elsewhere("needs cargo-fuzz")),
    ("mpirun ", Elsewhere("needs MPI; tests/cluster-game.py plays with four ranks")),
    ("tests/many-processors.sh", Elsewhere("needs many processors")),
    ("cargo xtask dist", Parsed("compiles for minutes")),
    ("cargo xtask pgo", Parsed("compiles for minutes")),
    ("cargo xtask match", GAMES),
    ("cargo xtask spsa", GAMES),
    ("cargo xtask duel", GAMES),
    ("cargo xtask selfplay", GAMES),
    ("setsid nohup cargo xtask selfplay", GAMES),
    ("cargo xtask virtual-games", GAMES),
    ("cargo xtask train", Parsed("needs millions of positions")),
    ("cargo xtask tune", Parsed("needs millions of positions")),
    ("cargo xtask compare", TREES),
    ("cargo xtask path", TREES),
    ("cargo xtask trees", TREES),
    ("cargo xtask timeline", TREES),
    ("cargo xtask report", Parsed("a test of the laboratory compares the pages")),
    ("cargo xtask validate", CLOCK),
    ("cargo xtask calibrate", CLOCK),
    ("cargo xtask memory", CLOCK),
    ("cargo xtask speedup --backend thread", CLOCK),
    ("cargo xtask speedup --backend fork", CLOCK),
    ("cargo xtask speedup --backend virtual --workers 1,2", TREES),
    ("cargo xtask speedup --backend virtual --workers 1,4,16,64", TREES),
    ("cargo xtask speedup --backend virtual --algorithm", TREES),
    ("cargo xtask speedup --backend virtual --one-table", TREES),
];

/// Returns what becomes of a command, with the row of the table.
pub(super) fn fate(command: &str) -> (Option<usize>, Fate) {
    let row = TABLE.iter().position(|(start, _)| command.starts_with(start));
    (row, row.map_or(Run, |row| TABLE[row].1))
}

/// Returns the rows that fit no command.
pub(super) fn unused(used: &[usize]) -> Vec<&'static str> {
    let rows = TABLE.iter().enumerate().filter(|(row, _)| !used.contains(row));
    rows.map(|(_, (start, _))| *start).collect()
}
