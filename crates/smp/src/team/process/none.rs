//! A system on which workers cannot be processes: none is started, so none is killed.

use std::convert::Infallible;
use std::io;

/// Workers are threads.
pub(crate) const CAN_FORK: bool = false;

/// A process. No value of it exists.
pub(crate) type Pid = Infallible;
/// How a process has ended.
pub(crate) type End = Infallible;

/// # Errors
/// Always.
pub(crate) fn spawn(_: impl FnOnce()) -> io::Result<Pid> {
    Err(io::ErrorKind::Unsupported.into())
}

pub(crate) fn kill(pid: Pid) {
    match pid {}
}

pub(crate) fn dead_or_stopped(pid: Pid) -> Option<End> {
    Some(pid)
}

pub(crate) fn is_stop(end: &End) -> bool {
    match *end {}
}

pub(crate) fn number(pid: Pid) -> u32 {
    match pid {}
}
