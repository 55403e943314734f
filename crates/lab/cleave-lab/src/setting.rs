//! What all pieces of an experiment depend on: what is asked of each, and the machine.

use cleave_virtual_time::virtual_time::{CostModel, Machine};
use serde::{Deserialize, Serialize};

use crate::options::DEFAULT_JITTER;

/// The first line of a journal. `G` is what is asked of each piece.
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
    /// The bench signature of the program; none if the file does not tell which program made it, and only
    /// the one that began it is to go on with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) bench: Option<u64>,
}

impl<G> Setting<G> {
    /// Returns the prices of virtual time.
    pub(crate) fn costs(&self) -> CostModel {
        self.costs.unwrap_or_default()
    }

    /// A machine at these prices, which vary as the seed determines.
    pub(crate) fn machine(&self, workers: usize, seed: u64) -> Machine {
        let jitter = self.jitter.unwrap_or(DEFAULT_JITTER);
        Machine { costs: self.costs(), seed, jitter, ..Machine::new(workers) }
    }
}
