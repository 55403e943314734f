//! How many workers search, and how they share the tree.

use cleave_search::team::{Algorithm, Backend, GROUP_SIZE, SplitParams};

/// How many workers search, and how they share the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamSettings {
    /// The most workers, at least 1 (`cores`): those without a processor are not started.
    pub cores: u32,
    /// What workers are, if there are several.
    pub backend: Backend,
    /// Whether more workers are started than there are processors.
    pub oversubscribe: bool,
    /// How they share the tree.
    pub algorithm: Algorithm,
    /// About so many workers split one tree; larger teams part into groups.
    pub group_size: usize,
    /// Where and when teams split.
    pub split: SplitParams,
}

impl Default for TeamSettings {
    fn default() -> TeamSettings {
        TeamSettings {
            cores: 1,
            backend: Backend::default(),
            oversubscribe: false,
            algorithm: Algorithm::default(),
            group_size: GROUP_SIZE,
            split: SplitParams::default(),
        }
    }
}
