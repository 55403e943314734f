//! Speed-up on artificial trees, by what the trees are like.

use std::error::Error;
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::json;

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

/// Reads sweeps from their file.
///
/// # Errors
/// The file cannot be read, or holds none.
pub(crate) fn read(path: &Path) -> Result<Vec<Sweep>, Box<dyn Error>> {
    let text = fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    Ok(serde_json::from_str(&text).map_err(|e| format!("{}: {e}", path.display()))?)
}

/// The text of their file.
///
/// # Errors
/// A figure is not finite.
pub(crate) fn to_json(sweeps: &[Sweep]) -> serde_json::Result<String> {
    json::to_text(&sweeps)
}
