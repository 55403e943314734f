//! Items that are sent together.

use std::time::Duration;

use crate::sharing::Sharing;

/// The number of messages that may be filled between two looks at the net. A rank with three
/// neighbours passes on the entries of all of them.
const MESSAGES_FILLED: usize = 8;

/// Items that wait for the next message to one rank.
#[derive(Debug)]
pub(crate) struct Batch<T> {
    items: Vec<T>,
    /// The time when the first of the items came.
    since: Duration,
}

impl<T> Default for Batch<T> {
    fn default() -> Batch<T> {
        Batch { items: Vec::new(), since: Duration::ZERO }
    }
}

impl<T> Batch<T> {
    /// Adds an item. Returns false if there is no room.
    pub(crate) fn add(&mut self, item: T, now: Duration, sharing: &Sharing) -> bool {
        if self.items.is_empty() {
            self.since = now;
        }
        let has_room = self.items.len() < MESSAGES_FILLED * sharing.batch;
        if has_room {
            self.items.push(item);
        }
        has_room
    }

    /// Returns the items of the next message if it is full or its first item has waited long enough.
    pub(crate) fn take_due(&mut self, now: Duration, sharing: &Sharing) -> Option<Vec<T>> {
        let is_full = self.items.len() >= sharing.batch;
        if !is_full && now < self.since + sharing.period {
            return None;
        }
        self.since = now;
        self.take(sharing)
    }

    /// Returns the items of the next message, however few.
    pub(crate) fn take(&mut self, sharing: &Sharing) -> Option<Vec<T>> {
        let count = self.items.len().min(sharing.batch);
        (count > 0).then(|| self.items.drain(..count).collect())
    }

    pub(crate) fn clear(&mut self) {
        self.items.clear();
    }
}
