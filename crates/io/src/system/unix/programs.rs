//! Programs behind this one or in its place, and the terminal that they share.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
pub use std::process::id;
use std::process::{Child, Command, ExitStatus};
use std::thread;

use nix::sys::signal::{SigSet, Signal, kill};
use nix::sys::termios::{SetArg, Termios, tcgetattr, tcsetattr};
use nix::unistd::Pid;
use terminal_size::terminal_size_of;

/// The modes of the terminal before lines were edited.
#[derive(Clone, Debug)]
pub struct Terminal(Termios);

impl Terminal {
    /// Saves the modes, and blocks the signals that would end the program without restoring them. Another thread waits
    /// for these signals.
    ///
    /// # Errors
    /// Standard input is not a terminal, or the system refuses.
    pub fn take() -> io::Result<Terminal> {
        handled_signals().thread_block()?;
        Ok(Terminal(tcgetattr(io::stdin())?))
    }

    /// Restores the modes.
    pub fn restore(&self) {
        // Without a terminal there is nothing to restore.
        let _ = tcsetattr(io::stdin(), SetArg::TCSADRAIN, &self.0);
    }
}

/// Returns the signals for which the editor waits.
fn handled_signals() -> SigSet {
    SigSet::from_iter([Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP])
}

/// Sends signals to a program that runs behind this one.
#[derive(Clone, Copy, Debug)]
pub struct Behind(Pid);

impl Behind {
    /// Forwards SIGTERM and SIGHUP to the program, whose end ends the editor and restores the terminal. SIGINT comes to
    /// both from the keyboard, and concerns only the program.
    pub fn forward_signals(program: &Child) -> Behind {
        let pid = Pid::from_raw(program.id().cast_signed());
        let signals = handled_signals();
        thread::spawn(move || {
            while let Ok(signal) = signals.wait() {
                if signal != Signal::SIGINT {
                    let _ = kill(pid, Signal::SIGTERM);
                }
            }
        });
        Behind(pid)
    }

    /// Interrupts the program as Ctrl-C does, by a signal. Does not touch its input.
    pub fn interrupt(self, _input: &mut impl Write) {
        let _ = kill(self.0, Signal::SIGINT);
    }
}

/// Returns the width of the terminal in characters, wherever standard output goes; `None` without a terminal.
pub fn terminal_columns() -> Option<usize> {
    let terminal = File::open("/dev/tty").ok()?;
    terminal_size_of(terminal).map(|(width, _)| width.0.into())
}

/// Returns the exit code of a program, as a shell reports it.
pub fn exit_code(status: ExitStatus) -> u8 {
    let by_signal = || status.signal().map_or(1, |signal| 128 + signal);
    status.code().unwrap_or_else(by_signal).try_into().unwrap_or(1)
}

/// Becomes another program, by these arguments. The first one is its name. Returns only if that fails.
pub fn become_program(program: &Path, arguments: impl Iterator<Item = OsString>) -> io::Error {
    as_this_one(program, arguments).exec()
}

/// Returns a program with this program's arguments and name, so that its help shows the name that people typed.
fn as_this_one(program: &Path, mut arguments: impl Iterator<Item = OsString>) -> Command {
    let mut command = Command::new(program);
    if let Some(name) = arguments.next() {
        command.arg0(name);
    }
    command.args(arguments);
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_goes_by_the_name_and_arguments_of_this_one() {
        let arguments = ["cleave", "-c", "tr '\\0' ' ' </proc/$$/cmdline"].map(OsString::from);
        let output = as_this_one(Path::new("/bin/sh"), arguments.into_iter()).output().unwrap();
        assert!(output.stdout.starts_with(b"cleave -c "), "{output:?}");
    }
}
