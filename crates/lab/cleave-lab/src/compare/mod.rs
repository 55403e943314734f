//! `cargo xtask compare`: every parallel algorithm on the same trees, in virtual time.
//!
//! For each size of tree there is a file, the journal of an [`experiment`]. It keeps the searches as they are done, and
//! a comparison that is broken off continues where it stopped. Later ones may add algorithms, sizes of teams, seeds and
//! positions. The same command writes the same file, to the byte, on any machine. `cargo xtask report` makes tables and
//! pictures of it. With `--check` some searches of the file are done again, and must come out as they are written.

mod kind;

use std::path::{Path, PathBuf};

use clap::Args;
use cleave_kit::experiment;
use cleave_kit::files::{Destination, own_journal};
use cleave_kit::processors;
use cleave_kit::{Error, Result};
use cleave_search::Searcher;
use cleave_virtual_time::critical_path::Rule;

use crate::options::{Check, Costs, DEFAULT_HASH, DEFAULT_JITTER, Positions};
use crate::searches::{Goal, Team};
use crate::signature;
pub use crate::time_to_depth::Row;
use crate::time_to_depth::backend::BackendKind;
use crate::time_to_depth::{Losses, Measurement, Searches, Setting};
pub use kind::Kind;

/// A comparison of teams on trees of one size.
pub(crate) type Comparison = Measurement<Losses>;

/// Reads a comparison from its journal, and returns the figures of each team.
///
/// # Errors
/// The file cannot be read, or is no comparison.
pub fn read(path: &Path) -> Result<Vec<Row>> {
    Ok(Comparison::read(path)?.rows())
}

/// The arguments of `compare`.
#[derive(Args)]
pub struct Arguments {
    /// The algorithms; by default all, and three other forms of dts. In `dts-groups` 24 workers or more part into equal
    /// groups of about 16 that split a tree each. In `dts-without-next` workers without work wait, as in all other
    /// algorithms, and do not begin the next iteration. In `dts-best-together` all workers search recently best root
    /// moves together.
    #[arg(long, value_delimiter = ',', value_name = "NAME,NAME,...")]
    algorithms: Vec<Kind>,
    /// Numbers of workers.
    #[arg(long, value_delimiter = ',', default_value = "2,4,8,16,64", value_name = "N,N,...",
          value_parser = clap::value_parser!(u16).range(1..=cleave_smp::MAX_WORKERS as i64))]
    workers: Vec<u16>,
    /// Sizes of P_seq's trees: each position is searched to the depth at which its tree has about this many nodes.
    #[arg(long, value_delimiter = ',', default_value = "500000", value_name = "N,N,...",
          value_parser = clap::value_parser!(u64).range(1_000..=1_000_000_000))]
    nodes: Vec<u64>,
    /// Number of seeds.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..))]
    seeds: u64,
    #[command(flatten)]
    positions: Positions,
    /// Size of the table, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = DEFAULT_HASH)]
    hash: usize,
    /// By how many percent prices vary at random.
    #[arg(long, value_name = "P", default_value_t = DEFAULT_JITTER, value_parser = clap::value_parser!(u32).range(..=100))]
    jitter: u32,
    #[command(flatten)]
    costs: Costs,
    /// The folder of the files, `trees-NODES.jsonl`. Searches that are in a file are not done again. By default
    /// a file of this setting in measurements, and with --check those that are committed, in data/compare.
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    #[command(flatten)]
    check: Check,
}

/// Compares, one size of tree after the other, and prints a table of each; or checks a file.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    compare(arguments, signature::own_signature)
}

