//! `cargo xtask path`: the critical path of P_seq's trees under the joining rules of several algorithms.
//!
//! W is the number of nodes, C the longest chain of nodes that must wait for each other. No team that searches exactly
//! this tree gains more than W / C, unless its idle workers begin the next iteration.
//! `cleave_virtual_time::critical_path` says how they are measured. Counts, not times: the same command prints the same
//! table on every machine.

use clap::Args;
use cleave_kit::Result;
use cleave_kit::statistics::{geometric_mean, round};
use cleave_kit::{parallel, processors, progress, table};
use cleave_search::Searcher;
use cleave_virtual_time::critical_path::Rule;
use serde::Serialize;

use crate::options::{DEFAULT_HASH, Json, Positions};
use crate::searches::depth::Time;
use crate::searches::{Chains, DepthSearcher, Goal, TestPosition};

/// The trees to measure.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    positions: Positions,
    /// Search every position to this depth.
    #[arg(long, value_name = "D", conflicts_with = "nodes", value_parser = clap::value_parser!(u32).range(1..=200))]
    depth: Option<u32>,
    /// Search each position to the depth at which P_seq's tree has about this many nodes.
    #[arg(long, value_name = "N", default_value_t = 500_000, value_parser = clap::value_parser!(u64).range(1_000..=1_000_000_000))]
    nodes: u64,
    /// Size of the table, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = DEFAULT_HASH)]
    hash: usize,
    #[command(flatten)]
    json: Json,
}

/// The tree that P_seq searches from one position.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct Tree {
    /// The file of the position, and its id there.
    position: String,
    depth: u32,
    /// W: all nodes.
    nodes: u64,
    /// C: the nodes of the longest chain under each rule, by its name.
    chains: Chains,
}

impl Tree {
    /// W / C, if the rule has been measured.
    fn parallelism(&self, rule: Rule) -> Option<f64> {
        self.chains.get(rule.name()).map(|&chain| self.nodes as f64 / chain as f64)
    }
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
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let positions = arguments.positions.read()?;
    let mut searchers = Vec::new();
    for _ in 0..processors::available().min(positions.len()) {
        searchers.push(Searcher::new(arguments.hash)?);
    }
    processors::yield_to_others();
    let bar = progress::bar("trees", positions.len() as u64);
    let trees = parallel::each(&mut searchers, positions.len(), None, |searcher, place| {
        let tree = arguments.tree(searcher, &positions[place]);
        bar.inc(1);
        tree
    });
    bar.finish_and_clear();
    let trees: Vec<Tree> = trees.into_iter().flatten().collect();
    let parallelism = Rule::ALL.map(|rule| (rule.name(), round(mean(&trees, rule), 3))).into();
    let paths = Paths { hash: arguments.hash, parallelism, trees };
    arguments.json.write(&paths)?;
    print!("{}", text(&paths));
    Ok(())
}

impl Arguments {
    fn tree(&self, searcher: &mut Searcher, position: &TestPosition) -> Tree {
        let goal = match self.depth {
            Some(depth) => Goal::Depth { depth },
            None => Goal::Nodes { nodes: self.nodes },
        };
        let depth = searcher.depth(&position.position, goal, Time::Real);
        searcher.perturb(&position.position, 0);
        let found = searcher.trace(&position.position, depth);
        Tree { position: position.name(), depth, nodes: found.nodes, chains: found.chains }
    }
}

/// Returns the geometric mean of W / C.
fn mean(trees: &[Tree], rule: Rule) -> f64 {
    geometric_mean(&trees.iter().filter_map(|tree| tree.parallelism(rule)).collect::<Vec<_>>())
}

fn text(paths: &Paths) -> String {
    let mut columns = vec![("W / C", -20), ("depth", 5), ("W", 12)];
    columns.extend(Rule::ALL.map(|rule| (rule.name(), 10)));
    let trees = paths.trees.iter().map(|tree| {
        let position = tree.position.chars().take(20).collect();
        let gains = Rule::ALL.iter().filter_map(|&rule| tree.parallelism(rule));
        let gains = gains.map(|gain| format!("{gain:.2}"));
        [position, tree.depth.to_string(), tree.nodes.to_string()]
            .into_iter()
            .chain(gains)
            .collect()
    });
    let means = paths.parallelism.iter().map(|(_, mean)| format!("{mean:.2}"));
    let last = ["geometric mean", "", ""].map(String::from).into_iter().chain(means).collect();
    table::text(&columns, trees.chain([last]))
}

#[cfg(test)]
mod tests {
    use cleave_kit::options::words::parse;

    use super::*;
    use crate::searches::positions;

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
