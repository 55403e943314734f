//! The launcher of the MPI job, which has started the first rank's carrier: `mpirun`, or a daemon of it.

use std::fs;
use std::os::fd::OwnedFd;

use rustix::process::{Pid, PidfdFlags, Signal, getppid, pidfd_open, pidfd_send_signal};

/// The launcher, as the first rank's search process sees it.
pub(crate) struct Launcher {
    carrier: Option<Pid>,
    process: OwnedFd,
}

impl Launcher {
    /// The launcher of the job of this search process; `None` where the system does not tell.
    pub(crate) fn find() -> Option<Launcher> {
        let carrier = getppid()?;
        let process = pidfd_open(parent(carrier)?, PidfdFlags::empty()).ok()?;
        Some(Launcher { carrier: Some(carrier), process })
    }

    /// At the end of the program: has the other ranks end as well if the carrier, which would tell them, has
    /// died. They would wait for a sign of it. The launcher forwards the signal to all ranks, where it
    /// ends the carriers. When it ends a job by itself, as on SIGTERM, it sleeps for up to two seconds.
    pub(crate) fn end_job_without_carrier(&self) {
        if getppid() != self.carrier {
            // A launcher that has gone has taken the job with it.
            let _ = pidfd_send_signal(&self.process, Signal::USR1);
        }
    }
}

/// The parent of a process.
fn parent(process: Pid) -> Option<Pid> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("PPid:"))?;
    Pid::from_raw(line.trim().parse().ok()?)
}
