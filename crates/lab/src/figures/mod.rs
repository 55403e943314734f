//! Figures: what one search took, the summary of many searches, and the files that hold them. Shared
//! by the commands that measure and the one that reports.

pub mod algorithm;
pub mod amdahl;
pub mod comparison;
pub mod comparison_summary;
pub mod measurement;
pub mod run;
pub mod statistics;
pub mod summary;
pub mod timeline;
pub mod tree;
pub mod trees;
pub mod validation;

use std::fs;
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Speed-up of DTS by processors, as published in the ICCA Journal 20(1), 1997.
pub const PUBLISHED_1997: [(usize, f64); 5] = [(1, 1.0), (2, 2.0), (4, 3.7), (8, 6.6), (16, 11.1)];

/// Speed-up of DTS by processors, as published in Hyatt's dissertation, 1988.
pub const PUBLISHED_1988: [(usize, f64); 1] = [(16, 8.81)];

/// The published speed-up for this number of processors, where there is one.
pub fn published(figures: &[(usize, f64)], workers: usize) -> Option<f64> {
    figures.iter().find(|(size, _)| *size == workers).map(|(_, figure)| *figure)
}

/// The text of a file of figures. The same figures give the same text.
pub fn to_json(figures: &impl Serialize) -> serde_json::Result<String> {
    Ok(serde_json::to_string_pretty(figures)? + "\n")
}

/// Reads a file of figures.
pub fn read_json<T: DeserializeOwned>(path: &Path) -> Result<T, String> {
    let text = read_text(path)?;
    serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Reads a text file.
pub fn read_text(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}
