//! A ring of keys that workers note and the main worker reads.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use cleave_shared_memory::Shareable;

/// Keys that fit in the ring: about as many as sixteen workers finish in a few milliseconds.
pub(crate) const RING: usize = 4096;

/// Keys in the order in which workers noted them; the oldest are overwritten.
#[derive(Shareable)]
pub(crate) struct NotedKeys {
    /// Keys ever noted.
    noted: AtomicU64,
    ring: [AtomicU64; RING],
}

/// The position of a reader in the keys noted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cursor {
    read: u64,
    /// Keys overwritten before they were read.
    pub missed: u64,
}

impl NotedKeys {
    /// Notes a key.
    pub(crate) fn note(&self, key: u64) {
        let place = self.noted.fetch_add(1, Relaxed);
        self.ring[place as usize % RING].store(key, Relaxed);
    }

    /// Returns a cursor behind the last key noted so far.
    pub(crate) fn end(&self) -> Cursor {
        Cursor { read: self.noted.load(Relaxed), missed: 0 }
    }

    /// Passes all keys noted since the cursor's last visit to `take`.
    pub(crate) fn read(&self, cursor: &mut Cursor, mut take: impl FnMut(u64)) {
        let noted = self.noted.load(Relaxed);
        let oldest = noted.saturating_sub(RING as u64);
        cursor.missed += oldest.saturating_sub(cursor.read);
        for place in cursor.read.max(oldest)..noted {
            take(self.ring[place as usize % RING].load(Relaxed));
        }
        cursor.read = noted;
    }
}
