//! The lowest priority.

use std::fs;
use std::process::{Command, Stdio};

use nix::unistd::{getpid, getsid, gettid};
use rustix::process::setpriority_process;

/// The weakest claim to a processor.
const LOWEST: i32 = 19;

/// Gives this thread, and the threads that it will spawn, the lowest priority. That is nice 19, and the policy
/// `SCHED_IDLE` where the program `chrt` can set it. The scheduler divides time between sessions before it looks at
/// their threads, so a process that leads a session gives that the lowest priority, too. Settings that the system
/// refuses stay unchanged.
pub(super) fn enter() {
    let _ = setpriority_process(None, LOWEST);
    let thread = gettid().to_string();
    let mut chrt = Command::new("chrt");
    chrt.args(["--idle", "--pid", "0", &thread]);
    let _ = chrt.stdout(Stdio::null()).stderr(Stdio::null()).status();
    // A leader outside this namespace of processes has the number 0, which rustix takes for impossible.
    if getsid(None).is_ok_and(|leader| leader == getpid()) {
        let _ = fs::write("/proc/self/autogroup", LOWEST.to_string());
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    /// Field 19 of a thread's `stat` is its nice value; the fields behind the name begin with number 3.
    fn nice() -> i32 {
        let stat = fs::read_to_string("/proc/thread-self/stat").unwrap();
        let behind_name = stat.rsplit_once(')').unwrap().1;
        behind_name.split_whitespace().nth(19 - 3).unwrap().parse().unwrap()
    }

    #[test]
    fn a_thread_and_its_children_have_the_lowest_priority() {
        let spawned = thread::spawn(|| {
            enter();
            (nice(), thread::spawn(nice).join().unwrap())
        });
        assert_eq!(spawned.join().unwrap(), (19, 19));
    }
}
