//! Memory from the heap in place of a mapping. Miri and the web need it: they have no memory files
//! and cannot fork.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::io;
use std::ptr::NonNull;
use std::time::Duration;

use crate::slice::LARGE_PAGE;

/// Zeros that begin at a multiple of [`LARGE_PAGE`].
#[derive(Debug)]
pub(crate) struct Map {
    start: NonNull<u8>,
    layout: Layout,
}

// SAFETY: the memory has no other owner. The values in it may be shared if their type may be.
unsafe impl Send for Map {}
// SAFETY: as above.
unsafe impl Sync for Map {}

/// Allocates `bytes` bytes. The first byte is at the start, so the returned offset is 0.
pub(crate) fn map(_name: &str, bytes: usize) -> io::Result<(Map, usize)> {
    let layout = Layout::from_size_align(bytes, LARGE_PAGE).map_err(io::Error::other)?;
    // SAFETY: `bytes` is at least 1 (see `SharedSlice::new`).
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
        // SAFETY: the memory was allocated with this layout, and no borrow of it is left.
        unsafe { dealloc(self.start.as_ptr(), self.layout) }
    }
}

/// Returns 0: the heap has no large pages.
pub(crate) fn collapse(_: &Map, _lead: usize, _wanted: usize, _patience: Duration) -> usize {
    0
}

/// Does nothing: the heap is there.
pub(crate) fn populate(_: &Map, _start: usize, _bytes: usize) {}

/// Returns `None`: nothing reports it.
pub fn available_memory() -> Option<u64> {
    None
}
