//! Checksums of the files with which a measurement was made.

use std::path::Path;

use cleave_nnue::Network;

use cleave_kit::Result;
use cleave_kit::files::read_bytes;

/// The most bytes of a file, which may be a program with what a debugger needs.
const MOST_BYTES: u64 = 1 << 30;

/// Returns the CRC-32 of a file.
///
/// # Errors
/// It cannot be read.
pub(crate) fn of_file(path: &Path) -> Result<u32> {
    Ok(crc32fast::hash(&read_bytes(path, MOST_BYTES)?))
}

/// Returns the CRC-32 of a network. Its file ends with that number, and all files that do so have the same CRC-32 as a
/// whole.
pub(crate) fn of_network(network: &Network) -> u32 {
    let bytes = network.to_bytes();
    crc32fast::hash(&bytes[..bytes.len() - size_of::<u32>()])
}

/// Returns the CRC-32 of all but the last four bytes of a file, and these four. It differs for networks too: their last
/// four bytes are that CRC-32.
///
/// # Errors
/// The file cannot be read.
pub(crate) fn of_any_file(path: &Path) -> Result<u64> {
    let bytes = read_bytes(path, MOST_BYTES)?;
    let (most, last) = bytes.split_at(bytes.len().saturating_sub(size_of::<u32>()));
    let last = last.iter().fold(0, |all, &byte| all << 8 | u64::from(byte));
    Ok(u64::from(crc32fast::hash(most)) << 32 | last)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use cleave_nnue::Parameters;

    use super::*;

    #[test]
    fn two_networks_have_two_checksums() {
        let folder = tempfile::tempdir().unwrap();
        let networks = [1, 2].map(|bias| {
            let mut parameters = Parameters::zero();
            parameters.output_bias[0] = bias;
            Network::new(parameters).unwrap()
        });
        let [one, other] = networks.each_ref().map(|network| {
            let path = folder.path().join(format!("{:08x}.net", of_network(network)));
            fs::write(&path, network.to_bytes()).unwrap();
            path
        });
        assert_eq!(of_file(&one).unwrap(), of_file(&other).unwrap(), "why there is another");
        assert_ne!(of_network(&networks[0]), of_network(&networks[1]));
        assert_ne!(of_any_file(&one).unwrap(), of_any_file(&other).unwrap());
    }
}
