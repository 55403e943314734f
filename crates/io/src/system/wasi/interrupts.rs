//! Signals, of which there are none.

use std::io;

/// Whether the user wants the work to end.
#[derive(Debug)]
pub struct Interrupts;

impl Interrupts {
    /// Watches for nothing: there are no signals.
    ///
    /// # Errors
    /// None.
    pub fn watch() -> io::Result<Interrupts> {
        Ok(Interrupts)
    }

    /// Work that cannot be interrupted.
    pub fn none() -> Interrupts {
        Interrupts
    }

    /// Returns false.
    pub fn is_raised(&mut self) -> bool {
        false
    }
}
