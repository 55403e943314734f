//! Memory that is shared with every process forked later, in large pages where they can be had.
//!
//! It is a memory file (`memfd`) and not a private mapping, since a private one would be copied at
//! the first write after `fork`. It starts at a multiple of 2 MiB, so that the kernel can put large
//! pages under it; see [`SharedMemory::collapse`].
#![allow(unsafe_code)]

mod collapse;
mod prefetch;

use std::io;
use std::num::NonZeroUsize;
use std::ptr::NonNull;
use std::sync::Once;

use nix::sys::memfd::{MFdFlags, memfd_create};
use nix::sys::mman::{MapFlags, ProtFlags, mmap, mmap_anonymous, munmap};
use nix::sys::signal::{SigHandler, Signal, signal};
use nix::unistd::ftruncate;
pub use prefetch::prefetch;

/// Bytes in a large page.
const LARGE_PAGE: usize = 2 << 20;

/// Memory shared with every process forked from here on, all zero at first.
///
/// Pages are taken from the system when they are first touched. The memory is given back when this
/// is dropped, in this process.
#[derive(Debug)]
pub struct SharedMemory {
    /// Addresses that were reserved, of which the memory takes a part.
    reserved: NonNull<u8>,
    room: NonZeroUsize,
    start: NonNull<u8>,
    len: usize,
}

// SAFETY: it is two addresses and two lengths; whoever makes references of them answers for what is
// done through these.
unsafe impl Send for SharedMemory {}
// SAFETY: as above.
unsafe impl Sync for SharedMemory {}

impl SharedMemory {
    /// So many bytes of memory; `name` is what /proc shows of it.
    ///
    /// # Errors
    /// The system refuses, or `bytes` is 0.
    pub fn new(name: &str, bytes: usize) -> io::Result<SharedMemory> {
        let invalid = || io::Error::from(io::ErrorKind::InvalidInput);
        let len = NonZeroUsize::new(bytes).ok_or_else(invalid)?;
        let room = len.checked_add(LARGE_PAGE).ok_or_else(invalid)?;
        let_the_size_be_refused();
        let file = memfd_create(name, MFdFlags::MFD_CLOEXEC)?;
        ftruncate(&file, i64::try_from(bytes).map_err(io::Error::other)?)?;

        // SAFETY: the kernel chooses addresses that are not in use, and nothing can be read or
        // written there yet.
        let reserved = unsafe {
            let flags = MapFlags::MAP_PRIVATE | MapFlags::MAP_NORESERVE;
            mmap_anonymous(None, room, ProtFlags::PROT_NONE, flags)?.cast::<u8>()
        };
        let to_boundary = reserved.as_ptr().align_offset(LARGE_PAGE);
        // SAFETY: a boundary lies at most `LARGE_PAGE` further on, within what was reserved.
        let start = unsafe { reserved.add(to_boundary) };
        // From here on what was reserved is given back, whatever happens.
        let memory = SharedMemory { reserved, room, start, len: bytes };
        // SAFETY: `start` to `start + len` lies within the reserved addresses, which nobody else
        // knows of: nothing is replaced there that anybody uses.
        unsafe {
            let protection = ProtFlags::PROT_READ | ProtFlags::PROT_WRITE;
            let flags = MapFlags::MAP_SHARED | MapFlags::MAP_FIXED;
            mmap(Some(start.addr()), len, protection, flags, file, 0)?;
        }
        Ok(memory)
    }

    /// Where it starts: at a multiple of 2 MiB. To be read and written.
    pub fn as_ptr(&self) -> *mut u8 {
        self.start.as_ptr()
    }

    /// Bytes in it, one or more.
    #[expect(clippy::len_without_is_empty, reason = "it is never empty")]
    pub fn len(&self) -> usize {
        self.len
    }
}

/// A memory file counts as a file: one above the limit on those (`ulimit -f`) is an error of the
/// call, but only where SIGXFSZ, which would end the process without a word, is ignored.
fn let_the_size_be_refused() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: no handler is installed that could run at a bad moment. The signal is one that
        // can be ignored, so there is no error.
        let _ = unsafe { signal(Signal::SIGXFSZ, SigHandler::SigIgn) };
    });
}

impl Drop for SharedMemory {
    fn drop(&mut self) {
        // SAFETY: these addresses were reserved for this memory alone, and it is used no more. An
        // error would mean that they had been given back before: there is nothing to do about it.
        let _ = unsafe { munmap(self.reserved.cast(), self.room.get()) };
    }
}
