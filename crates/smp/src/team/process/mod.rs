//! Processes as workers: how they are started, killed and found dead. On the web there are none.

#[cfg(unix)]
mod linux;
#[cfg(not(unix))]
mod none;

#[cfg(unix)]
pub(super) use linux::{End, Pid, dead_or_stopped, kill, number, spawn};
#[cfg(not(unix))]
pub(super) use none::{End, Pid, dead_or_stopped, kill, number, spawn};
