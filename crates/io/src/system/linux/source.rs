//! Standard input by `poll`, and signals by `signalfd`.

use std::io::{self, PipeReader};
use std::os::fd::{AsFd, OwnedFd};
use std::time::Duration;

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::signal::Signal;
use nix::sys::signalfd::SignalFd;

use super::signals;
use crate::input::Event;

/// Bytes read at a time.
const CHUNK: usize = 16 * 1024;

/// A stream that is polled, and signals.
#[derive(Debug)]
pub(crate) struct Source {
    stream: OwnedFd,
    signals: Option<SignalFd>,
}

impl Source {
    /// Takes over SIGINT and SIGTERM.
    ///
    /// # Errors
    /// Standard input is closed, or the system refuses the signals.
    pub(crate) fn stdin() -> io::Result<Source> {
        let signals = Some(signals::take_over()?);
        Ok(Source { stream: io::stdin().as_fd().try_clone_to_owned()?, signals })
    }

    pub(crate) fn pipe(pipe: PipeReader) -> Source {
        Source { stream: pipe.into(), signals: None }
    }

    /// Waits at most this long (without an end if `None`). Returns whether there is a signal, and whether there is data
    /// to read.
    pub(crate) fn look(&mut self, patience: Option<Duration>) -> (bool, bool) {
        let timeout = patience.map_or(PollTimeout::NONE, |patience| {
            PollTimeout::try_from(patience).unwrap_or(PollTimeout::MAX)
        });
        let mut fds = vec![PollFd::new(self.stream.as_fd(), PollFlags::POLLIN)];
        fds.extend(self.signals.iter().map(|fd| PollFd::new(fd.as_fd(), PollFlags::POLLIN)));
        match poll(&mut fds, timeout) {
            // Reading shows what it is: data, an error or a hang-up.
            Ok(_) => {
                let is_ready = |fd: &PollFd| fd.any().unwrap_or(true);
                (fds.get(1).is_some_and(is_ready), is_ready(&fds[0]))
            }
            Err(_) => (false, false),
        }
    }

    /// Returns the signal that has come, if one has.
    pub(crate) fn read_signal(&mut self) -> Option<Event> {
        let signal = self.signals.as_ref()?.read_signal().ok()??;
        let is_interrupt = signal.ssi_signo == Signal::SIGINT as u32;
        Some(if is_interrupt { Event::Interrupt } else { Event::End })
    }

    /// Passes on the next bytes. Returns false at the end of the stream.
    ///
    /// # Errors
    /// The stream cannot be read.
    pub(crate) fn read(&mut self, take: impl FnOnce(&[u8])) -> io::Result<bool> {
        let mut chunk = [0; CHUNK];
        match nix::unistd::read(&self.stream, &mut chunk) {
            Ok(0) => return Ok(false),
            Ok(count) => take(&chunk[..count]),
            Err(Errno::EINTR | Errno::EAGAIN) => {}
            Err(error) => return Err(error.into()),
        }
        Ok(true)
    }
}
