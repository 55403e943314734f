//! Anonymous memory, which the threads of this process share.

use std::io;
use std::time::Duration;

use memmap2::MmapOptions;

use crate::slice::LARGE_PAGE;

/// Memory of this process.
pub(crate) type Map = memmap2::MmapRaw;

/// Maps this many bytes of zeros, and enough more to begin at a multiple of [`LARGE_PAGE`].
pub(crate) fn map(_name: &str, bytes: usize) -> io::Result<(Map, usize)> {
    let room = bytes.checked_add(LARGE_PAGE).ok_or(io::ErrorKind::InvalidInput)?;
    let map = Map::from(MmapOptions::new().len(room).map_anon()?);
    let lead = map.as_ptr().align_offset(LARGE_PAGE);
    Ok((map, lead))
}

/// Returns 0: these systems choose the size of pages themselves.
pub(crate) fn collapse(_: &Map, _lead: usize, _wanted: usize, _patience: Duration) -> usize {
    0
}

/// Does nothing: these systems provide pages when they are used.
pub(crate) fn populate(_: &Map, _start: usize, _bytes: usize) {}

/// Returns `None`: these systems have no common answer.
pub fn available_memory() -> Option<u64> {
    None
}
