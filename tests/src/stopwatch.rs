//! Measures time on a machine that may be busy.

use std::fs;
use std::time::{Duration, Instant};

use nix::unistd::Pid;

/// Measures the time that an answer of a process takes. The stopwatch subtracts the time in which
/// that process or the waiting thread was ready to run but had no processor. The result is about
/// the time on an idle machine. The time in which the process sleeps or computes counts in full.
///
/// The stopwatch uses only the main thread of the process, in which the program thinks. With all
/// threads, it could subtract the same moment twice.
pub struct Stopwatch {
    pid: Pid,
    began: Instant,
    queued: Duration,
}

impl Stopwatch {
    /// Starts to measure another process.
    pub fn start(pid: Pid) -> Stopwatch {
        Stopwatch { pid, began: Instant::now(), queued: queued(pid) }
    }

    /// Returns the time so far. If the process has been reaped, its part is unknown and not
    /// subtracted.
    pub fn own_time(&self) -> Duration {
        self.began.elapsed().saturating_sub(queued(self.pid).saturating_sub(self.queued))
    }
}

/// Returns the time that a process and this thread have waited for a processor since they started.
/// Returns zero if the system does not provide it.
fn queued(pid: Pid) -> Duration {
    [format!("/proc/{pid}/schedstat"), "/proc/thread-self/schedstat".into()]
        .iter()
        .filter_map(|path| in_queue(&fs::read_to_string(path).ok()?))
        .sum()
}

/// Returns the second number of the file. The numbers are nanoseconds on a processor, nanoseconds
/// in the queue for one, and turns.
fn in_queue(schedstat: &str) -> Option<Duration> {
    schedstat.split_whitespace().nth(1)?.parse().ok().map(Duration::from_nanos)
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn the_second_figure_is_the_queueing_time() {
        assert_eq!(in_queue("12345 678 9\n"), Some(Duration::from_nanos(678)));
        assert_eq!(in_queue(""), None);
    }

    #[test]
    fn sleeping_counts() {
        let mut child = Command::new("sleep").arg("0.2").spawn().expect("sleep");
        let watch = Stopwatch::start(Pid::from_raw(child.id() as i32));
        std::thread::sleep(Duration::from_millis(200));
        let time = watch.own_time();
        assert!(time >= Duration::from_millis(100), "{time:?}");
        child.wait().expect("a child");
    }

    #[test]
    fn computing_counts() {
        let mut child = Command::new("sh").args(["-c", "while :; do :; done"]).spawn().expect("sh");
        let watch = Stopwatch::start(Pid::from_raw(child.id() as i32));
        // On a busy machine this correctly takes longer. The loop checks rarely. This thread would
        // wait for a processor at the same time as the child, and the stopwatch would subtract that
        // time twice.
        let deadline = Instant::now() + Duration::from_secs(100);
        let time = loop {
            let time = watch.own_time();
            if time >= Duration::from_millis(100) || Instant::now() > deadline {
                break time;
            }
            std::thread::sleep(Duration::from_millis(100));
        };
        child.kill().and_then(|()| child.wait()).expect("a child");
        assert!(time >= Duration::from_millis(100), "{time:?}");
    }
}
