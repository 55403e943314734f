//! Speed-up on artificial trees, by their properties.

use serde::{Deserialize, Serialize};

/// The trees in which one property varies.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Sweep {
    pub(crate) property: String,
    pub(crate) meaning: String,
    pub(crate) points: Vec<Point>,
}

/// The trees with this value of the property.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Point {
    pub(crate) value: u16,
    /// Nodes of P_seq, the mean over the trees.
    pub(crate) nodes: u64,
    pub(crate) teams: Vec<Team>,
}

/// The summary of teams of this size.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Team {
    pub(crate) workers: usize,
    /// Time of P_seq by time of the team.
    pub(crate) speedup: f64,
    /// Nodes of the team by nodes of P_seq.
    pub(crate) node_ratio: f64,
    /// Share of the workers' time without work.
    pub(crate) idle_share: f64,
}
