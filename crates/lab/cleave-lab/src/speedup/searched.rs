//! All searches of one position.

use cleave_search::team::Algorithm;
use serde::{Deserialize, Serialize};

use super::plan::Plan;
use super::run::Run;
use crate::searches::{Team, TestPosition, algorithm};

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

impl Searched {
    /// A position with its runs by P_seq, which is no team, and by each team of the plan.
    pub(super) fn new<P>(
        position: &TestPosition<P>,
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
