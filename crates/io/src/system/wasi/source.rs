//! Standard input by `poll`. In a module of one thread the host runs its own events during this call, so a search must
//! make it often.
#![allow(unsafe_code)]

use std::fs::File;
use std::io::{self, ErrorKind, PipeReader, Read};
use std::mem::ManuallyDrop;
use std::os::fd::FromRawFd;
use std::time::Duration;

use crate::input::Event;

/// Bytes read at a time.
const CHUNK: usize = 16 * 1024;

/// Standard input, which is never closed.
#[derive(Debug)]
pub(crate) struct Source(ManuallyDrop<File>);

impl Source {
    /// Returns standard input.
    ///
    /// # Errors
    /// None.
    pub(crate) fn stdin() -> io::Result<Source> {
        // SAFETY: the host opens descriptor 0 before the program begins, and the program never closes it.
        Ok(Source(ManuallyDrop::new(unsafe { File::from_raw_fd(libc::STDIN_FILENO) })))
    }

    pub(crate) fn pipe(_: PipeReader) -> Source {
        unreachable!("there are no pipes")
    }

    /// Waits so long at most (without an end if `None`). Returns false, since there are no signals, and whether there is
    /// something to read.
    pub(crate) fn look(&mut self, patience: Option<Duration>) -> (bool, bool) {
        let mut stdin = libc::pollfd { fd: libc::STDIN_FILENO, events: libc::POLLIN, revents: 0 };
        let timeout = patience.map_or(-1, |it| it.as_millis().try_into().unwrap_or(i32::MAX));
        // SAFETY: there is one descriptor in the list, which lives until the call returns.
        (false, unsafe { libc::poll(&mut stdin, 1, timeout) } > 0)
    }

    /// Returns `None`: there are no signals.
    pub(crate) fn read_signal(&mut self) -> Option<Event> {
        None
    }

    /// Hands over the next bytes. Returns false at the end of the stream.
    ///
    /// # Errors
    /// The stream cannot be read.
    pub(crate) fn read(&mut self, take: impl FnOnce(&[u8])) -> io::Result<bool> {
        let mut chunk = [0; CHUNK];
        match self.0.read(&mut chunk) {
            Ok(0) => return Ok(false),
            Ok(count) => take(&chunk[..count]),
            Err(error)
                if matches!(error.kind(), ErrorKind::Interrupted | ErrorKind::WouldBlock) => {}
            Err(error) => return Err(error),
        }
        Ok(true)
    }
}
