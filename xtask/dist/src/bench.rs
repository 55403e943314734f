//! `cargo xtask bench`: how fast the engine is, and whether it still searches the same tree.
//!
//! Runs the `bench` of the release several times. Other work on the machine makes a run slower and
//! never faster, so the median and the range show how far a figure can be trusted. All runs must have
//! the same node count, and it is compared with the one that the last such commit names.

use std::error::Error;
use std::path::Path;
use std::process::Command;

use clap::Args;
use cleave_kit::progress;
use cleave_kit::statistics::{median, range};

use crate::tool;

/// What to run, and how often.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Number of runs.
    #[arg(long, value_name = "R", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..))]
    runs: u16,
    /// The node count that every run must have. By default that of the last commit with a line
    /// 'bench: N nodes', if there is one.
    #[arg(long, value_name = "NODES")]
    expect: Option<u64>,
}

/// The figures of a run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Run {
    /// The signature of the search.
    pub(crate) nodes: u64,
    /// Nodes per second.
    pub(crate) speed: f64,
}

/// Builds the engine, runs it and prints how fast it is.
///
/// # Errors
/// It does not build or run, or the node count is not the expected one.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let root = tool::repository()?;
    let bar = progress::ticking_bar("build", 1 + u64::from(arguments.runs));
    let program = tool::build(&root, "cleave").release().run()?;
    let mut runs = Vec::new();
    bar.set_message("bench");
    for number in 1..=arguments.runs {
        bar.inc(1);
        let run = measure(program.command().arg("bench"))?;
        bar.suspend(|| println!("run {number}: {} nodes {:.0} nps", run.nodes, run.speed));
        runs.push(run);
    }
    bar.finish_and_clear();
    let nodes = signature(&runs, arguments.expect.or_else(|| last_signature(&root)))?;
    let speeds: Vec<f64> = runs.iter().map(|run| run.speed).collect();
    let (least, most) = range(&speeds);
    println!("{nodes} nodes, median {:.0} nps, {least:.0} to {most:.0}", median(&speeds));
    Ok(())
}

/// Runs a bench.
pub(crate) fn measure(command: &mut Command) -> Result<Run, Box<dyn Error>> {
    let text = tool::printed(command)?;
    let last = text.lines().last().unwrap_or_default();
    Ok(read(last).ok_or_else(|| format!("expected 'N nodes M nps' from bench, not '{last}'"))?)
}

/// Reads `N nodes M nps`.
fn read(line: &str) -> Option<Run> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [nodes, "nodes", speed, "nps"] = words[..] else { return None };
    Some(Run { nodes: nodes.parse().ok()?, speed: speed.parse().ok()? })
}

/// The node count of the runs; there must be one run at least.
fn signature(runs: &[Run], expected: Option<u64>) -> Result<u64, String> {
    let nodes = same_nodes(runs)?;
    match expected {
        Some(expected) if expected != nodes => Err(format!(
            "{nodes} nodes, expected {expected}. A commit that changes the search names its count: 'bench: {nodes} nodes'"
        )),
        _ => Ok(nodes),
    }
}

/// The node count that all runs have; there must be one run at least.
pub(crate) fn same_nodes(runs: &[Run]) -> Result<u64, String> {
    let nodes = runs[0].nodes;
    match runs.iter().find(|run| run.nodes != nodes) {
        Some(other) => Err(format!("{nodes} nodes in one run, {} in another", other.nodes)),
        None => Ok(nodes),
    }
}

/// The signature of the last commit that names one; none without a history.
fn last_signature(root: &Path) -> Option<u64> {
    let mut git = Command::new("git");
    git.args(["log", "-1", "--format=%B", "--extended-regexp", "--grep=^bench: [0-9]+ nodes"]);
    named_in(&tool::printed(git.current_dir(root)).ok()?)
}

/// The count in the line `bench: N nodes` of a commit's message.
fn named_in(message: &str) -> Option<u64> {
    let count = |line: &str| line.strip_prefix("bench: ")?.split_once(" nodes")?.0.parse().ok();
    message.lines().find_map(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_figures_are_in_the_last_line() {
        let run = Run { nodes: 5_930_225, speed: 1_000_000.0 };
        assert_eq!(read("5930225 nodes 1000000 nps"), Some(run));
        assert_eq!(read("5930225 nodes"), None);
        assert_eq!(read("some nodes 1000000 nps"), None);
    }

    #[test]
    fn a_commit_names_its_signature_on_a_line_of_its_own() {
        let message = "Prefetch: 3 % faster\n\nbench: none of it\n";
        assert_eq!(named_in(message), None);
        assert_eq!(named_in(&format!("{message}bench: 5 nodes\n")), Some(5));
        assert_eq!(named_in("Reduce more\n\nbench: 123 nodes (was 456)\n"), Some(123));
        assert_eq!(named_in("bench, 123 nodes"), None);
    }

    #[test]
    fn another_tree_is_an_error() {
        let run = |nodes| Run { nodes, speed: 1.0 };
        assert_eq!(signature(&[run(7), run(7)], None), Ok(7));
        assert_eq!(signature(&[run(7)], Some(7)), Ok(7));
        let error = signature(&[run(7), run(8)], None).unwrap_err();
        assert_eq!(error, "7 nodes in one run, 8 in another");
        let error = signature(&[run(7)], Some(9)).unwrap_err();
        assert!(error.starts_with("7 nodes, expected 9."), "{error}");
    }
}
