//! All searches of a measurement, and the file that holds them.

use std::collections::BTreeMap;

use cleave_search::Algorithm;
use cleave_smp_lab::virtual_time::{CostModel, Machine};
use serde::{Deserialize, Serialize};

use super::run::Run;
use super::summary::{Summary, summarize};
use crate::options::DEFAULT_HASH;
use crate::searches::{Goal, Team, TestPosition, algorithm};
use crate::statistics::{Estimate, geometric_mean, median};

/// How a measurement is made.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Plan {
    /// `fork`, `thread` or `virtual`.
    pub(crate) backend: String,
    /// How the teams share the tree.
    #[serde(
        default = "algorithm::list::default",
        skip_serializing_if = "algorithm::list::is_default",
        with = "algorithm::list"
    )]
    pub(crate) algorithms: Vec<Algorithm>,
    /// Sizes of the teams of each algorithm, the first of which is one.
    pub(crate) workers: Vec<usize>,
    /// Searches of each position by each program; seeds in virtual time.
    pub(crate) runs: usize,
    #[serde(flatten)]
    pub(crate) goal: Goal,
    /// Size of the table, in MiB.
    pub(crate) hash: usize,
    /// Parameters of splitting other than the default ones: `Share=50`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) split: Vec<String>,
    /// What else the searches depend on in virtual time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) virtual_time: Option<VirtualTime>,
}

/// The setting of virtual time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct VirtualTime {
    /// The cost model.
    pub(crate) costs: CostModel,
    /// The first seed.
    pub(crate) seed: u64,
    /// By how many percent costs vary; by default 0 for seed 0 and 5 for others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) jitter: Option<u32>,
}

/// By how many percent costs vary by default. Seed 0 is the reference run.
fn default_jitter(seed: u64) -> u32 {
    if seed == 0 { 0 } else { 5 }
}

impl VirtualTime {
    /// The machine of a team.
    pub(super) fn machine(&self, workers: usize, seed: u64) -> Machine {
        let jitter = self.jitter.unwrap_or_else(|| default_jitter(seed));
        Machine { costs: self.costs, seed, jitter, ..Machine::new(workers) }
    }
}

/// A measurement. Its file holds the summaries for other readers; they follow from the searches, and
/// are computed again when the file is read.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "Searches")]
pub(crate) struct Measurement {
    #[serde(rename = "setting")]
    pub(crate) plan: Plan,
    /// Over all positions, by size of the team.
    pub(crate) summary: Vec<Summary>,
    /// The same for the positions of each file, where there is more than one.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) sets: BTreeMap<String, Vec<Summary>>,
    pub(crate) positions: Vec<Searched>,
}

/// All searches of one position.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Searched {
    /// The file it is from, without its extension.
    pub(crate) set: String,
    pub(crate) id: String,
    pub(crate) fen: String,
    pub(crate) depth: u32,
    /// Runs of P_seq, each paired with the teams' runs of the same number; or one for all.
    pub(crate) sequential: Vec<Run>,
    /// Runs of the teams, in the order of [`Plan::teams`].
    pub(crate) teams: Vec<TeamRuns>,
}

/// All searches of one position by teams of one algorithm and size.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct TeamRuns {
    #[serde(default, skip_serializing_if = "algorithm::is_default", with = "algorithm")]
    pub(crate) algorithm: Algorithm,
    pub(crate) workers: usize,
    pub(crate) runs: Vec<Run>,
}

impl Plan {
    /// One search of each position by `dts` with one and two workers, and all else by default.
    pub(crate) fn new(backend: &str, goal: Goal) -> Plan {
        Plan {
            backend: backend.into(),
            algorithms: vec![Algorithm::Dts],
            workers: vec![1, 2],
            runs: 1,
            goal,
            hash: DEFAULT_HASH,
            split: Vec::new(),
            virtual_time: None,
        }
    }

    /// The teams: of each algorithm all sizes.
    pub(crate) fn teams(&self) -> Vec<Team> {
        let sizes =
            |&algorithm| self.workers.iter().map(move |&workers| Team::new(algorithm, workers));
        self.algorithms.iter().flat_map(sizes).collect()
    }

    /// The place of the team of one that has the algorithm of this team.
    pub(crate) fn team_of_one(&self, team: usize) -> usize {
        team - team % self.workers.len()
    }

