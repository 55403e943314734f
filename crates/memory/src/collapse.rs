//! Large pages under memory that is already mapped.
//!
//! Random reads of memory in pages of 4 KiB miss the translation cache nearly every time; pages of
//! 2 MiB need 512 times fewer translations. `madvise(MADV_HUGEPAGE)` has no effect on memory files
//! where /sys/kernel/mm/transparent_hugepage/shmem_enabled is `never`, the usual setting;
//! `MADV_COLLAPSE` (Linux 6.1) ignores that setting.

use std::time::{Duration, Instant};

use memmap2::Advice;

use super::{LARGE_PAGE, SharedMemory};

impl SharedMemory {
    /// Puts large pages under these bytes of the memory: those pages that lie wholly within, from
    /// the first on, until `patience` is used up. Returns how many. The system provides their
    /// memory at once, and the content stays. Where the system has no large pages to give, nothing
    /// changes.
    pub fn collapse(&self, bytes: std::ops::Range<usize>, patience: Duration) -> usize {
        let began = Instant::now();
        let first = bytes.start.div_ceil(LARGE_PAGE);
        let last = bytes.end.min(self.len) / LARGE_PAGE;
        let mut pages = 0;
        for page in first..last {
            if began.elapsed() >= patience || !self.collapse_page(page) {
                break;
            }
            pages += 1;
        }
        log::debug!(
            "{pages} large pages of {} in {:?}",
            last.saturating_sub(first),
            began.elapsed()
        );
        pages
    }

    fn collapse_page(&self, page: usize) -> bool {
        let start = self.lead + page * LARGE_PAGE;
        // The kernel collapses only what has been touched.
        self.map.advise_range(Advice::PopulateWrite, start, 1).is_ok() && {
            let start = self.map.as_mut_ptr().wrapping_add(start);
            // memmap2 does not offer this advice.
            // SAFETY: the page lies within the mapping, and the advice changes no byte of it. A
            // kernel that does not know the advice returns an error.
            unsafe { libc::madvise(start.cast(), LARGE_PAGE, libc::MADV_COLLAPSE) == 0 }
        }
    }
}
