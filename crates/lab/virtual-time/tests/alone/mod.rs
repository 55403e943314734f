//! A process that can be forked again.

use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Waits until this process has one thread. A joined thread stays on the list of the system until it has had a
/// processor once more. On a busy machine that takes longer than a team waits for it.
pub(crate) fn wait_until_alone() {
    let start = Instant::now();
    while fs::read_dir("/proc/self/task").unwrap().count() > 1 {
        assert!(start.elapsed() < Duration::from_secs(10), "a thread goes on");
        sleep(Duration::from_millis(1));
    }
}
