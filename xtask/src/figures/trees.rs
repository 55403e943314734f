//! Speed-up on artificial trees, by what the trees are like.

use serde::{Deserialize, Serialize};

/// The trees of one property.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Sweep {
    pub(crate) property: String,
    pub(crate) meaning: String,
    pub(crate) points: Vec<Point>,
}

/// Trees that have this value of the property.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Point {
    pub(crate) value: u16,
    /// Nodes of P_seq, on average.
    pub(crate) nodes: u64,
    pub(crate) teams: Vec<Team>,
}

/// What teams of this size come to.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Team {
    pub(crate) workers: usize,
    /// Time of P_seq by time of the team.
    pub(crate) speedup: f64,
    /// Nodes of the team by nodes of P_seq.
    pub(crate) node_ratio: f64,
    /// Share of the workers' time in which they had nothing to do.
    pub(crate) idle_share: f64,
}
