//! How much memory there is for a table.
//!
//! The kernel gives out shared memory page by page as it is touched, and promises far more than it
//! has: a mapping of any size succeeds, and the process is killed later, in the middle of a game.
//! So the size is checked beforehand against what is left to this process.

use std::fs;

/// Bytes that can be used without swapping or being killed, as far as the kernel tells: what is
/// available in the machine, or in the control group of a container if that is less. `None` if it
/// does not tell.
pub(crate) fn available() -> Option<u64> {
    [in_machine(), in_container()].into_iter().flatten().min()
}

fn in_machine() -> Option<u64> {
    mem_available(&fs::read_to_string("/proc/meminfo").ok()?)
}

/// The line `MemAvailable:   24117248 kB` of /proc/meminfo, in bytes.
fn mem_available(meminfo: &str) -> Option<u64> {
    let rest = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: u64 = rest.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * 1024)
}

/// Version 2 control groups; the files hold a number of bytes, or `max` for no limit.
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
