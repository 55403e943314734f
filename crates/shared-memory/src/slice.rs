//! Shared memory as a slice of values of one type.

use std::io;
use std::marker::PhantomData;
use std::ops::Deref;

use crate::Shareable;
use crate::system::{Map, map};

/// Bytes in a large page. The values begin at a multiple of this.
pub(crate) const LARGE_PAGE: usize = 2 << 20;

/// Values of one type in memory shared with every process that is forked later. All bytes are zero at first.
///
/// The system provides pages when they are first touched. Dropping the slice unmaps the memory in
/// this process, without dropping the values.
#[derive(Debug)]
pub struct SharedSlice<T> {
    pub(crate) map: Map,
    /// Bytes of the mapping before the first value, which is at a multiple of [`LARGE_PAGE`].
    pub(crate) lead: usize,
    pub(crate) len: usize,
    values: PhantomData<T>,
}

impl<T: Shareable> SharedSlice<T> {
    /// Maps `len` values. /proc shows their memory as `name`.
    ///
    /// # Errors
    /// The system refuses the memory, or the slice would have no bytes.
    pub fn new(name: &str, len: usize) -> io::Result<SharedSlice<T>> {
        const { assert!(align_of::<T>() <= LARGE_PAGE) };
        let bytes = size_of::<T>().max(1).checked_mul(len).filter(|&bytes| bytes > 0);
        let bytes = bytes.ok_or(io::ErrorKind::InvalidInput)?;
        let (map, lead) = map(name, bytes)?;
        Ok(SharedSlice { map, lead, len, values: PhantomData })
    }
}

impl<T: Shareable> Deref for SharedSlice<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        let first = self.map.as_ptr().wrapping_add(self.lead).cast();
        // SAFETY: the values are within the mapping and its memory, which live as long as `self`.
        // No other program can shorten the memory file, because it has no name. The first value is aligned (see `map`).
        // The bytes were all zero, a valid `T` by `Shareable`. Since then they have changed through `&T` only, in this
        // process or in forks that map them as the same type.
        unsafe { std::slice::from_raw_parts(first, self.len) }
    }
}
