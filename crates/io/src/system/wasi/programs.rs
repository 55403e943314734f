//! Programs behind this one or in its place, of which there are none, and no terminal.

use std::convert::Infallible;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Child, ExitStatus};

/// The terminal, which there is none.
#[derive(Clone, Debug)]
pub struct Terminal(Infallible);

impl Terminal {
    /// Fails.
    ///
    /// # Errors
    /// Always.
    pub fn take() -> io::Result<Terminal> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Does nothing.
    pub fn restore(&self) {}
}

/// A program that runs behind this one; there is never one.
#[derive(Clone, Copy, Debug)]
pub struct Behind;

impl Behind {
    /// Forwards nothing.
    pub fn forward_signals(_: &Child) -> Behind {
        Behind
    }

    /// Does nothing.
    pub fn interrupt(self, _: &mut impl Write) {}
}

/// Returns 0: processes have no numbers.
pub fn id() -> u32 {
    0
}

/// Returns `None`: the host tells no width.
pub fn terminal_columns() -> Option<usize> {
    None
}

/// Returns the exit code of a program, or 1 if it is larger than 255.
pub fn exit_code(status: ExitStatus) -> u8 {
    status.code().and_then(|code| code.try_into().ok()).unwrap_or(1)
}

/// Fails.
pub fn become_program(_: &Path, _: impl Iterator<Item = OsString>) -> io::Error {
    io::ErrorKind::Unsupported.into()
}
