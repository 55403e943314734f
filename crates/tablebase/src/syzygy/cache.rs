//! What was read lately, within bounds.

use std::io;
use std::sync::{Mutex, PoisonError};

/// A file by its number, and a place in it.
pub(super) type Key = (usize, usize);

/// Distance of the slots for the same place in two files; odd, so that files spread over all slots.
const STRIDE: usize = 1021;

/// Values by key. Every key has one slot, where the value that is needed last replaces any other.
pub(super) struct Cache<V> {
    slots: Vec<Mutex<Option<(Key, V)>>>,
}

impl<V: Clone> Cache<V> {
    /// An empty cache for this many values.
    pub(super) fn new(size: usize) -> Cache<V> {
        Cache { slots: (0..size).map(|_| Mutex::new(None)).collect() }
    }

    /// The value of this key; if it is not here, `read` provides it.
    ///
    /// # Errors
    /// Those of `read`.
    pub(super) fn get(&self, key: Key, read: impl FnOnce() -> io::Result<V>) -> io::Result<V> {
        let slot = (key.0 * STRIDE + key.1) % self.slots.len();
        // Other threads that want the same wait here, and read nothing.
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
