//! Instructions per leaf: a figure that does not depend on how busy the machine is.
//!
//! Cachegrind counts the instructions of the example `perft` at two depths. The difference of the
//! instructions by the difference of the leaves excludes start-up. Valgrind supports AVX2 but not
//! AVX-512, so the example is built for Haswell; a program for a newer processor needs fewer.

use std::path::Path;
use std::process::{Command, Output};

use cleave_kit::progress;

use crate::tool::{self, ToolError};

/// Name, FEN, the deeper of the two depths, and the limit of instructions per leaf.
const LIMITS: [(&str, &str, u32, f64); 2] = [
    ("start position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, 25.0),
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 14.5),
];

const TARGET_DIR: &str = "target/instructions";

/// Instructions could not be counted, or there are too many.
#[derive(Debug, thiserror::Error)]
pub(super) enum InstructionsError {
    #[error(transparent)]
    Tool(#[from] ToolError),
    #[error("{0} printed no count")]
    NoCount(&'static str),
    #[error("{0} takes more instructions per leaf than its limit")]
    TooMany(&'static str),
}

/// Counts, prints, and compares with the limits.
pub(super) fn run() -> Result<(), InstructionsError> {
    let bar = progress::ticking_bar("build", 1 + 2 * LIMITS.len() as u64);
    build()?;
    bar.inc(1);
    let mut result = Ok(());
    for (name, fen, depth, limit) in LIMITS {
        bar.set_message(name);
        let shallow = measure(fen, depth - 1)?;
        bar.inc(1);
        let deep = measure(fen, depth)?;
        bar.inc(1);
        let per_leaf = (deep.instructions - shallow.instructions) as f64
            / (deep.leaves - shallow.leaves) as f64;
        bar.suspend(|| println!("{name:<16}{per_leaf:>7.2} instructions per leaf, limit {limit}"));
        if per_leaf > limit {
            result = Err(InstructionsError::TooMany(name));
        }
    }
    result
}

fn build() -> Result<(), InstructionsError> {
    let mut cargo = tool::cargo();
    cargo
        .args(["build", "--quiet", "--release", "-p", "cleave-movegen", "--example", "perft"])
        .args(["--target-dir", TARGET_DIR])
        .env("RUSTFLAGS", "-C target-cpu=haswell");
    tool::output(&mut cargo)?;
    Ok(())
}

struct Measurement {
    instructions: u64,
    leaves: u64,
}

fn measure(fen: &str, depth: u32) -> Result<Measurement, InstructionsError> {
    let mut valgrind = Command::new("valgrind");
    valgrind
        .args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"])
        .arg(Path::new(TARGET_DIR).join("release/examples/perft"))
        .args([&depth.to_string(), fen]);
    let Output { stdout, stderr, .. } = tool::output(&mut valgrind)?;
    let leaves = String::from_utf8_lossy(&stdout).trim().parse();
    let instructions = String::from_utf8_lossy(&stderr)
        .lines()
        .find_map(|line| line.split_once("refs:")?.1.trim().replace(',', "").parse().ok());
    match (leaves, instructions) {
        (Ok(leaves), Some(instructions)) => Ok(Measurement { instructions, leaves }),
        (Err(_), _) => Err(InstructionsError::NoCount("the example")),
        (_, None) => Err(InstructionsError::NoCount("valgrind")),
    }
}
