//! Where a mapping lies.

use std::io;
use std::os::fd::OwnedFd;

use memmap2::{MmapOptions, MmapRaw};

use crate::LARGE_PAGE;

/// How often the kernel is asked for another address before large pages are given up.
const RETRIES: u32 = 10;

/// Maps `room` bytes of the file so that address and file offset agree modulo [`LARGE_PAGE`], and
/// returns that offset with the mapping. The kernel puts large pages under no other mapping.
///
/// The kernel chooses the address, so the offset follows it: the first mapping shows the address,
/// and the second, of the same length, gets the same address and starts that far into the file.
pub(crate) fn map_congruent(file: &OwnedFd, room: usize) -> io::Result<(MmapRaw, usize)> {
    let mut offset = 0;
    let mut retries = 0;
    loop {
        let map = MmapOptions::new().offset(offset as u64).len(room).map_raw(file)?;
        let address = map.as_ptr().addr() % LARGE_PAGE;
        if address == offset || retries == RETRIES {
            return Ok((map, offset));
        }
        // This mapping ends here, which makes its address free for the next.
        (offset, retries) = (address, retries + 1);
    }
}
