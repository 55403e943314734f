//! Asks the processor to fetch a cache line before it is needed.

/// Bytes in a cache line.
const LINE: usize = 64;

/// Starts to fetch the cache line of `line`, and does not wait for it.
#[inline(always)]
pub fn prefetch<T>(line: &T) {
    prefetch_at(std::ptr::from_ref(line).cast());
}

/// Starts to fetch the first `lines` cache lines of `value`, or all whole lines if it has fewer.
#[inline(always)]
pub fn prefetch_beginning<T>(value: &T, lines: usize) {
    let begin = std::ptr::from_ref(value).cast::<u8>();
    (0..lines.min(size_of::<T>() / LINE))
        .for_each(|line| prefetch_at(begin.wrapping_add(line * LINE)));
}

#[inline(always)]
fn prefetch_at(place: *const u8) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch has no effect that the program can see, and never faults at any address.
    // SSE is part of x86-64.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(place.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place; // Only a hint: on other targets the probe waits for its line.
}