/// The signature takes some seconds, so `signature` is called only once the arguments are found valid.
fn compare(arguments: &Arguments, signature: impl FnOnce() -> Result<u64>) -> Result<()> {
    let (positions, costs) = (arguments.positions.read()?, arguments.costs.read()?);
    let teams: Vec<_> =
        [None].into_iter().chain(arguments.teams()?.into_iter().map(Some)).collect();
    let mut sizes = Vec::new();
    for &nodes in &arguments.nodes {
        let (jitter, costs) = (Some(arguments.jitter), Some(costs));
        let setting = Setting::new(BackendKind::Virtual, Goal::Nodes { nodes });
        let setting = Setting { hash: arguments.hash, jitter, costs, ..setting };
        let seeds = (0, arguments.seeds);
        let searches =
            Searches::<Searcher, Losses>::new(&positions, setting, teams.clone(), seeds)?;
        sizes.push((nodes, searches));
    }
    processors::yield_to_others();
    let bench = Some(signature()?);
    for (nodes, mut searches) in sizes {
        searches.setting.bench = bench;
        let (file, keys) = (arguments.file(nodes, &searches.setting)?, searches.keys());
        if let Some(of_each) = arguments.check.of_each {
            experiment::check(&mut searches, &file, &keys, of_each)?;
            continue;
        }
        let file = Destination::create(&file)?;
        let found = experiment::complete(&mut searches, Some(&file), &keys, None)?;
        let cells = found.into_values().collect();
        let comparison = Comparison { setting: searches.setting, cells };
        let paths = Rule::ALL.map(|rule| format!("{} {}", rule.name(), comparison.paths(rule)));
        println!("trees of about {nodes} nodes\n{}W / C: {}", comparison.text(), paths.join(", "));
    }
    Ok(())
}

impl Arguments {
    /// Returns the file of this size of trees.
    fn file(&self, nodes: u64, setting: &Setting) -> Result<PathBuf> {
        let name = format!("trees-{nodes}");
        let committed = self.check.of_each.map(|_| Path::new("data/compare"));
        match self.out.as_deref().or(committed) {
            Some(folder) => Ok(folder.join(name + ".jsonl")),
            None => own_journal(&name, setting),
        }
    }

