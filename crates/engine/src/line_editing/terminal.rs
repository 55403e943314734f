//! The terminal as it was before, to be restored whenever the program ends.

use std::io;

use nix::sys::signal::{SigSet, Signal};
use nix::sys::termios::{SetArg, Termios, tcgetattr, tcsetattr};

/// The modes of the terminal before lines were edited.
#[derive(Clone, Debug)]
pub(super) struct Terminal(Termios);

impl Terminal {
    /// Remembers the modes, and keeps the signals back that would end the program without restoring
    /// them: another thread waits for those.
    ///
    /// # Errors
    /// Standard input is no terminal, or the system refuses.
    pub(super) fn take() -> io::Result<Terminal> {
        handled_signals().thread_block()?;
        Ok(Terminal(tcgetattr(io::stdin())?))
    }

    /// Sets the modes as they were.
    pub(super) fn restore(&self) {
        // Without a terminal there is nothing to restore.
        let _ = tcsetattr(io::stdin(), SetArg::TCSADRAIN, &self.0);
    }
}

/// The signals that the editor waits for.
pub(super) fn handled_signals() -> SigSet {
    SigSet::from_iter([Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP])
}
