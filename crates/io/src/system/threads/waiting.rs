//! Streams for which the program waits. They block, so that a read or write waits by itself.

use std::io::{self, ErrorKind, Read, Write};
use std::thread;
use std::time::{Duration, Instant};

/// Time between two checks of a stream that another program has made non-blocking.
const PAUSE: Duration = Duration::from_millis(1);

/// A stream whose reads and writes wait until it is ready, blocking or not.
#[derive(Debug)]
pub struct Waiting<S> {
    stream: S,
    /// The longest wait each time. `None` means no limit.
    patience: Option<Duration>,
}

impl<S> Waiting<S> {
    /// Creates a stream that waits as long as it takes.
    pub fn new(stream: S) -> Waiting<S> {
        Waiting { stream, patience: None }
    }

    /// Creates a stream that waits at most this long each time, if it does not block.
    pub fn at_most(patience: Duration, stream: S) -> Waiting<S> {
        Waiting { stream, patience: Some(patience) }
    }

    /// Returns the stream.
    pub fn stream(&self) -> &S {
        &self.stream
    }

    /// Repeats `go` until it would not block.
    fn wait<R>(&mut self, mut go: impl FnMut(&mut S) -> io::Result<R>) -> io::Result<R> {
        let began = Instant::now();
        loop {
            match go(&mut self.stream) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    if self.patience.is_some_and(|patience| began.elapsed() > patience) {
                        return Err(ErrorKind::TimedOut.into());
                    }
                    thread::sleep(PAUSE);
                }
                done => return done,
            }
        }
    }
}

impl<S: Read> Read for Waiting<S> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.wait(|stream| stream.read(bytes))
    }
}

impl<S: Write> Write for Waiting<S> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.wait(|stream| stream.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.wait(Write::flush)
    }
}

/// Returns false: signals end no wait.
pub(crate) fn is_ended_by_signal(_: &io::Error) -> bool {
    false
}

/// Leaves standard output and standard error as they are.
pub fn block_standard_streams() {}
