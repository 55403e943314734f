//! Has the system provide memory before it is used. It takes the memory near to the processor that runs the calling thread.

use std::time::Duration;

use crate::slice::{LARGE_PAGE, SharedSlice};
use crate::system;

impl<T> SharedSlice<T> {
    /// Puts large pages under these values, from the first on, until `patience` is used up. Returns the number of large
    /// pages. The last values keep small pages unless they fill a large one. The system provides the memory at once, and the
    /// values do not change. If the system has no large pages, nothing changes.
    pub fn collapse(&self, patience: Duration) -> usize {
        self.collapse_part(0, 1, patience)
    }

    /// As [`collapse`](SharedSlice::collapse), for one of `parts` equal parts of the values.
    ///
    /// # Panics
    /// If `part` is not below `parts`.
    pub fn collapse_part(&self, part: usize, parts: usize, patience: Duration) -> usize {
        assert!(part < parts);
        let pages = size_of::<T>() * self.len / LARGE_PAGE;
        let [first, end] = [part, part + 1].map(|part| pages * part / parts);
        system::collapse(&self.map, self.lead + first * LARGE_PAGE, end - first, patience)
    }

    /// Has the system provide the memory of one value, which does not change. If the system cannot, it provides the memory
    /// later.
    ///
    /// # Panics
    /// If there is no such value.
    pub fn populate(&self, index: usize) {
        assert!(index < self.len);
        system::populate(&self.map, self.lead + index * size_of::<T>(), size_of::<T>());
    }
}
