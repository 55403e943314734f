//! Processes as workers, by the calls of Linux.
#![allow(unsafe_code)]

use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};
use std::{fs, io};

use nix::errno::Errno;
use nix::libc;
use nix::sys::prctl::set_pdeathsig;
use nix::sys::signal::{self, Signal};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
pub(crate) use nix::unistd::Pid;
use nix::unistd::{ForkResult, fork, getpid, getppid};

/// Workers may be processes.
pub(crate) const CAN_FORK: bool = true;

/// How a process has ended.
pub(crate) type End = WaitStatus;

/// Time for which an ended thread may stay in the list of the system.
const LINGER: Duration = Duration::from_millis(20);

/// Returns the number of threads of this process. A joined thread stays in the list of the system for a moment, so this
/// waits until it disappears.
fn threads() -> io::Result<usize> {
    let begin = Instant::now();
    loop {
        let threads = fs::read_dir("/proc/self/task")?.count();
        if threads == 1 || begin.elapsed() > LINGER {
            return Ok(threads);
        }
        std::thread::sleep(Duration::from_micros(200));
    }
}

/// Forks a child that runs `run` and exits. The child dies with this process.
///
/// # Errors
/// This process has more than one thread, or the system refuses.
pub(crate) fn spawn(run: impl FnOnce()) -> io::Result<Pid> {
    let threads = threads()?;
    if threads != 1 {
        return Err(io::Error::other(format!(
            "the process has {threads} threads; it can be forked only while it has one"
        )));
    }
    let parent = getpid();
    // SAFETY: no other thread can hold a lock, for example of the allocator, that would stay locked forever in the
    // child. So the child may do anything.
    match unsafe { fork() }? {
        ForkResult::Parent { child } => Ok(child),
        ForkResult::Child => {
            die_of_panics();
            // What unwinds without a panic must not reach the stack of the parent either.
            let served = catch_unwind(AssertUnwindSafe(|| {
                // The kernel kills this process when the parent dies, unless it has died already.
                if set_pdeathsig(Signal::SIGKILL).is_ok() && getppid() == parent {
                    run();
                }
            }));
            leave(i32::from(served.is_err()))
        }
    }
}

/// From now on a panic ends this process where it happens. Unwinding would release the locks that it holds, and others
/// would find what it has half written.
fn die_of_panics() {
    let report = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        report(panic);
        leave(1)
    }));
}

/// Ends this process, a child, at once.
fn leave(status: i32) -> ! {
    // SAFETY: `_exit` unwinds nothing of the parent's stack and flushes none of its buffers a second time.
    unsafe { libc::_exit(status) }
}

/// Kills a process, which may have died already.
pub(crate) fn kill(pid: Pid) {
    let _ = signal::kill(pid, Signal::SIGKILL);
}

/// Returns how a child has ended or that it has been stopped; `None` while it runs. Reaps an ended child. Never waits: a
/// stopped child that is killed may need long to end, if it gets no processor.
pub(crate) fn dead_or_stopped(pid: Pid) -> Option<End> {
    match waitpid(pid, Some(WaitPidFlag::WNOHANG | WaitPidFlag::WUNTRACED)) {
        Ok(WaitStatus::StillAlive) | Err(Errno::EINTR) => None,
        Ok(status) => Some(status),
        // Another part of the program has reaped it.
        Err(_) => Some(WaitStatus::Exited(pid, -1)),
    }
}

/// Returns true if the child has been stopped and still exists.
pub(crate) fn is_stop(end: &End) -> bool {
    matches!(end, WaitStatus::Stopped(..))
}

/// Returns the process ID.
pub(crate) fn number(pid: Pid) -> u32 {
    pid.as_raw() as u32
}
