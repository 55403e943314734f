//! Files of figures, and of text.

use std::fs;
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::{Error, Result};

/// The text of a file of figures. The same figures give the same text.
pub fn to_json(figures: &impl Serialize) -> Result<String> {
    Ok(serde_json::to_string_pretty(figures)? + "\n")
}

/// Reads a file of figures.
///
/// # Errors
/// It cannot be read, or holds others.
pub fn read_json<T: DeserializeOwned>(path: &Path) -> Result<T> {
    serde_json::from_str(&read_text(path)?).map_err(|error| Error::of_file(path, error))
}

/// Reads a text file.
///
/// # Errors
/// It cannot be read, and is named.
pub fn read_text(path: &Path) -> Result<String> {
    fs::read_to_string(path).map_err(|error| Error::of_file(path, error))
}
