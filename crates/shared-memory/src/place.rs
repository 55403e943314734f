//! Where a mapping lies.

use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::sync::Once;

use memmap2::{MmapOptions, MmapRaw};
use nix::sys::memfd::{MFdFlags, memfd_create};
use nix::sys::signal::{SigHandler, Signal, signal};
use nix::unistd::ftruncate;

use crate::slice::LARGE_PAGE;

/// Shared memory of this process.
pub(crate) type Map = MmapRaw;

/// How often the kernel is asked for another address before large pages are given up.
const RETRIES: u32 = 10;

/// Maps this many bytes of zeros, and some more. They begin at the first multiple of [`LARGE_PAGE`] in the
/// mapping, whose distance from its start is returned with it.
pub(crate) fn map(name: &str, bytes: usize) -> io::Result<(Map, usize)> {
    let room = bytes.checked_add(LARGE_PAGE).ok_or(io::ErrorKind::InvalidInput)?;
    map_memory_file(name, bytes, room).or_else(|error| {
        // A limit on files (`ulimit -f`) and some sandboxes refuse memory files, and no other memory.
        log::debug!("no memory file for {bytes} bytes of {name}: {error}");
        map_anonymous(room).map_err(|_| error)
    })
}

/// Maps a memory file, which the kernel puts large pages under.
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

/// Maps memory that is shared, too, but has no name: a shared mapping of /dev/zero is anonymous. The kernel
/// decides whether large pages can lie there.
fn map_anonymous(room: usize) -> io::Result<(Map, usize)> {
    let zero = File::options().read(true).write(true).open("/dev/zero")?;
    let map = MmapOptions::new().len(room).map_raw(&zero)?;
    let lead = map.as_ptr().align_offset(LARGE_PAGE);
    Ok((map, lead))
}

/// Maps `room` bytes of the file so that address and file offset agree modulo [`LARGE_PAGE`], and
/// returns that offset with the mapping. The kernel puts large pages under no other mapping.
///
/// The kernel chooses the address, so the offset follows it: the first mapping shows the address,
/// and the second, of the same length, gets the same address and starts that far into the file.
fn map_congruent(file: &OwnedFd, room: usize) -> io::Result<(Map, usize)> {
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
/// the call only if SIGXFSZ is ignored; otherwise the signal ends the process.
fn make_file_limit_an_error() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: no handler is installed that could run at a bad moment. The signal is one that
        // can be ignored, so there is no error.
        let _ = unsafe { signal(Signal::SIGXFSZ, SigHandler::SigIgn) };
    });
}
