//! Checksums by which the file of a measurement knows what it was made with.

use std::fs;
use std::path::Path;

use crate::error::{Error, Result};

/// The CRC-32 of a file.
///
/// # Errors
/// It cannot be read.
pub(crate) fn of_file(path: &Path) -> Result<u32> {
    let bytes = fs::read(path).map_err(|error| Error::of_file(path, error))?;
    Ok(crc32fast::hash(&bytes))
}
