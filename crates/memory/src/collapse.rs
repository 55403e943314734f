//! Large pages after the fact.
//!
//! Memory that is read at random misses the translation cache nearly every time in pages of 4 KiB; in
//! pages of 2 MiB there are 512 times fewer translations to keep. `madvise(MADV_HUGEPAGE)` does
//! nothing for memory files where /sys/kernel/mm/transparent_hugepage/shmem_enabled is `never`,
//! which is usual; `MADV_COLLAPSE` (Linux 6.1) does not ask that setting.

use std::time::{Duration, Instant};

use super::{LARGE_PAGE, SharedMemory};

impl SharedMemory {
    /// Puts large pages under these bytes of the memory, those that lie wholly within, from the
    /// first on, for as long as `patience` lasts; returns how many. The system takes all their memory at
    /// once, and what is written there stays. Where it has none to give, everything is as it was.
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
        let start = self.start.as_ptr().wrapping_add(page * LARGE_PAGE);
        // SAFETY: the page lies within the memory, and neither advice changes what can be read
        // there. A kernel that does not know one says so.
        let advise = |bytes, advice| unsafe { libc::madvise(start.cast(), bytes, advice) == 0 };
        // Where nothing has been touched the kernel sees nothing to collapse.
        advise(1, libc::MADV_POPULATE_WRITE) && advise(LARGE_PAGE, libc::MADV_COLLAPSE)
    }
}
