//! How many nodes the table ends, and how many cutoffs the first move makes.

use cleave_kit::table::{Align, markdown};
use cleave_kit::{Result, parallel, processors, progress};
use cleave_search::team::Algorithm;
use cleave_search::{Limits, Root, Searcher, TreeCounts, Undisturbed};
use cleave_virtual_time::virtual_time::{CostModel, Machine};
use serde::{Deserialize, Serialize};

use super::Arguments;
use crate::chess::VirtualSearch;
use crate::options::split;
use crate::searches::depth::Time;
use crate::searches::team::become_team;
use crate::searches::{DepthSearcher, Goal, Team, TestPosition};
use crate::signature::own_signature;

/// The programs that search each position. No team is P_seq.
const TEAMS: [Option<Team>; 5] = [
    None,
    Some(Team::new(Algorithm::Dts, 2)),
    Some(Team::new(Algorithm::Dts, 16)),
    Some(Team::new(Algorithm::Lazy, 2)),
    Some(Team::new(Algorithm::Lazy, 16)),
];

/// The counts of all programs.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Answers {
    positions: usize,
    /// The size of P_seq's trees.
    nodes: u64,
    /// Of the table, in MiB.
    hash: usize,
    /// The signature of the program.
    bench: u64,
    programs: Vec<Counts>,
}

/// The counts of one program, over all positions.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
struct Counts {
    /// None is P_seq.
    team: Option<Team>,
    nodes: u64,
    cutoffs: u64,
    /// Cutoffs by the first move searched.
    by_first_move: u64,
    probes: u64,
    hits: u64,
    /// Nodes that the table ended at once.
    ended: u64,
}

/// Searches all positions by all programs.
///
/// # Errors
/// A file cannot be read, or there is no memory.
pub(super) fn measure(arguments: &Arguments) -> Result<Answers> {
    let (positions, costs) = (arguments.positions.read()?, arguments.costs.read()?);
    let mut searchers = Vec::new();
    for _ in 0..processors::available().min(positions.len()) {
        searchers.push(Searcher::new(arguments.hash)?);
    }
    let bar = progress::bar("positions", positions.len() as u64);
    let found = parallel::until_error(&mut searchers, positions.len(), None, |searcher, place| {
        let counts = count(searcher, &positions[place], arguments.nodes, costs);
        bar.inc(1);
        counts
    })?;
    bar.finish_and_clear();
    let mut programs = TEAMS.map(|team| Counts { team, ..Counts::default() });
    for of_position in found.iter().flatten() {
        programs.iter_mut().zip(of_position).for_each(|(sum, more)| sum.add(more));
    }
    let Arguments { nodes, hash, .. } = *arguments;
    let bench = own_signature()?;
    Ok(Answers { positions: positions.len(), nodes, hash, bench, programs: programs.into() })
}

/// The nodes of a search, and the counts of its tree.
type Found = (u64, TreeCounts);

/// Searches a position by all programs, and counts.
fn count(
    searcher: &mut Searcher,
    position: &TestPosition,
    nodes: u64,
    costs: CostModel,
) -> Result<[Found; TEAMS.len()]> {
    let depth = searcher.depth(&position.position, Goal::Nodes { nodes }, Time::Real);
    let (root, limits) = (Root::from(position.position), Limits::to_depth(depth));
    let mut found = TEAMS.map(|_| Found::default());
    for (team, found) in TEAMS.into_iter().zip(&mut found) {
        let outcome = match team {
            None => {
                searcher.perturb(&position.position, 0);
                searcher.search_sequentially(&root, &limits, &mut Undisturbed)
            }
            Some(team) => {
                become_team(searcher, team, split::params(&[])?, 0)?;
                let search = VirtualSearch::on(Machine { costs, ..Machine::new(team.workers) });
                search.run(searcher, &root, &limits, &mut Undisturbed)?.0
            }
        };
        *found = (outcome.nodes, outcome.tree);
    }
    Ok(found)
}

impl Counts {
    fn add(&mut self, (nodes, tree): &Found) {
        self.nodes += nodes;
        self.cutoffs += tree.cutoffs;
        self.by_first_move += tree.first_move_cutoffs;
        self.probes += tree.table_probes;
        self.hits += tree.table_hits;
        self.ended += tree.table_cutoffs;
    }

    fn row(&self) -> Vec<String> {
        let percent =
            |part: u64, whole: u64| format!("{:.1} %", 100.0 * part as f64 / whole.max(1) as f64);
        let (name, workers) = match self.team {
            None => ("P_seq".into(), 1),
            Some(team) => (format!("`{}`", team.algorithm), team.workers),
        };
        vec![
            name,
            workers.to_string(),
            percent(self.by_first_move, self.cutoffs),
            format!("{:.2}", self.probes as f64 / self.nodes.max(1) as f64),
            percent(self.hits, self.probes),
            percent(self.ended, self.nodes),
        ]
    }
}

impl Answers {
    pub(super) fn table(&self) -> String {
        let Answers { positions, nodes, hash, programs, .. } = self;
        let heads = "program | workers | cutoffs by the first move | lookups a node | lookups that find the position | nodes that the table ends";
        let table = markdown(Align::RightOfName, heads, programs.iter().map(Counts::row));
        format!(
            "{positions} positions, trees of about {nodes} nodes, a table of {hash} MiB.\n\n{table}"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::searches::positions;

    #[test]
    fn counts_are_the_same_every_time_and_a_smaller_part_never_exceeds_its_whole() {
        let entries = positions::parse(
            "s",
            "r4rk1/pb1nqppp/1p3n2/3p4/3P4/1PN1PN2/PB2QPPP/2R2RK1 w - - id \"a\";",
        );
        let entry = &entries.unwrap()[0];
        let count = || {
            let mut searcher = Searcher::new(1).unwrap();
            let found = count(&mut searcher, entry, 5_000, CostModel::default()).unwrap();
            found.map(|found| {
                let mut counts = Counts::default();
                counts.add(&found);
                counts
            })
        };
        let counts = count();
        assert_eq!(count(), counts);
        for Counts { nodes, cutoffs, by_first_move, probes, hits, ended, .. } in counts {
            assert!(0 < by_first_move && by_first_move < cutoffs && cutoffs < nodes);
            assert!(0 < ended && ended < hits && hits < probes && ended < nodes);
        }
    }

    #[test]
    fn the_committed_counts_are_those_of_this_search() {
        let root = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."));
        let committed: Answers =
            cleave_kit::files::read_json(&root.join("data/memory/answers.json")).unwrap();
        let signature = std::fs::read_to_string(root.join("data/bench.txt")).unwrap();
        let signature = signature.lines().last().unwrap();
        assert_eq!(committed.bench.to_string(), signature, "measure again: `cargo xtask memory`");
    }

    #[test]
    fn shares_are_of_cutoffs_lookups_and_nodes() {
        let counts = Counts {
            team: None,
            nodes: 1_000,
            cutoffs: 200,
            by_first_move: 180,
            probes: 900,
            hits: 300,
            ended: 150,
        };
        assert_eq!(counts.row(), ["P_seq", "1", "90.0 %", "0.90", "33.3 %", "15.0 %"]);
    }
}
