//! The common settings of all pieces of an experiment: the goal, and the machine.

use cleave_virtual_time::virtual_time::{CostModel, Machine};
use serde::{Deserialize, Serialize};

use crate::options::DEFAULT_JITTER;

/// The first line of a journal. `G` is the goal of each piece.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Setting<G> {
    #[serde(flatten)]
    pub(crate) goal: G,
    /// Size of each table, in MiB.
    pub(crate) hash: usize,
    /// By how many percent prices vary at random.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) jitter: Option<u32>,
    /// Parameters of splitting other than the default ones: `Share=50`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) split: Vec<String>,
    /// The prices of virtual time; real workers have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) costs: Option<CostModel>,
    /// The bench signature of the program, or none if the file does not record it. Then only the program that began the
    /// file may go on with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) bench: Option<u64>,
}

impl<G> Setting<G> {
    /// Returns the prices of virtual time.
    pub(crate) fn costs(&self) -> CostModel {
        self.costs.unwrap_or_default()
    }

    /// Returns a machine at these prices; the seed determines how they vary.
    pub(crate) fn machine(&self, workers: usize, seed: u64) -> Machine {
        let jitter = self.jitter.unwrap_or(DEFAULT_JITTER);
        Machine { costs: self.costs(), seed, jitter, ..Machine::new(workers) }
    }
}
