//! `cargo xtask soak`: thousands of searches, disturbed in every way, until something goes wrong.
//!
//! The crates `cleave-virtual-time` (artificial trees) and `cleave-tests` (chess, in this process and through
//! the program) hold the tests themselves; `cargo test --workspace` runs a little of each.

use std::error::Error;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::Args;
use cleave_kit::progress;
use cleave_search::team::Algorithm;
use cleave_tests::soak::{self, Dialogue, Kills, Searches};
use indicatif::{HumanDuration, ProgressBar};

use crate::tool;

/// The size of each part; 0 leaves a part out.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Seed of everything random; by default the time.
    #[arg(long)]
    seed: Option<u64>,
    /// Searches of artificial trees, in multiples of those in the tests of `cleave-virtual-time`, with dying
    /// workers, delays at every access to shared memory, and SIGKILLs.
    #[arg(long, value_name = "TIMES", default_value_t = 20)]
    trees: u32,
    /// Chess searches in this process by teams of 1 to 8 processes or threads.
    #[arg(long, value_name = "N", default_value_t = 2000)]
    searches: u64,
    /// Searches through the program, interrupted by `?`, new positions and `cores`.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    dialogue: u64,
    /// SIGKILLs of helpers during games of the program.
    #[arg(long, value_name = "N", default_value_t = 500)]
    kills: u64,
    /// Size of the teams whose helpers are killed. By default many sizes up to 8.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..=64))]
    workers: Option<u64>,
}

/// In this process, one search in this many loses a helper.
const KILL_ONE_IN: u64 = 8;

/// Runs all parts, and summarises each.
///
/// # Errors
/// Something went wrong. A fault in a dialogue with the program panics instead, with the transcript.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let seed = match arguments.seed {
        Some(seed) => seed,
        None => SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs(),
    };
    println!("seed {seed}");
    // The part that forks comes first: it needs a process without threads.
    if arguments.searches > 0 {
        let bar = progress::bar("searches", arguments.searches);
        let searches = soak::searches(seed, arguments.searches, KILL_ONE_IN, || bar.inc(1))?;
        finish(&bar, &of_searches(arguments.searches, &searches));
    }
    if arguments.trees > 0 {
        trees(seed, arguments.trees)?;
    }
    if arguments.dialogue > 0 {
        let bar = progress::bar("dialogue", arguments.dialogue);
        let dialogue = soak::dialogue(seed, arguments.dialogue, || bar.inc(1));
        finish(&bar, &of_dialogue(arguments.dialogue, &dialogue));
    }
    if arguments.kills > 0 {
        let bar = progress::bar("kills", arguments.kills);
        let of_games = arguments.workers.map_or(2..8, |workers| workers..workers + 1);
        let kills = soak::kills(seed, arguments.kills, of_games, |kills| bar.inc(kills));
        let of_tests = arguments.workers.map_or([2, 4, 8], |workers| [workers; 3]);
        for (algorithm, workers) in Algorithm::ALL.into_iter().zip(of_tests.into_iter().cycle()) {
            soak::a_move_comes_whatever_dies(workers, algorithm);
            soak::no_helper_outlives_its_parent(workers, algorithm);
        }
        finish(&bar, &of_kills(&kills));
    }
    println!("nothing went wrong");
    Ok(())
}

/// Runs the tests of the splitting machine for longer, and once those that take minutes. They need injected
/// delays, which this program is built without.
fn trees(seed: u64, times: u32) -> Result<(), Box<dyn Error>> {
    const TESTS: [&[&str]; 10] = [
        &["--test", "all", "--", "virtual_time::"],
        &["--test", "all", "--", "interleaved::"],
        &["--test", "all", "--", "from_root::"],
        &["--test", "all", "--", "narrowing::"],
        &["--test", "all", "--", "aphid::"],
        &["--test", "all", "--", "ahead::"],
        &["--test", "all", "--", "threads::"],
        &["--test", "processes", "--"],
        &["--test", "kills", "--"],
        &["--release", "--example", "connect_four", "--", "--ignored"],
    ];
    let bar = progress::ticking_bar("trees", TESTS.len() as u64);
    for test in TESTS {
        let test_name = test.join(" ");
        progress::announce(&bar, format!("trees: {test_name}"));
        // Tests that use proptest ignore the seed.
        let output = tool::cargo()
            .args(["test", "--package", "cleave-virtual-time"])
            .args(test)
            .arg("--nocapture")
            .env("CLEAVE_SOAK", times.to_string())
            .env("CLEAVE_SEED", seed.to_string())
            .env("PROPTEST_CASES", (256 * times).to_string())
            .output()?;
        let text = String::from_utf8_lossy(&output.stdout);
        if !output.status.success() {
            let errors = String::from_utf8_lossy(&output.stderr);
            return Err(format!("the test {test_name} failed:\n{text}\n{errors}").into());
        }
        for line in text.lines().filter(|line| line.contains("deaths in searches")) {
            bar.suspend(|| println!("{line}"));
        }
        bar.inc(1);
    }
    finish(&bar, &format!("the tests on artificial trees, {times} times over"));
    Ok(())
}

fn finish(bar: &ProgressBar, summary: &str) {
    let took = HumanDuration(bar.elapsed());
    bar.finish_and_clear();
    println!("{summary}: {took}");
}

fn of_searches(count: u64, searches: &Searches) -> String {
    let Searches { by_teams, by_threads, joins, stops, resizes, kills, .. } = searches;
    let algorithms = searches.algorithms();
    format!(
        "{count} searches in this process, {by_teams} by teams ({by_threads} of threads), with \
         {joins} joins by {algorithms} algorithms, {stops} stops, {resizes} changes of the team and {kills} workers killed"
    )
}

fn of_dialogue(count: u64, dialogue: &Dialogue) -> String {
    let Dialogue { moves, wanted_now, abandoned, analysed, lines, resizes, algorithms } = dialogue;
    format!(
        "{count} searches of the program, with {moves} moves ({wanted_now} of them forced by ?), \
         {abandoned} searches abandoned, {analysed} positions analysed, {lines} lines checked and \
         {resizes} changes of the team and {algorithms} of the algorithm"
    )
}

fn of_kills(happened: &Kills) -> String {
    let Kills { kills, stops, moves, algorithms, games, slowest } = happened;
    format!(
        "{kills} helpers killed and {stops} stopped in {games} games of {moves} moves, with \
         {algorithms} changes of the algorithm, the slowest in {} ms; no helper outlived its parent",
        slowest.as_millis()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summaries_are_sentences() {
        let kills = of_kills(&Kills { kills: 9, games: 2, moves: 70, ..Kills::default() });
        assert!(
            kills.starts_with("9 helpers killed and 0 stopped in 2 games of 70 moves"),
            "{kills}"
        );
        for text in [of_searches(50, &Searches::default()), of_dialogue(50, &Dialogue::default())] {
            assert!(text.starts_with("50 searches") && !text.contains(['{', '_']), "{text}");
        }
    }
}
