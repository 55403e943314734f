//! How a measurement is made.

use cleave_kit::options::Game;
use cleave_kit::statistics::{geometric_mean, median};
use cleave_search::team::Algorithm;
use cleave_virtual_time::virtual_time::CostModel;
use serde::{Deserialize, Serialize};

use super::backend::BackendKind;
use crate::options::DEFAULT_HASH;
use crate::searches::{Goal, Links, Team, algorithm};
use crate::time_to_depth::{Conditions, Setting};

/// How a measurement is made.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Design {
    #[serde(default, skip_serializing_if = "Game::is_chess")]
    pub(crate) game: Game,
    /// `fork`, `thread` or `virtual`.
    pub(crate) backend: BackendKind,
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
    /// By how many percent costs vary; by default [`DEFAULT_JITTER`](crate::options::DEFAULT_JITTER).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) jitter: Option<u32>,
}

impl Design {
    /// One search of each position by `dts` with one and two workers, and all else by default.
    pub(crate) fn new(backend: BackendKind, goal: Goal) -> Design {
        Design {
            game: Game::Chess,
            backend,
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

    /// P_seq, which is none, and the teams.
    pub(crate) fn programs(&self) -> Vec<Option<Team>> {
        [None].into_iter().chain(self.teams().into_iter().map(Some)).collect()
    }

    /// What all searches in virtual time depend on; `links` are those of a cluster.
    pub(crate) fn setting(
        &self,
        VirtualTime { costs, jitter, .. }: VirtualTime,
        links: Option<Links>,
    ) -> Setting {
        let Design { game, goal, hash, ref split, .. } = *self;
        let goal = Conditions { game, links, goal };
        Setting { goal, hash, jitter, split: split.clone(), costs, bench: None }
    }

    /// Summarises a figure over several runs of one position: by the median of real runs, since the
    /// machine may be busy during one of them, and by the geometric mean in virtual time, where nothing
    /// disturbs a run.
    pub(crate) fn typical(&self) -> fn(&[f64]) -> f64 {
        if self.backend == BackendKind::Virtual { geometric_mean } else { median }
    }
}
