//! A cache of bounded size for recent reads.

use std::io;
use std::sync::{Mutex, PoisonError};

/// The number of a file, and a place in it.
pub(super) type Key = (usize, usize);

/// The distance between the slots for the same place in two files. It is odd, so that files spread
/// over all slots.
const STRIDE: usize = 1021;

/// Values by key. Every key has one slot, which holds the value needed last.
pub(super) struct Cache<V> {
    slots: Vec<Mutex<Option<(Key, V)>>>,
}

impl<V: Clone> Cache<V> {
    /// Creates an empty cache for `size` values.
    pub(super) fn new(size: usize) -> Cache<V> {
        Cache { slots: (0..size).map(|_| Mutex::new(None)).collect() }
    }

    /// Returns the value of this key. If it is not in the cache, `read` provides it.
    ///
    /// # Errors
    /// `read` has failed.
    pub(super) fn get(&self, key: Key, read: impl FnOnce() -> io::Result<V>) -> io::Result<V> {
        let slot = (key.0 * STRIDE + key.1) % self.slots.len();
        // Other threads that need the same value wait here instead of reading it.
        let mut slot = self.slots[slot].lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((held, value)) = &*slot
            && *held == key
        {
            return Ok(value.clone());
        }
        let value = read()?;
        *slot = Some((key, value.clone()));
        Ok(value)
    }
}
