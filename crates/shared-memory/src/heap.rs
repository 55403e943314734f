//! Memory from the heap in place of a mapping, for Miri and for the web, which know no memory files and cannot fork.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::io;
use std::ptr::NonNull;
use std::time::Duration;

use crate::slice::{LARGE_PAGE, SharedSlice};

/// Zeros that begin at a multiple of [`LARGE_PAGE`].
#[derive(Debug)]
pub(crate) struct Map {
    start: NonNull<u8>,
    layout: Layout,
}

// SAFETY: the memory belongs to nobody else; what lies in it may be shared if its type may.
unsafe impl Send for Map {}
// SAFETY: as above.
unsafe impl Sync for Map {}

/// Allocates this many bytes, the first of which is at the start.
pub(crate) fn map(_name: &str, bytes: usize) -> io::Result<(Map, usize)> {
    let layout = Layout::from_size_align(bytes, LARGE_PAGE).map_err(io::Error::other)?;
    // SAFETY: there is at least one byte (see `SharedSlice::new`).
    let start = NonNull::new(unsafe { alloc_zeroed(layout) }).ok_or(io::ErrorKind::OutOfMemory)?;
    Ok((Map { start, layout }, 0))
}

impl Map {
    pub(crate) fn as_ptr(&self) -> *const u8 {
        self.start.as_ptr()
    }
}

impl Drop for Map {
    fn drop(&mut self) {
        // SAFETY: allocated with this layout, and nobody borrows it any more.
        unsafe { dealloc(self.start.as_ptr(), self.layout) }
    }
}

impl<T> SharedSlice<T> {
    /// There are no large pages on the heap.
    pub fn collapse(&self, _patience: Duration) -> usize {
        0
    }
}
