//! `cargo xtask mutants`: changes the code in small ways, and counts the changes that a test notices.
//!
//! cargo-mutants makes one change (mutant) at a time, such as another operator or a constant for a
//! function's body, and runs the tests of the crate. It misses a mutant if no test fails: either a test
//! is lacking, or the mutant is equivalent. `.cargo/mutants.toml` excludes code that needs no tests.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::Command;

use clap::Args;
use cleave_kit::files::read_json;
use serde::Deserialize;

use crate::tool;

/// Which mutants to try.
#[derive(Args)]
pub(crate) struct Arguments {
    /// A crate; may be given several times. By default the program, its search, and what it reads.
    #[arg(long = "package", short, value_name = "CRATE", default_values = CRATES)]
    packages: Vec<String>,
    /// Try about this many mutants of each crate, spread evenly over its files.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    sample: Option<u32>,
    /// Try only shard K of N, numbered from 0. All shards together are all mutants.
    #[arg(long, value_name = "K/N", conflicts_with = "sample")]
    shard: Option<String>,
    /// Seconds after which the tests of a mutant are stopped. By default five times as long as the
    /// tests take without a mutant.
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u32).range(1..))]
    timeout: Option<u32>,
}

/// The program, its search, and what it reads.
const CRATES: [&str; 8] = [
    "cleave",
    "cleave-search",
    "cleave-smp",
    "cleave-algorithms",
    "cleave-tt",
    "cleave-cluster",
    "cleave-book",
    "cleave-tablebase",
];

/// Tries the mutants of each crate, and prints the share that a test catches.
///
/// # Errors
/// cargo-mutants is not installed or fails, or the tests fail without a mutant.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let root = tool::repository()?;
    if tool::output(cargo_mutants(&root).arg("--version")).is_err() {
        let how = "'cargo install --locked cargo-mutants' installs it";
        return Err(format!("cargo-mutants is not installed; {how}").into());
    }
    let mut rows = Vec::new();
    for package in &arguments.packages {
        let results = root.join("target/mutants").join(package);
        rows.push((package, arguments.try_mutants(&root, package, &results)?));
        println!("missed: {}", results.join("mutants.out/missed.txt").display());
    }
    println!("\n{:<16} {:>7} {:>7} {:>8} {:>7}", "crate", "caught", "missed", "unviable", "share");
    for (package, Counts { caught, timeout, missed, unviable }) in rows {
        let noticed = caught + timeout;
        let share = 100.0 * f64::from(noticed) / f64::from((noticed + missed).max(1));
        println!("{package:<16} {noticed:>7} {missed:>7} {unviable:>8} {share:>5.1} %");
    }
    Ok(())
}

fn cargo_mutants(root: &Path) -> Command {
    let mut command = tool::cargo();
    command.arg("mutants").current_dir(root);
    command
}

impl Arguments {
    /// Tries mutants of a crate. cargo-mutants shows its own progress.
    fn try_mutants(
        &self,
        root: &Path,
        package: &str,
        results: &Path,
    ) -> Result<Counts, Box<dyn Error>> {
        fs::create_dir_all(results)?;
        let mut command = cargo_mutants(root);
        // One job: several would take the processors from the tests of teams.
        command.args(["--package", package, "--jobs", "1", "--output"]).arg(results);
        if let Some(shard) = self.shard(root, package)? {
            // By default a shard is a run of consecutive mutants.
            command.args(["--shard", &shard, "--sharding", "round-robin"]);
        }
        if let Some(seconds) = self.timeout {
            command.args(["--timeout", &seconds.to_string()]);
        }
        let status = command.status()?;
        // 2: mutants were missed; 3: the tests of some ran out of time.
        if !matches!(status.code(), Some(0 | 2 | 3)) {
            return Err(format!("cargo mutants failed for {package}: {status}").into());
        }
        Ok(read_json(&results.join("mutants.out/outcomes.json"))?)
    }

    /// The shard to try, if not all mutants.
    fn shard(&self, root: &Path, package: &str) -> Result<Option<String>, Box<dyn Error>> {
        let Some(sample) = self.sample else { return Ok(self.shard.clone()) };
        let list = tool::printed(cargo_mutants(root).args(["--list", "--package", package]))?;
        let mutants = list.lines().count() as u32;
        Ok(Some(format!("0/{}", mutants.div_ceil(sample).max(1))))
    }
}

/// The mutants of a crate by their fate, as cargo-mutants counts them.
#[derive(Deserialize)]
struct Counts {
    /// A test failed.
    caught: u32,
    /// The tests hung, which is noticed as well.
    timeout: u32,
    /// No test noticed.
    missed: u32,
    /// The mutant did not compile.
    unviable: u32,
}
