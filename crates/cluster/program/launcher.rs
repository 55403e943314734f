//! The launcher of the MPI job: `mpirun` or a daemon of it. It has started the first rank's carrier.

use std::fs;
use std::os::fd::OwnedFd;

use rustix::process::{Pid, PidfdFlags, Signal, getppid, pidfd_open, pidfd_send_signal};

/// The launcher, for the first rank's search process.
pub(crate) struct Launcher {
    carrier: Option<Pid>,
    process: OwnedFd,
}

impl Launcher {
    /// Finds the launcher of this search process's job. Returns `None` if the system does not report it.
    pub(crate) fn find() -> Option<Launcher> {
        let carrier = getppid()?;
        let process = pidfd_open(parent(carrier)?, PidfdFlags::empty()).ok()?;
        Some(Launcher { carrier: Some(carrier), process })
    }

    /// Ends the other ranks at the end of the program if the carrier has died. The carrier would have ended them;
    /// without it they would wait for a sign of it. The launcher forwards the signal to all ranks, where it ends the
    /// carriers. If the launcher ended the job itself, as on SIGTERM, it would sleep for up to two seconds.
    pub(crate) fn end_job_without_carrier(&self) {
        if getppid() != self.carrier {
            // If the launcher is gone, the job is gone too.
            let _ = pidfd_send_signal(&self.process, Signal::USR1);
        }
    }
}

/// Returns the parent of a process.
fn parent(process: Pid) -> Option<Pid> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("PPid:"))?;
    Pid::from_raw(line.trim().parse().ok()?)
}