    /// Returns the teams of all sizes; by default the possible teams of each kind.
    ///
    /// # Errors
    /// A chosen kind has no team of one of the sizes.
    fn teams(&self) -> Result<Vec<Team>> {
        let sizes = || self.workers.iter().map(|&workers| usize::from(workers));
        if self.algorithms.is_empty() {
            return Ok(Kind::all()
                .flat_map(|kind| sizes().filter_map(move |size| kind.team(size)))
                .collect());
        }
        let chosen = self.algorithms.iter().flat_map(|&kind| sizes().map(move |size| (kind, size)));
        chosen
            .map(|(kind, size)| {
                kind.team(size).ok_or_else(|| {
                    Error::refused(format!(
                        "there is no '{kind}' of {size} workers: they would not part into equal groups"
                    ))
                })
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use cleave_kit::files::scratch::Scratch;
    use cleave_kit::options::words::parse;

    use super::*;

    const POSITIONS: &str = "r4rk1/pb1nqppp/1p3n2/3p4/3P4/1PN1PN2/PB2QPPP/2R2RK1 w - - id \"a\";
8/5pk1/R5p1/7p/1r3P1P/6P1/5PK1/8 b - - id \"b\";
";

    const FILE: &str = "trees-3000.jsonl";

    fn compare_in(scratch: &Scratch, more: &[&str]) -> String {
        run_in(scratch, more).unwrap();
        scratch.text(FILE)
    }

    fn run_in(scratch: &Scratch, more: &[&str]) -> Result<()> {
        scratch.write("two.epd", POSITIONS);
        compare_two(scratch, more)
    }

    fn compare_two(scratch: &Scratch, more: &[&str]) -> Result<()> {
        let costs = concat!("--costs=", env!("CARGO_MANIFEST_DIR"), "/../../../data/costs.json");
        let (epd, out) = (scratch.option("--positions", "two.epd"), scratch.option("--out", ""));
        let words = ["compare", "--nodes=3000", "--hash=1", costs, &epd, &out];
        compare(&parse(words.iter().chain(more)).unwrap(), || Ok(7))
    }

    #[test]
    fn two_positions_of_one_name_are_refused() {
        let scratch = Scratch::new("equal-names");
        scratch.write("two.epd", &POSITIONS.replace("\"b\"", "\"a\""));
        let refused = compare_two(&scratch, &[]).unwrap_err().to_string();
        assert!(refused.contains("two positions are called 'two a'"), "{refused}");
    }

    #[test]
    fn a_comparison_made_in_parts_equals_one_made_at_once() {
        let scratch = Scratch::new("compare");
        let chosen = ["--algorithms=dts,dts-without-next,abdada-simplified", "--workers=2,4"];
        let whole = compare_in(&scratch, &chosen);
        std::fs::remove_file(scratch.path(FILE)).unwrap();
        compare_in(&scratch, &["--seeds=1", "--algorithms=abdada-simplified", "--workers=4"]);
        let part = compare_in(&scratch, &["--algorithms=dts", "--workers=4"]);
        assert!(part.len() < whole.len());
        assert_eq!(compare_in(&scratch, &chosen), whole);
        // Two seeds of two positions: P_seq and six teams each.
        assert_eq!(whole.lines().count(), 1 + 2 * 2 * (1 + 6));
        let comparison = Comparison::read(&scratch.path(FILE)).unwrap();
        assert_eq!(comparison.cells.len(), 4 + 24);
        assert_eq!((comparison.sets(), comparison.seeds_of(2)), (vec![("two", 2)], 2));
        for row in comparison.rows() {
            assert!(row.means["joins"] > 0.0, "{row:?}");
            assert!((0.2..row.team.workers as f64).contains(&row.speedup.mean), "{row:?}");
        }
    }

    #[test]
    fn groups_are_compared_as_teams_of_all_their_workers() {
        let scratch = Scratch::new("compare-groups");
        let refused = run_in(&scratch, &["--algorithms=dts-groups", "--workers=32,25"]);
        let refused = refused.unwrap_err().to_string();
        assert!(refused.contains("there is no 'dts-groups' of 25 workers"), "{refused}");
        compare_in(&scratch, &["--algorithms=dts-groups", "--workers=38,64", "--seeds=1"]);
        compare_in(&scratch, &["--algorithms=dts", "--workers=64", "--seeds=1"]);
        let comparison = Comparison::read(&scratch.path(FILE)).unwrap();
        assert_eq!((comparison.cells.len(), comparison.seeds_of(64)), (2 + 6, 1));
        let [tree, two, four] = &comparison.rows()[..] else { panic!("three have searched") };
        assert_eq!([tree, two, four].map(|row| row.team.workers_of_all()), [64, 38, 64]);
        assert!(four.node_ratio.mean > tree.node_ratio.mean, "of all groups: {four:?} {tree:?}");
        assert!(comparison.faster(four.team, tree.team).is_some());
    }

    #[test]
    fn a_check_finds_results_that_differ_from_this_programs() {
        let scratch = Scratch::new("compare-check");
        let all = ["--algorithms=dts,tree-splitting", "--workers=2", "--check=100"];
        let refused = || run_in(&scratch, &all).unwrap_err().to_string();
        assert!(refused().contains("No such file"), "{}", refused());
        let whole = compare_in(&scratch, &all[..2]);
        run_in(&scratch, &all).unwrap();
        run_in(&scratch, &["--check=1"]).unwrap();
        // Each change concerns one thing: P_seq's result, a depth, a team's result, or the setting.
        for (line, change) in [
            (("two a", 0, "chains"), ("\"dts\":", "\"dts\":1")),
            (("two b", 1, "chains"), ("\"depth\":", "\"depth\":1")),
            (("two a", 1, "\"dts\""), ("\"time\":", "\"time\":1")),
            (("two b", 0, "\"tree-splitting\""), ("\"joins\":", "\"joins\":1")),
        ] {
            let words = [line.0.into(), format!("\"seed\":{}", line.1), line.2.into()];
            let is_it = |text: &&str| words.iter().all(|word: &String| text.contains(word));
            let old = whole.lines().find(is_it).expect("there is such a search");
            let spoilt = whole.replace(old, &old.replace(change.0, change.1));
            scratch.write(FILE, &spoilt);
            assert!(refused().contains("1 of 12 entries done again are not as"), "{}", refused());
            assert_eq!(scratch.text(FILE), spoilt, "nothing is written");
        }
        scratch.write(FILE, &whole.replace("\"bench\":7", "\"bench\":8"));
        assert!(refused().contains("another setting"), "{}", refused());
        scratch.write(FILE, &(whole.lines().next().unwrap().to_owned() + "\n"));
        assert!(refused().contains("none of the entries to check"), "{}", refused());
    }
}
