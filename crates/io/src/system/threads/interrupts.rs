//! Ctrl-C, and the bell that wakes the thread which waits for it or for input.

use std::io;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Rings when an event has come in. The handler of Ctrl-C belongs to the whole process, and so does the bell.
pub(super) static BELL: Bell = Bell { is_interrupted: Mutex::new(false), rung: Condvar::new() };

/// Wakes threads that wait for Ctrl-C or for input.
#[derive(Debug)]
pub(super) struct Bell {
    /// Ctrl-C has come, and no call has read it.
    is_interrupted: Mutex<bool>,
    rung: Condvar,
}

impl Bell {
    /// Wakes all waiting threads, so that they check again.
    pub(super) fn ring(&self) {
        drop(self.lock());
        self.rung.notify_all();
    }

    /// Waits until `is_over`, which gets whether Ctrl-C has come, returns true or the time is up.
    pub(super) fn wait_until(
        &self,
        patience: Option<Duration>,
        mut is_over: impl FnMut(bool) -> bool,
    ) {
        let goes_on = |interrupted: &mut bool| !is_over(*interrupted);
        let guard = self.lock();
        match patience {
            Some(patience) => drop(self.rung.wait_timeout_while(guard, patience, goes_on)),
            None => drop(self.rung.wait_while(guard, goes_on)),
        }
    }

    /// Notes Ctrl-C.
    pub(super) fn interrupt(&self) {
        *self.lock() = true;
        self.rung.notify_all();
    }

    /// Returns true if Ctrl-C has come since the last call.
    pub(super) fn take_interrupt(&self) -> bool {
        std::mem::take(&mut *self.lock())
    }

    fn lock(&self) -> MutexGuard<'_, bool> {
        self.is_interrupted.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Takes over Ctrl-C: it interrupts nothing, and can be read.
///
/// # Errors
/// The system refuses.
pub(super) fn take_over() -> io::Result<()> {
    match ctrlc::set_handler(|| BELL.interrupt()) {
        // It is this handler: there is no other in the program.
        Ok(()) | Err(ctrlc::Error::MultipleHandlers) => Ok(()),
        Err(error) => Err(io::Error::other(error)),
    }
}

/// Detects that the user wants the work to end.
#[derive(Debug)]
pub struct Interrupts {
    watches: bool,
    seen: bool,
}

impl Interrupts {
    /// Watches for Ctrl-C.
    ///
    /// # Errors
    /// The system refuses.
    pub fn watch() -> io::Result<Interrupts> {
        take_over()?;
        Ok(Interrupts { watches: true, seen: false })
    }

    /// Returns interrupts for work that cannot be interrupted.
    pub fn none() -> Interrupts {
        Interrupts { watches: false, seen: false }
    }

    /// True once a signal has come.
    pub fn is_raised(&mut self) -> bool {
        self.seen = self.seen || self.watches && BELL.take_interrupt();
        self.seen
    }
}
