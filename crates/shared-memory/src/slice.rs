//! Shared memory as a slice of values of one type.

use std::io;
use std::marker::PhantomData;
use std::ops::Deref;
use std::sync::Once;

use memmap2::MmapRaw;
use nix::sys::memfd::{MFdFlags, memfd_create};
use nix::sys::signal::{SigHandler, Signal, signal};
use nix::unistd::ftruncate;

use crate::place::map_congruent;
use crate::{LARGE_PAGE, Shareable};

/// Values of one type in memory shared with every process forked from here on, all bytes zero at
/// first.
///
/// The system provides pages when they are first touched. Dropping this unmaps the memory in this
/// process, without dropping the values.
#[derive(Debug)]
pub struct SharedSlice<T> {
    pub(crate) map: MmapRaw,
    /// Bytes of the mapping before the first value, which lies at a multiple of [`LARGE_PAGE`].
    pub(crate) lead: usize,
    pub(crate) len: usize,
    values: PhantomData<T>,
}

impl<T: Shareable> SharedSlice<T> {
    /// This many values; /proc shows their memory as `name`.
    ///
    /// # Errors
    /// The system refuses the memory, or there would be none.
    pub fn new(name: &str, len: usize) -> io::Result<SharedSlice<T>> {
        const { assert!(align_of::<T>() <= LARGE_PAGE) };
        let invalid = || io::Error::from(io::ErrorKind::InvalidInput);
        let bytes = size_of::<T>().checked_mul(len).filter(|&bytes| bytes > 0);
        let bytes = bytes.ok_or_else(invalid)?;
        let room = bytes.checked_add(LARGE_PAGE).ok_or_else(invalid)?;
        let file = memfd_create(name, MFdFlags::MFD_CLOEXEC)?;
        let (map, offset) = map_congruent(&file, room)?;
        let lead = map.as_ptr().align_offset(LARGE_PAGE);
        let end = i64::try_from(offset + lead + bytes).map_err(io::Error::other)?;
        make_file_limit_an_error();
        // The mapping may extend beyond the end of the file; the values do not.
        ftruncate(&file, end)?;
        Ok(SharedSlice { map, lead, len, values: PhantomData })
    }
}

impl<T: Shareable> Deref for SharedSlice<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        let first = self.map.as_ptr().wrapping_add(self.lead).cast();
        // SAFETY: the values lie within the mapping and the file, which live as long as `self`; no
        // other program can shorten the file, since it has no name. The first value is aligned (see
        // `new`). The bytes were all zero, a valid `T` by `Shareable`, and have since been changed
        // through `&T` only, by this process or by forks of it that map them as the same type.
        unsafe { std::slice::from_raw_parts(first, self.len) }
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
