//! Puts large pages under memory that is already mapped.
//!
//! Random reads of memory in pages of 4 KiB miss the translation cache almost every time. Pages of
//! 2 MiB need 512 times fewer translations. `madvise(MADV_HUGEPAGE)` has no effect on memory files
//! if /sys/kernel/mm/transparent_hugepage/shmem_enabled is `never`, the usual setting.
//! `MADV_COLLAPSE` (Linux 6.1) ignores that setting.

use std::time::{Duration, Instant};

use memmap2::Advice;

use super::Map;
use crate::slice::LARGE_PAGE;

/// `MADV_COLLAPSE` of the kernel's headers, which the libc crate does not have for musl.
const MADV_COLLAPSE: libc::c_int = 25;

/// Puts up to `wanted` large pages under the mapping, from `lead` on, until `patience` is used up. Returns their number.
pub(crate) fn collapse(map: &Map, lead: usize, wanted: usize, patience: Duration) -> usize {
    let began = Instant::now();
    let collapsed = (0..wanted)
        .map(|page| lead + page * LARGE_PAGE)
        .take_while(|&start| began.elapsed() < patience && collapse_page(map, start))
        .count();
    log::debug!("{collapsed} large pages of {wanted} in {:?}", began.elapsed());
    collapsed
}

/// Provides the pages of these bytes.
pub(crate) fn populate(map: &Map, start: usize, bytes: usize) {
    if let Err(error) = map.advise_range(Advice::PopulateWrite, start, bytes) {
        log::debug!("{bytes} bytes are not provided yet: {error}");
    }
}

/// Puts one large page at `start`, at which one fits into the mapping.
fn collapse_page(map: &Map, start: usize) -> bool {
    // The kernel collapses only pages that have been touched.
    map.advise_range(Advice::PopulateWrite, start, 1).is_ok() && {
        let start = map.as_mut_ptr().wrapping_add(start);
        // memmap2 does not offer this advice.
        // SAFETY: the page is within the mapping, and the advice changes no byte of it. A kernel
        // that does not know the advice returns an error.
        unsafe { libc::madvise(start.cast(), LARGE_PAGE, MADV_COLLAPSE) == 0 }
    }
}
