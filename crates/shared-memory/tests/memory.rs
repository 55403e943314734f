//! Tests shared memory and the large pages under it.

use std::process::Command;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};
use std::time::Duration;
use std::{env, fs};

use cleave_shared_memory::SharedSlice;

const MIB: usize = 1 << 20;

type Bytes = SharedSlice<AtomicU8>;

/// The entry of /proc/self/smaps for a mapping.
struct Mapped {
    start: usize,
    file_offset: usize,
    in_large_pages: usize,
    resident: usize,
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
    let resident = 1024 * kib("Rss:");
    Mapped { start: hex(start), file_offset: hex(first[2]), in_large_pages, resident }
}

#[test]
fn memory_starts_at_a_large_page_and_is_zero() {
    // Miri would take minutes for millions of bytes.
    let largest = if cfg!(miri) { 1000 } else { MIB };
    for len in [1, 4096, largest, 5 * largest + 1] {
        let bytes = Bytes::new("test", len).unwrap();
        assert_eq!(bytes.len(), len);
        assert!(bytes.as_ptr().addr().is_multiple_of(2 * MIB));
        assert!(bytes.iter().all(|byte| byte.load(Relaxed) == 0));
    }
}

#[test]
#[cfg_attr(miri, ignore = "the memory is not mapped")]
fn impossible_sizes_are_refused() {
    for len in [0, usize::MAX, usize::MAX / 2, 1 << 62] {
        assert!(Bytes::new("test", len).is_err(), "{len} bytes");
        assert!(SharedSlice::<AtomicU64>::new("test", len).is_err(), "{len} words");
    }
}

/// Only this value has its memory then, so another thread can have the next one near to it.
#[test]
#[cfg_attr(any(miri, portable), ignore = "the memory is no file")]
fn a_populated_value_has_its_memory_alone() {
    let values = SharedSlice::<[AtomicU64; 5000]>::new("populate", 9).unwrap();
    assert_eq!(mapped("populate").resident, 0);
    values.populate(4);
    let bytes = size_of::<[AtomicU64; 5000]>();
    let resident = mapped("populate").resident;
    // Pages at both ends belong to neighbors as well.
    assert!((bytes..bytes + 2 * 4096).contains(&resident), "{resident} bytes of {bytes}");
    assert!(values.iter().flatten().all(|word| word.load(Relaxed) == 0));
}

#[test]
#[should_panic(expected = "index < self.len")]
fn a_value_that_does_not_exist_is_not_populated() {
    Bytes::new("test", 3).unwrap().populate(3);
}

/// The kernel puts large pages only under addresses that agree with the file offset.
#[test]
#[cfg_attr(any(miri, portable), ignore = "the memory is no file")]
fn addresses_agree_with_file_offsets() {
    let slices: Vec<_> = (0..20)
        .map(|i| (format!("agrees-{i}"), i * 777_777 + 1))
        .map(|(name, len)| (Bytes::new(&name, len).unwrap(), name))
        .collect();
    for (bytes, name) in &slices {
        let Mapped { start, file_offset, .. } = mapped(name);
        assert_eq!(start.wrapping_sub(file_offset) % (2 * MIB), 0, "{name}");
        assert!(bytes.as_ptr().addr() - start < 2 * MIB);
    }
}

#[test]
#[cfg_attr(any(miri, portable), ignore = "the memory is no file")]
fn large_pages_are_mapped_and_keep_the_content() {
    let bytes = Bytes::new("large", 7 * MIB).unwrap();
    let written = || bytes.iter().enumerate().step_by(4093);
    written().for_each(|(place, byte)| byte.store(place as u8 | 1, Relaxed));
    let pages = bytes.collapse(Duration::from_secs(10));
    assert!(written().all(|(place, byte)| byte.load(Relaxed) == place as u8 | 1));
    // The number depends on the kernel. Each reported page must be mapped.
    assert!(pages <= 3);
    assert_eq!(mapped("large").in_large_pages, pages * 2 * MIB);
}

#[test]
fn no_page_is_collapsed_without_patience_or_beyond_the_last_value() {
    assert_eq!(Bytes::new("test", 5 * MIB).unwrap().collapse(Duration::ZERO), 0);
    assert_eq!(Bytes::new("test", 2 * MIB - 1).unwrap().collapse(Duration::from_secs(10)), 0);
}

/// A limit on the size of files does not limit memory. This test runs itself again under such a
/// limit.
#[test]
#[cfg_attr(miri, ignore = "the memory is not mapped")]
fn a_limit_on_files_does_not_limit_memory() {
    const LIMITED: &str = "CLEAVE_TEST_IS_LIMITED";
    if env::var_os(LIMITED).is_some() {
        for len in [1, 7 * MIB] {
            let bytes = Bytes::new("limited", len).unwrap();
            assert!(bytes.as_ptr().addr().is_multiple_of(2 * MIB));
            bytes.iter().for_each(|byte| byte.store(byte.load(Relaxed) + 1, Relaxed));
            bytes.collapse(Duration::from_secs(10));
            assert!(bytes.iter().all(|byte| byte.load(Relaxed) == 1), "{len} bytes");
        }
        return;
    }
    for kib in ["0", "4"] {
        let again = Command::new("sh")
            .args(["-c", "ulimit -f $0 && exec \"$@\"", kib])
            .arg(env::current_exe().unwrap())
            .args(["--exact", "a_limit_on_files_does_not_limit_memory"])
            .env(LIMITED, "1")
            .output()
            .unwrap();
        assert!(again.status.success(), "{kib} KiB: {}", String::from_utf8_lossy(&again.stdout));
    }
}
