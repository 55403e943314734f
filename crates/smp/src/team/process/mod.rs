//! Processes as workers: how they are started, killed and found dead. Only Linux forks them. `CAN_FORK` is false elsewhere.
//! The flag `--cfg portable` builds on Linux what other systems have.

#[cfg(all(target_os = "linux", not(portable)))]
mod linux;
#[cfg(all(target_os = "linux", not(portable)))]
pub(super) use linux::{CAN_FORK, End, Pid, dead_or_stopped, is_stop, kill, number, spawn};

#[cfg(not(all(target_os = "linux", not(portable))))]
mod none;
#[cfg(not(all(target_os = "linux", not(portable))))]
pub(super) use none::{CAN_FORK, End, Pid, dead_or_stopped, is_stop, kill, number, spawn};
