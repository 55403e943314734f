//! Memory shared with every process forked later, in large pages where the system provides them.
//!
//! It is a memory file (`memfd`), not a private mapping, because a private mapping is copied at the
//! first write after `fork`. All mappings of the program are made here.
#![allow(unsafe_code)]

mod collapse;
mod prefetch;

use std::io;
use std::os::fd::OwnedFd;
use std::sync::Once;

use memmap2::{MmapOptions, MmapRaw};
use nix::sys::memfd::{MFdFlags, memfd_create};
use nix::sys::signal::{SigHandler, Signal, signal};
use nix::unistd::ftruncate;
pub use prefetch::prefetch;

/// Bytes in a large page.
const LARGE_PAGE: usize = 2 << 20;

/// Memory shared with every process forked from here on, all zero at first.
///
/// The system provides pages when they are first touched. Dropping this unmaps the memory in this
/// process.
#[derive(Debug)]
pub struct SharedMemory {
    map: MmapRaw,
    /// Bytes of the mapping before the memory, which starts at a multiple of [`LARGE_PAGE`].
    lead: usize,
    len: usize,
}

impl SharedMemory {
    /// Memory of this many bytes; /proc shows it as `name`.
    ///
    /// # Errors
    /// The system refuses, or `bytes` is 0.
    pub fn new(name: &str, bytes: usize) -> io::Result<SharedMemory> {
        let invalid = || io::Error::from(io::ErrorKind::InvalidInput);
        let room = bytes.checked_add(LARGE_PAGE).filter(|_| bytes > 0).ok_or_else(invalid)?;
        let file = memfd_create(name, MFdFlags::MFD_CLOEXEC)?;
        let (map, offset) = map_congruent(&file, room)?;
        let lead = map.as_ptr().align_offset(LARGE_PAGE);
        let end = i64::try_from(offset + lead + bytes).map_err(io::Error::other)?;
        make_file_limit_an_error();
        // The mapping may extend beyond the end of the file; the memory does not.
        ftruncate(&file, end)?;
        Ok(SharedMemory { map, lead, len: bytes })
    }

    /// The start, at a multiple of 2 MiB. Readable and writable.
    pub fn as_ptr(&self) -> *mut u8 {
        self.map.as_mut_ptr().wrapping_add(self.lead)
    }

    /// Bytes in it, one or more.
    #[expect(clippy::len_without_is_empty, reason = "it is never empty")]
    pub fn len(&self) -> usize {
        self.len
    }
}

/// Maps `room` bytes of the file so that address and file offset agree modulo [`LARGE_PAGE`], and
/// returns that offset with the mapping. The kernel puts large pages under no other mapping.
///
/// The kernel chooses the address, so the offset follows it: the first mapping shows the address,
/// and the second, of the same length, gets the same address and starts that far into the file.
/// A kernel that places it elsewhere is asked again a few times; then only large pages are lost.
fn map_congruent(file: &OwnedFd, room: usize) -> io::Result<(MmapRaw, usize)> {
    const RETRIES: u32 = 10;
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

/// The limit on the size of files (`ulimit -f`) holds for memory files. Exceeding it is an error of
/// the call only if SIGXFSZ is ignored; otherwise the signal ends the process without a message.
fn make_file_limit_an_error() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: no handler is installed that could run at a bad moment. The signal is one that
        // can be ignored, so there is no error.
        let _ = unsafe { signal(Signal::SIGXFSZ, SigHandler::SigIgn) };
    });
}