    /// Summarises a figure over several runs of one position: by the median of real runs, since the
    /// machine may be busy during one of them, and by the geometric mean in virtual time, where nothing
    /// disturbs a run.
    pub(crate) fn typical(&self, figures: &[f64]) -> f64 {
        if self.backend == "virtual" { geometric_mean(figures) } else { median(figures) }
    }
}

impl Searched {
    /// A position with its runs by P_seq, which is no team, and by each team of the plan.
    pub(super) fn new(
        position: &TestPosition,
        depth: u32,
        plan: &Plan,
        runs: impl Fn(Option<Team>) -> Vec<Run>,
    ) -> Searched {
        let of_team = |team @ Team { algorithm, workers, .. }| TeamRuns {
            algorithm,
            workers,
            runs: runs(Some(team)),
        };
        Searched {
            set: position.set.clone(),
            id: position.id.clone(),
            fen: position.fen.clone(),
            depth,
            sequential: runs(None),
            teams: plan.teams().into_iter().map(of_team).collect(),
        }
    }

    /// The runs of a team, each with the run of P_seq made next to it.
    pub(crate) fn pairs(&self, team: usize) -> impl Iterator<Item = (&Run, &Run)> {
        let runs = self.teams.get(team).map_or(&[][..], |team| &team.runs);
        self.sequential.iter().cycle().zip(runs)
    }

    /// A figure of P_seq, summarised over its runs.
    pub(crate) fn alone(&self, plan: &Plan, figure: impl Fn(&Run) -> f64) -> f64 {
        plan.typical(&self.sequential.iter().map(figure).collect::<Vec<_>>())
    }

    /// Time of P_seq by time of a team, summarised over the runs. Each ratio is of two runs made one
    /// after the other, so that a busy machine slows both.
    pub(crate) fn speedup(&self, plan: &Plan, team: usize) -> f64 {
        self.ratio(plan, team, Run::speedup)
    }

    /// A ratio of a run of P_seq and the team's run made next to it, summarised over the runs.
    pub(crate) fn ratio(&self, plan: &Plan, team: usize, ratio: impl Fn(&Run, &Run) -> f64) -> f64 {
        let ratios = self.pairs(team).map(|(seq, run)| ratio(seq, run));
        plan.typical(&ratios.collect::<Vec<_>>())
    }
}

impl Measurement {
    /// Adds the summaries.
    pub(crate) fn new(plan: Plan, positions: Vec<Searched>) -> Measurement {
        let mut names: Vec<_> = positions.iter().map(|position| &position.set).collect();
        names.sort();
        names.dedup();
        let mut sets = BTreeMap::new();
        if names.len() > 1 {
            for name in names {
                let of_set = positions.iter().filter(|position| position.set == *name);
                sets.insert(name.clone(), summarize(&plan, &of_set.collect::<Vec<_>>()));
            }
        }
        let summary = summarize(&plan, &positions.iter().collect::<Vec<_>>());
        Measurement { plan, summary, sets, positions }
    }

    /// A ratio of a team's runs and those of P_seq: the geometric mean over the positions, whose scatter
    /// is the error.
    pub(crate) fn estimate(&self, team: usize, ratio: fn(&Run, &Run) -> f64) -> Estimate {
        let ratios = self.positions.iter().map(|it| it.ratio(&self.plan, team, ratio));
        Estimate::over_positions(&ratios.collect::<Vec<_>>())
    }
}

/// What a file is read for.
#[derive(Deserialize)]
struct Searches {
    setting: Plan,
    positions: Vec<Searched>,
}

impl TryFrom<Searches> for Measurement {
    type Error = &'static str;

    fn try_from(
        Searches { setting: plan, positions }: Searches,
    ) -> Result<Measurement, Self::Error> {
        let teams = positions.iter().flat_map(|position| &position.teams);
        let mut runs = teams.flat_map(|team| &team.runs);
        // A flattened part that does not parse is read as if it were absent.
        if plan.backend == "virtual" && runs.any(|run| run.in_virtual_time.is_none()) {
            return Err("a search in virtual time lacks its seed, trace or account");
        }
        Ok(Measurement::new(plan, positions))
    }
}
