//! Networks in files.

use std::path::Path;

use cleave_kit::files::read_bytes;
use cleave_kit::{Error, Result};
use cleave_nnue::Network;

/// Returns the network in a file.
///
/// # Errors
/// The file cannot be read or holds no network of this program's size.
pub(crate) fn read(path: &Path) -> Result<Network> {
    Network::read(&read_bytes(path, Network::MOST_BYTES)?)
        .map_err(|error| Error::of_file(path, error))
}
