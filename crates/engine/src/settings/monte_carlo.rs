//! The search by playouts instead of alpha-beta.

use cleave_search::monte_carlo::{LeafValue, ModeName};

/// The settings of the search by playouts instead of alpha-beta.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MonteCarloSettings {
    /// The engine searches by playouts.
    pub is_on: bool,
    /// The way in which workers share the tree.
    pub mode: ModeName,
    /// The way to evaluate a leaf.
    pub leaf: LeafValue,
}

impl Default for MonteCarloSettings {
    fn default() -> MonteCarloSettings {
        let (mode, leaf) = (ModeName::TreeLockfree, LeafValue::Search);
        MonteCarloSettings { is_on: false, mode, leaf }
    }
}
