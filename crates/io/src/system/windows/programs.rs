//! Programs behind this one or in its place, and the console that they share.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
pub use std::process::id;
use std::process::{Child, Command, ExitStatus, exit};

use terminal_size::terminal_size_of;

use crate::system::INTERRUPT;

/// The console, whose modes the system restores.
#[derive(Clone, Debug)]
pub struct Terminal;

impl Terminal {
    /// Ignores Ctrl-C between two lines: it concerns the program behind this one.
    ///
    /// # Errors
    /// The system refuses.
    pub fn take() -> io::Result<Terminal> {
        ctrlc::set_handler(|| {}).map_err(io::Error::other)?;
        Ok(Terminal)
    }

    /// Does nothing.
    pub fn restore(&self) {}
}

/// A program that runs behind this one.
#[derive(Clone, Copy, Debug)]
pub struct Behind;

impl Behind {
    /// Forwards nothing: the console signals both programs.
    pub fn forward_signals(_: &Child) -> Behind {
        Behind
    }

    /// Interrupts the program by [`INTERRUPT`] in its input: no call of the system interrupts one program alone.
    pub fn interrupt(self, input: &mut impl Write) {
        let _ = input.write_all(&[INTERRUPT]).and_then(|()| input.flush());
    }
}

/// Returns the width of the terminal in characters, wherever standard output goes; `None` without a terminal.
pub fn terminal_columns() -> Option<usize> {
    let terminal = File::open("CONOUT$").ok()?;
    terminal_size_of(terminal).map(|(width, _)| width.0.into())
}

/// Returns the exit code of a program, or 1 if it is larger than 255.
pub fn exit_code(status: ExitStatus) -> u8 {
    status.code().and_then(|code| code.try_into().ok()).unwrap_or(1)
}

/// Runs another program in place of this one, by its arguments without the first, and ends with its exit code. Returns only
/// if the program cannot be started. Ctrl-C concerns the other program, which may go on.
pub fn become_program(program: &Path, arguments: impl Iterator<Item = OsString>) -> io::Error {
    // Without it, the other program is interrupted all the same.
    let _ = ctrlc::set_handler(|| {});
    match Command::new(program).args(arguments.skip(1)).status() {
        Ok(status) => exit(status.code().unwrap_or(1)),
        Err(error) => error,
    }
}
