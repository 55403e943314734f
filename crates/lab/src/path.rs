//! `cargo xtask path`: the critical path of P_seq's trees under the joining rules of several algorithms.
//!
//! W is the number of nodes, C the longest chain of nodes that must wait for each other; no number of
//! workers gains more than W / C. `cleave_smp_lab::critical_path` says how they are measured. Counts, not
//! times: the same command prints the same table on every machine.

use std::error::Error;
use std::path::PathBuf;

use clap::Args;
use cleave_search::Searcher;
use cleave_smp_lab::critical_path::Rule;
use serde::Serialize;

use crate::destination::Destination;
use crate::figures::run::round;
use crate::figures::statistics::geometric_mean;
use crate::figures::tree::Tree;
use crate::speedup::positions::Entry;
use crate::{parallel, processors, progress, speedup};

/// The trees to measure.
#[derive(Args)]
pub struct Arguments {
    /// A file of positions, FEN or EPD; may be given several times. By default the positions of the
    /// DTS article and more varied ones.
    #[arg(long, value_name = "FILE")]
    positions: Vec<PathBuf>,
    /// Search every position to this depth.
    #[arg(long, value_name = "D", conflicts_with = "nodes", value_parser = clap::value_parser!(u32).range(1..=200))]
    depth: Option<u32>,
    /// Search each position to the depth at which P_seq's tree has about this many nodes.
    #[arg(long, value_name = "N", default_value_t = 500_000, value_parser = clap::value_parser!(u64).range(1_000..=1_000_000_000))]
    nodes: u64,
    /// Size of the table, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = speedup::DEFAULT_HASH)]
    hash: usize,
    /// The file to write; by default none.
    #[arg(long, value_name = "FILE", value_parser = Destination::parse)]
    json: Option<Destination>,
}

/// The trees, and the means of W / C over them.
#[derive(Serialize)]
struct Paths {
    hash: usize,
    /// For each rule the geometric mean of W / C.
    parallelism: Vec<(&'static str, f64)>,
    trees: Vec<Tree>,
}

/// Measures, and prints a table.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let entries = speedup::positions::read(&arguments.positions)?;
    let mut searchers = Vec::new();
    for _ in 0..processors::available().min(entries.len()) {
        searchers.push(Searcher::new(arguments.hash)?);
    }
    processors::yield_to_others();
    let bar = progress::bar("trees", entries.len() as u64);
    let trees = parallel::each(&mut searchers, entries.len(), None, |searcher, index| {
        let tree = arguments.tree(searcher, &entries[index]);
        bar.inc(1);
        tree
    });
    bar.finish_and_clear();
    let trees: Vec<Tree> = trees.into_iter().flatten().collect();
    let parallelism = Rule::ALL.map(|rule| (rule.name(), round(mean(&trees, rule), 3))).into();
    let paths = Paths { hash: arguments.hash, parallelism, trees };
    // The file comes first: printing fails if the reader of a pipe is gone.
    if let Some(json) = &arguments.json {
        json.write_json(&paths)?;
    }
    print(&paths);
    Ok(())
}

impl Arguments {
    fn tree(&self, searcher: &mut Searcher, entry: &Entry) -> Tree {
        let depth = self
            .depth
            .unwrap_or_else(|| speedup::depth_for_nodes(searcher, &entry.position, self.nodes));
        Tree::measure(searcher, entry, depth, 0)
    }
}

/// The geometric mean of W / C.
fn mean(trees: &[Tree], rule: Rule) -> f64 {
    geometric_mean(&trees.iter().filter_map(|tree| tree.parallelism(rule)).collect::<Vec<_>>())
}

fn print(paths: &Paths) {
    print!("{:<20} {:>5} {:>12}", "W / C", "depth", "W");
    Rule::ALL.iter().for_each(|rule| print!(" {:>10}", rule.name()));
    println!();
    for tree in &paths.trees {
        print!("{:<20.20} {:>5} {:>12}", tree.position, tree.depth, tree.nodes);
        let gains = Rule::ALL.iter().filter_map(|&rule| tree.parallelism(rule));
        gains.for_each(|gain| print!(" {gain:>10.2}"));
        println!();
    }
    print!("{:<39}", "geometric mean");
    paths.parallelism.iter().for_each(|(_, mean)| print!(" {mean:>10.2}"));
    println!();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command_line::parse;
    use crate::speedup::positions;

    #[test]
    fn a_tree_of_the_size_asked_for_is_the_same_every_time() {
        let arguments = parse::<Arguments>(["path", "--nodes=20000", "--hash=2"]).unwrap();
        let entries = positions::parse("s", "8/5pk1/R5p1/7p/1r3P1P/6P1/5PK1/8 b - - id \"a\";");
        let entry = &entries.unwrap()[0];
        let mut searcher = Searcher::new(2).unwrap();
        let tree = arguments.tree(&mut searcher, entry);
        assert!((7_000..60_000).contains(&tree.nodes), "{tree:?}");
        assert_eq!(arguments.tree(&mut searcher, entry), tree);
        assert!(mean(&[tree.clone(), tree.clone()], Rule::Ybwc) > 1.0);
        let deeper = parse::<Arguments>(["path", "--depth=14", "--hash=2"]).unwrap();
        assert_eq!(deeper.tree(&mut searcher, entry).depth, 14);
    }
}
