//! `cargo xtask soak`: thousands of searches, disturbed in every way, until something goes wrong.
//!
//! What is tested is in the crates `cleave-smp` (artificial trees) and `cleave-tests` (chess, in
//! this process and through the program); `cargo test --workspace` runs a little of each.

use std::error::Error;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::Args;
use cleave_tests::soak;
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

/// How much of what. A part of which there is 0 is left out.
#[derive(Args)]
pub(crate) struct Arguments {
    /// What the dice begin with; by default, the time.
    #[arg(long)]
    seed: Option<u64>,
    /// Artificial trees: this many times what the tests of `cleave-smp` search, with workers that
    /// die and delays at every access to shared memory, and 5 times as many SIGKILLs.
    #[arg(long, value_name = "TIMES", default_value_t = 20)]
    trees: u32,
    /// Chess searches by teams of 1 to 8 workers of both makes in this process.
    #[arg(long, value_name = "N", default_value_t = 2000)]
    searches: u64,
    /// Searches through the program, with `?`, new positions and `cores` in the middle.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    dialogue: u64,
    /// SIGKILLs of helpers during games of the program.
    #[arg(long, value_name = "N", default_value_t = 500)]
    kills: u64,
}

/// One search in so many loses a helper, in this process.
const KILL_ONE_IN: u64 = 8;

/// Soaks, and sums up.
///
/// # Errors
/// Something has gone wrong. What goes wrong in a dialogue with the program is a panic, with all
/// that was said.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let seed = match arguments.seed {
        Some(seed) => seed,
        None => SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs(),
    };
    println!("seed {seed}");
    // First of all what forks: it needs a process without threads.
    if arguments.searches > 0 {
        let bar = bar("searches", arguments.searches)?;
        let happened = soak::searches(seed, arguments.searches, KILL_ONE_IN, || bar.inc(1))?;
        sum_up(&bar, &format!("{} searches: {happened:?}", arguments.searches));
    }
    if arguments.trees > 0 {
        trees(seed, arguments.trees)?;
    }
    if arguments.dialogue > 0 {
        let bar = bar("dialogue", arguments.dialogue)?;
        let happened = soak::dialogue(seed, arguments.dialogue, || bar.inc(1));
        sum_up(&bar, &format!("{} searches of the program: {happened:?}", arguments.dialogue));
    }
    if arguments.kills > 0 {
        let bar = bar("kills", arguments.kills)?;
        let happened = soak::kills(seed, arguments.kills, |kills| bar.inc(kills));
        for workers in [2, 4, 8] {
            soak::a_move_comes_whatever_dies(workers);
            soak::no_helper_outlives_its_parent(workers);
        }
        sum_up(&bar, &format!("{happened:?}, and nobody outlived a parent"));
    }
    println!("nothing went wrong");
    Ok(())
}

/// The tests of the splitting machine, longer: they need injected delays, which the machine in this
/// program is built without.
fn trees(seed: u64, times: u32) -> Result<(), Box<dyn Error>> {
    const TESTS: [&str; 5] = ["virtual_time", "interleaved", "threads", "processes", "kills"];
    let bar = bar("trees", TESTS.len() as u64)?;
    for test in TESTS {
        bar.set_message(format!("trees: {test}"));
        bar.tick();
        // What is random in a test by proptest is so in each run anyway.
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let output = Command::new(cargo)
            .args(["test", "--package", "cleave-smp", "--test", test, "--", "--nocapture"])
            .env("CLEAVE_SOAK", times.to_string())
            .env("CLEAVE_SEED", seed.to_string())
            .env("PROPTEST_CASES", (256 * times).to_string())
            .output()?;
        let text = String::from_utf8_lossy(&output.stdout);
        if !output.status.success() {
            let errors = String::from_utf8_lossy(&output.stderr);
            return Err(format!("the test {test}:\n{text}\n{errors}").into());
        }
        for line in text.lines().filter(|line| is_of_interest(line)) {
            bar.suspend(|| println!("{test}: {line}"));
        }
        bar.inc(1);
    }
    sum_up(&bar, &format!("{times} times the tests on artificial trees"));
    Ok(())
}

/// Lines of a test that say how much has happened.
fn is_of_interest(line: &str) -> bool {
    line.starts_with("Happened") || line.contains("deaths in searches")
}

fn bar(what: &'static str, steps: u64) -> Result<ProgressBar, Box<dyn Error>> {
    // No ticker: it would be a second thread, and the searches fork.
    let style = ProgressStyle::with_template("{msg:20} {bar:40} {pos}/{len}, {eta} left")?;
    let bar = ProgressBar::new(steps).with_style(style).with_message(what);
    bar.tick();
    Ok(bar)
}

fn sum_up(bar: &ProgressBar, what: &str) {
    let took = HumanDuration(bar.elapsed());
    bar.finish_and_clear();
    println!("{what}, {took}");
}
