//! The mapping that everything shared lies in.
#![allow(unsafe_code)]

use std::io;
use std::ops::Deref;
use std::ptr::NonNull;
use std::sync::Arc;
use std::time::Duration;

use cleave_memory::SharedMemory;
use cleave_plain::Shareable;

/// Alignment of everything in the region: two cache lines, since processors fetch them in pairs.
const ALIGN: usize = 128;

/// So long may it take to have large pages.
const PATIENCE: Duration = Duration::from_millis(20);

/// Memory shared with every process forked from here on, given out piece by piece, all zero.
pub(super) struct Region {
    memory: Arc<SharedMemory>,
    used: usize,
}

/// A slice of things in the region. It keeps the region alive.
pub(super) struct Carved<T> {
    memory: Arc<SharedMemory>,
    first: NonNull<T>,
    len: usize,
}

// SAFETY: a `Carved` gives out nothing but `&[T]`, and `T` is `Sync` (see `carve`).
unsafe impl<T: Shareable> Send for Carved<T> {}
// SAFETY: as above.
unsafe impl<T: Shareable> Sync for Carved<T> {}

impl Region {
    /// Bytes that this many `T` take.
    pub(super) const fn room_for<T>(len: usize) -> usize {
        (size_of::<T>() * len).next_multiple_of(ALIGN)
    }

    /// Shared memory of this many bytes. Pages are taken from the system when first touched.
    pub(super) fn new(bytes: usize) -> io::Result<Region> {
        let memory = Arc::new(SharedMemory::new("cleave-smp", bytes)?);
        Ok(Region { memory, used: 0 })
    }

    /// The next piece of the region: this many `T`, all bytes zero.
    ///
    /// # Panics
    /// The region is full: it was made too small.
    pub(super) fn carve<T: Shareable>(&mut self, len: usize) -> Carved<T> {
        const { assert!(align_of::<T>() <= ALIGN) };
        let start = self.used;
        self.used += Region::room_for::<T>(len);
        assert!(self.used <= self.memory.len(), "the region is too small for what shall go there");
        // SAFETY: `start` lies within the mapping, by the assertion.
        let first = unsafe { self.memory.as_ptr().add(start) };
        let first = NonNull::new(first).expect("a mapping is not at address zero").cast();
        Carved { memory: Arc::clone(&self.memory), first, len }
    }
}

impl<T> Carved<T> {
    /// Puts large pages under as much of this as fills them.
    pub(super) fn take_large_pages(&self) {
        let start = self.first.addr().get() - self.memory.as_ptr().addr();
        self.memory.collapse(start..start + size_of::<T>() * self.len, PATIENCE);
    }
}

impl<T> Deref for Carved<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        // SAFETY: the piece lies within the mapping, which lives as long as `self`; it is aligned,
        // and no other piece overlaps it. It was all zeros, which `Shareable` says is a valid `T`,
        // and has since been changed through `&T` only, by this process or by forks of it that have
        // it mapped as the same type at the same place.
        unsafe { std::slice::from_raw_parts(self.first.as_ptr(), self.len) }
    }
}
