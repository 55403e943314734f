//! Which memory is available, and where large pages lie under it.
#![allow(unsafe_code)]

use std::fs;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};
use std::time::Duration;

use cleave_memory::SharedMemory;

const MIB: usize = 1 << 20;

fn bytes(memory: &SharedMemory) -> &[AtomicU8] {
    // SAFETY: the memory is this long and lives as long as the slice; only atomics look at it.
    unsafe { std::slice::from_raw_parts(memory.as_ptr().cast(), memory.len()) }
}

/// What /proc/self/smaps says of the mapping of this name.
struct Mapped {
    start: usize,
    file_offset: usize,
    in_large_pages: usize,
}

fn mapped(name: &str) -> Mapped {
    let smaps = fs::read_to_string("/proc/self/smaps").unwrap();
    let head = format!("memfd:{name} ");
    let mut lines = smaps.lines().skip_while(|line| !line.contains(&head));
    let first: Vec<&str> = lines.next().expect("it is mapped").split(' ').collect();
    let hex = |text: &str| usize::from_str_radix(text, 16).unwrap();
    let (start, _) = first[0].split_once('-').unwrap();
    let kib = |name: &str| -> usize {
        let found = lines.clone().find_map(|line| line.strip_prefix(name)).unwrap();
        found.trim().strip_suffix(" kB").unwrap().parse().unwrap()
    };
    let in_large_pages = 1024 * (kib("ShmemPmdMapped:") + kib("FilePmdMapped:"));
    Mapped { start: hex(start), file_offset: hex(first[2]), in_large_pages }
}

#[test]
fn memory_starts_at_a_large_page_and_is_zero() {
    for len in [1, 4096, MIB, 5 * MIB + 1] {
        let memory = SharedMemory::new("test", len).unwrap();
        assert_eq!(memory.len(), len);
        assert!(memory.as_ptr().addr().is_multiple_of(2 * MIB));
        assert!(bytes(&memory).iter().all(|byte| byte.load(Relaxed) == 0));
    }
}

#[test]
fn impossible_sizes_are_refused() {
    for len in [0, usize::MAX, usize::MAX / 2, 1 << 62] {
        assert!(SharedMemory::new("test", len).is_err(), "{len} bytes");
    }
}

/// The kernel puts a large page only where address and file offset agree.
#[test]
fn addresses_agree_with_file_offsets() {
    let memories: Vec<_> = (0..20)
        .map(|i| (format!("agrees-{i}"), i * 777_777 + 1))
        .map(|(name, len)| (SharedMemory::new(&name, len).unwrap(), name))
        .collect();
    for (memory, name) in &memories {
        let Mapped { start, file_offset, .. } = mapped(name);
        assert_eq!(start.wrapping_sub(file_offset) % (2 * MIB), 0, "{name}");
        assert!(memory.as_ptr().addr() - start < 2 * MIB);
    }
}

#[test]
fn large_pages_are_mapped_and_keep_the_content() {
    let memory = SharedMemory::new("large", 6 * MIB).unwrap();
    let written = || bytes(&memory).iter().enumerate().step_by(4093);
    written().for_each(|(place, byte)| byte.store(place as u8 | 1, Relaxed));
    let pages = memory.collapse(0..memory.len(), Duration::from_secs(10));
    assert!(written().all(|(place, byte)| byte.load(Relaxed) == place as u8 | 1));
    // How many there are depends on the kernel; those that are reported must be there.
    assert!(pages <= 3);
    assert_eq!(mapped("large").in_large_pages, pages * 2 * MIB);
}

#[test]
fn only_whole_pages_within_memory_and_patience_are_collapsed() {
    let memory = SharedMemory::new("test", 5 * MIB).unwrap();
    let long = Duration::from_secs(10);
    assert_eq!(memory.collapse(1..4 * MIB - 1, long), 0, "no whole page");
    assert_eq!(memory.collapse(0..memory.len(), Duration::ZERO), 0, "no patience");
    assert!(memory.collapse(0..usize::MAX, long) <= 2, "beyond the end");
}
