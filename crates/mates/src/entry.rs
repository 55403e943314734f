//! An entry of a table that workers share without locks.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use cleave_shared_memory::Shareable;

/// An entry of two words. The first is the key, exclusive or the second (Hyatt and Mann 2002), so a
/// torn entry matches no key.
#[derive(Shareable)]
pub(crate) struct Entry {
    check: AtomicU64,
    pub(crate) data: AtomicU64,
}

impl Entry {
    /// Returns the key and the data.
    pub(crate) fn load(&self) -> (u64, u64) {
        let data = self.data.load(Relaxed);
        (self.check.load(Relaxed) ^ data, data)
    }

    pub(crate) fn store(&self, key: u64, data: u64) {
        self.check.store(key ^ data, Relaxed);
        self.data.store(data, Relaxed);
    }
}
