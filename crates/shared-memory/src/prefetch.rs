//! Asking the processor to fetch a cache line before it is needed.

/// Starts to bring the cache line of `line` in, and does not wait for it.
#[inline(always)]
pub fn prefetch<T>(line: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch reads and writes nothing that the program can see and never faults,
    // whatever the address; this one comes from a reference. SSE is part of x86-64.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(line).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = line; // Only a hint: elsewhere the probe waits for its line.
}
