//! What memory can be had, and that large pages change nothing of what is in it.
#![allow(unsafe_code)]

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};
use std::time::Duration;

use cleave_memory::SharedMemory;

const MIB: usize = 1 << 20;

fn bytes(memory: &SharedMemory) -> &[AtomicU8] {
    // SAFETY: the memory is this long and lives as long as the slice; only atomics look at it.
    unsafe { std::slice::from_raw_parts(memory.as_ptr().cast(), memory.len()) }
}

#[test]
fn memory_begins_at_a_large_page_and_is_zero() {
    for len in [1, 4096, MIB, 5 * MIB + 1] {
        let memory = SharedMemory::new("test", len).unwrap();
        assert_eq!(memory.len(), len);
        assert!(memory.as_ptr().addr().is_multiple_of(2 * MIB));
        assert!(bytes(&memory).iter().all(|byte| byte.load(Relaxed) == 0));
    }
}

#[test]
fn what_cannot_be_had_is_refused() {
    for len in [0, usize::MAX, usize::MAX / 2, 1 << 62] {
        assert!(SharedMemory::new("test", len).is_err(), "{len} bytes");
    }
}

#[test]
fn large_pages_keep_what_was_written() {
    let memory = SharedMemory::new("test", 6 * MIB).unwrap();
    let written = || bytes(&memory).iter().enumerate().step_by(4093);
    written().for_each(|(place, byte)| byte.store(place as u8 | 1, Relaxed));
    let pages = memory.collapse(0..memory.len(), Duration::from_secs(10));
    assert!(pages <= 3); // how many depends on the kernel
    assert!(written().all(|(place, byte)| byte.load(Relaxed) == place as u8 | 1));
}

#[test]
fn only_whole_pages_within_memory_and_patience_are_collapsed() {
    let memory = SharedMemory::new("test", 5 * MIB).unwrap();
    let long = Duration::from_secs(10);
    assert_eq!(memory.collapse(1..4 * MIB - 1, long), 0, "no whole page");
    assert_eq!(memory.collapse(0..memory.len(), Duration::ZERO), 0, "no patience");
    assert!(memory.collapse(0..usize::MAX, long) <= 2, "beyond the end");
}
