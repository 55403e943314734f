//! SIGINT and SIGTERM, read when the program has time for them.

use std::io;

use nix::sys::signal::{SigSet, Signal};
use nix::sys::signalfd::{SfdFlags, SignalFd};

/// Takes over SIGINT and SIGTERM, also in forked children: they interrupt nothing, and can be read.
///
/// # Errors
/// The system refuses.
pub(crate) fn take_over() -> io::Result<SignalFd> {
    let mut mask = SigSet::empty();
    mask.add(Signal::SIGINT);
    mask.add(Signal::SIGTERM);
    mask.thread_block()?;
    Ok(SignalFd::with_flags(&mask, SfdFlags::SFD_NONBLOCK | SfdFlags::SFD_CLOEXEC)?)
}

/// Returns a descriptor to poll for these signals after they have been taken over; `None` if the system refuses.
/// Polling leaves them pending.
pub(crate) fn seen(signals: &[Signal]) -> Option<SignalFd> {
    let mask: SigSet = signals.iter().copied().collect();
    SignalFd::with_flags(&mask, SfdFlags::SFD_NONBLOCK | SfdFlags::SFD_CLOEXEC).ok()
}

/// Detects that the user wants the work to end.
#[derive(Debug)]
pub struct Interrupts {
    signals: Option<SignalFd>,
    seen: bool,
}

impl Interrupts {
    /// Watches for SIGINT and SIGTERM.
    ///
    /// # Errors
    /// The system refuses.
    pub fn watch() -> io::Result<Interrupts> {
        Ok(Interrupts { signals: Some(take_over()?), seen: false })
    }

    /// Returns interrupts for work that cannot be interrupted.
    pub fn none() -> Interrupts {
        Interrupts { signals: None, seen: false }
    }

    /// True once a signal has come.
    pub fn is_raised(&mut self) -> bool {
        let signal = || self.signals.as_ref()?.read_signal().ok()?;
        self.seen = self.seen || signal().is_some();
        self.seen
    }
}
