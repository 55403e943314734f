//! Remembers entries that need not be sent again.

use cleave_search::cluster::KeyedEntry;

/// The number of places: more than the entries sent in a few iterations.
const PLACES: usize = 1 << 15;

/// Entries sent or received recently, at most one for each place. An entry that is forgotten too
/// early is sent twice, which is harmless.
#[derive(Debug)]
pub(crate) struct Sent {
    /// A hash of an entry's key and content for each place.
    places: Vec<u64>,
}

impl Sent {
    pub(crate) fn new() -> Sent {
        Sent { places: vec![0; PLACES] }
    }

    /// Records an entry. Returns false if the same entry is already recorded.
    pub(crate) fn note(&mut self, found: &KeyedEntry) -> bool {
        let entry = &found.entry;
        let content = u64::from(entry.mv)
            | u64::from(entry.value as u16) << 16
            | u64::from(entry.depth) << 32
            | (entry.bound as u64) << 40
            | 1 << 42;
        let word = found.key ^ content.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        std::mem::replace(&mut self.places[found.key as usize % PLACES], word) != word
    }

    pub(crate) fn forget(&mut self) {
        self.places.fill(0);
    }
}
