//! Memory files of Linux, which forked processes share.

mod available;
mod collapse;
mod place;

pub(crate) use available::available_memory;
pub(crate) use collapse::collapse;
pub(crate) use place::map;

/// Shared memory of this process.
pub(crate) type Map = memmap2::MmapRaw;
