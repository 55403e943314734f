//! The mapping that everything shared lies in.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::ops::Deref;
use std::ptr::NonNull;
use std::sync::Arc;

use cleave_plain::Shareable;
use memmap2::{MmapOptions, MmapRaw};
use nix::sys::memfd::{MFdFlags, memfd_create};

/// Alignment of everything in the region: two cache lines, since processors fetch them in pairs.
const ALIGN: usize = 128;

/// Memory shared with every process forked from here on, given out piece by piece, all zero.
pub(super) struct Region {
    map: Arc<MmapRaw>,
    used: usize,
}

/// A slice of things in the region. It keeps the region alive.
pub(super) struct Carved<T> {
    _map: Arc<MmapRaw>,
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
        let file = File::from(memfd_create("cleave-smp", MFdFlags::MFD_CLOEXEC)?);
        file.set_len(bytes as u64)?;
        let map = Arc::new(MmapOptions::new().len(bytes).map_raw(&file)?);
        Ok(Region { map, used: 0 })
    }

    /// The next piece of the region: this many `T`, all bytes zero.
    ///
    /// # Panics
    /// The region is full: it was made too small.
    pub(super) fn carve<T: Shareable>(&mut self, len: usize) -> Carved<T> {
        const { assert!(align_of::<T>() <= ALIGN) };
        let start = self.used;
        self.used += Region::room_for::<T>(len);
        assert!(self.used <= self.map.len(), "the region is too small for what shall go there");
        // SAFETY: `start` lies within the mapping, by the assertion.
        let first = unsafe { self.map.as_mut_ptr().add(start) };
        let first = NonNull::new(first).expect("a mapping is not at address zero").cast();
        Carved { _map: Arc::clone(&self.map), first, len }
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
