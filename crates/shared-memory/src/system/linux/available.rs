//! Finds the memory available for a mapping.
//!
//! The kernel overcommits: a shared mapping of any size succeeds. A process that touches more of it
//! than there is memory gets killed, in the middle of a game. So the size is checked beforehand.

use std::fs;

/// Returns the smaller of the memory available in the machine and in the control group of a
/// container, in bytes. Returns `None` if the kernel reports neither.
pub fn available_memory() -> Option<u64> {
    [in_machine(), in_container()].into_iter().flatten().min()
}

fn in_machine() -> Option<u64> {
    mem_available(&fs::read_to_string("/proc/meminfo").ok()?)
}

/// Returns the line `MemAvailable:   24117248 kB` of /proc/meminfo, in bytes.
fn mem_available(meminfo: &str) -> Option<u64> {
    let rest = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: u64 = rest.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * 1024)
}

/// Returns the free bytes of a control group of version 2. Its files hold a number of bytes, or
/// `max` for no limit.
fn in_container() -> Option<u64> {
    let bytes = |file: &str| -> Option<u64> {
        fs::read_to_string(format!("/sys/fs/cgroup/{file}")).ok()?.trim().parse().ok()
    };
    Some(bytes("memory.max")?.saturating_sub(bytes("memory.current")?))
}

#[cfg(test)]
mod tests {
    use super::mem_available;

    #[test]
    fn reads_what_the_kernel_writes() {
        let text = "MemTotal:       24624836 kB\nMemAvailable:   24117248 kB\nBuffers: 0 kB\n";
        assert_eq!(mem_available(text), Some(24_117_248 * 1024));
        assert_eq!(mem_available("MemTotal: 1 kB\n"), None);
        assert_eq!(mem_available("MemAvailable: many\n"), None);
    }
}
