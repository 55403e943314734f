//! Whether the engine searches by playouts instead of alpha-beta.

use cleave_search::monte_carlo::{LeafValue, ModeName};

/// Whether the engine searches by playouts instead of alpha-beta, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MonteCarloSettings {
    /// Whether it does.
    pub is_on: bool,
    /// How workers share the tree.
    pub mode: ModeName,
    /// What a leaf is worth.
    pub leaf: LeafValue,
}

impl Default for MonteCarloSettings {
    fn default() -> MonteCarloSettings {
        let (mode, leaf) = (ModeName::TreeLockfree, LeafValue::Search);
        MonteCarloSettings { is_on: false, mode, leaf }
    }
}
