//! Memory files of Linux, which forked processes share.

mod available;
mod collapse;

use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::sync::Once;

use memmap2::MmapOptions;
use nix::sys::memfd::{MFdFlags, memfd_create};
use nix::sys::signal::{SigHandler, Signal, signal};
use nix::unistd::ftruncate;

use crate::slice::LARGE_PAGE;

pub use available::available_memory;
pub(crate) use collapse::{collapse, populate};

/// Shared memory of this process.
pub(crate) type Map = memmap2::MmapRaw;

/// The number of attempts to get a suitable address, after which the mapping is used without large pages.
const RETRIES: u32 = 10;

/// Maps `bytes` zeros, and some more. Returns the mapping and the offset of the zeros in it: the
/// first multiple of [`LARGE_PAGE`].
pub(crate) fn map(name: &str, bytes: usize) -> io::Result<(Map, usize)> {
    let room = bytes.checked_add(LARGE_PAGE).ok_or(io::ErrorKind::InvalidInput)?;
    map_memory_file(name, bytes, room).or_else(|error| {
        // A limit on files (`ulimit -f`) and some sandboxes refuse memory files, but no other memory.
        log::debug!("no memory file for {bytes} bytes of {name}: {error}");
        map_anonymous(room).map_err(|_| error)
    })
}

/// Maps a memory file, under which the kernel puts large pages.
fn map_memory_file(name: &str, bytes: usize, room: usize) -> io::Result<(Map, usize)> {
    let file = memfd_create(name, MFdFlags::MFD_CLOEXEC)?;
    let (map, offset) = map_congruent(&file, room)?;
    let lead = map.as_ptr().align_offset(LARGE_PAGE);
    let end = i64::try_from(offset + lead + bytes).map_err(io::Error::other)?;
    make_file_limit_an_error();
    // The mapping may extend beyond the end of the file; the values do not.
    ftruncate(&file, end)?;
    Ok((map, lead))
}

/// Maps shared memory without a name: a shared mapping of /dev/zero is anonymous. The kernel
/// decides whether it can have large pages.
fn map_anonymous(room: usize) -> io::Result<(Map, usize)> {
    let zero = File::options().read(true).write(true).open("/dev/zero")?;
    let map = MmapOptions::new().len(room).map_raw(&zero)?;
    let lead = map.as_ptr().align_offset(LARGE_PAGE);
    Ok((map, lead))
}

/// Maps `room` bytes of the file so that address and file offset agree modulo [`LARGE_PAGE`].
/// Returns the mapping and the offset. The kernel puts large pages under no other mapping.
///
/// The kernel chooses the address, so the offset follows the address. The first mapping shows the address. The second
/// has the same length and gets the same address; its file offset is computed from that address.
fn map_congruent(file: &OwnedFd, room: usize) -> io::Result<(Map, usize)> {
    let mut offset = 0;
    let mut retries = 0;
    loop {
        let map = MmapOptions::new().offset(offset as u64).len(room).map_raw(file)?;
        let address = map.as_ptr().addr() % LARGE_PAGE;
        if address == offset || retries == RETRIES {
            return Ok((map, offset));
        }
        // This mapping ends here, which frees its address for the next one.
        (offset, retries) = (address, retries + 1);
    }
}

/// Ignores SIGXFSZ. The limit on the size of files (`ulimit -f`) applies to memory files. A call that exceeds it
/// returns an error only if SIGXFSZ is ignored; otherwise the signal ends the process.
fn make_file_limit_an_error() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: this installs no handler that could run at a bad moment. The signal can be
        // ignored, so there is no error.
        let _ = unsafe { signal(Signal::SIGXFSZ, SigHandler::SigIgn) };
    });
}
