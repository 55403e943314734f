//! The folder for measurements of one's own, which git ignores. Committed measurements are written only if an
//! option names their file.

use std::path::PathBuf;

use serde::Serialize;

use crate::error::Result;

/// Returns the journal of a measurement with this setting. Each setting has a file of its own, so that one measurement
/// never refuses another.
///
/// # Errors
/// The setting cannot be written as JSON.
pub fn own_journal(name: &str, setting: &impl Serialize) -> Result<PathBuf> {
    let digest = fnv_1a(serde_json::to_string(setting)?.as_bytes());
    Ok(format!("measurements/{name}-{digest:08x}.jsonl").into())
}

/// Returns the hash of Fowler, Noll and Vo (FNV-1a, 32 bits; RFC 9923).
fn fnv_1a(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_setting_has_a_journal_of_its_own() {
        assert_eq!(fnv_1a(b""), 0x811c_9dc5);
        assert_eq!(fnv_1a(b"a"), 0xe40c_292c);
        let journal = |setting: u32| own_journal("games", &setting).unwrap();
        assert_eq!(journal(1), journal(1));
        assert_ne!(journal(1), journal(2));
    }
}
