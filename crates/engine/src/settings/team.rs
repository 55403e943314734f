//! The number of workers, and how they share the tree.

use cleave_search::team::{Algorithm, Backend, GROUP_SIZE, NumaPolicy, SplitParams};

/// The number of workers, and how they share the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamSettings {
    /// The most workers, at least 1 (`cores`). Workers without a processor are not started.
    pub cores: u32,
    /// The backend of several workers.
    pub backend: Backend,
    /// More workers are started than there are processors.
    pub oversubscribe: bool,
    /// When workers are bound, and to which processors.
    pub numa_policy: NumaPolicy,
    /// The algorithm by which they share the tree.
    pub algorithm: Algorithm,
    /// About this many workers split one tree. Larger teams divide into groups.
    pub group_size: usize,
    /// All workers search recently best root moves, one after the other, before they divide the root.
    pub best_together: bool,
    /// The parameters of splitting.
    pub split: SplitParams,
}

impl Default for TeamSettings {
    fn default() -> TeamSettings {
        TeamSettings {
            cores: 1,
            backend: Backend::default(),
            oversubscribe: false,
            numa_policy: NumaPolicy::default(),
            algorithm: Algorithm::default(),
            group_size: GROUP_SIZE,
            best_together: false,
            split: SplitParams::default(),
        }
    }
}
