//! Streams for which the program waits.
//!
//! A host may make the program's streams non-blocking and read late, and a named pipe may have no writer yet. Then a
//! read or write succeeds later, and this is not an error. Every wait ends with SIGTERM, even if the program has taken
//! over the signal and reads it between two steps ([`super::Interrupts`]).

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd};
use std::os::unix::fs::OpenOptionsExt;
use std::sync::OnceLock;
use std::time::{Duration, Instant};
use std::{error, fmt};

use nix::errno::Errno;
use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::signal::Signal;
use nix::sys::signalfd::SignalFd;
use nix::sys::stat::{FileStat, SFlag, fstat};
use nix::unistd;

use super::signals;

/// The most bytes written to a pipe at a time. A ready pipe takes this many without blocking.
const PIECE: usize = 4096;

/// A stream whose reads and writes wait until it is ready, blocking or not.
#[derive(Debug)]
pub struct Waiting<S> {
    stream: S,
    /// The longest wait each time. `None` means no limit.
    patience: Option<Duration>,
    /// A regular file is always ready, and text is written to it in one piece.
    is_file: bool,
}

impl<S: AsFd> Waiting<S> {
    /// Creates a stream that waits as long as it takes.
    pub fn new(stream: S) -> Waiting<S> {
        let is_regular = |found: FileStat| {
            SFlag::from_bits_truncate(found.st_mode) & SFlag::S_IFMT == SFlag::S_IFREG
        };
        let is_file = fstat(stream.as_fd()).is_ok_and(is_regular);
        Waiting { stream, patience: None, is_file }
    }

    /// Creates a stream that waits at most this long each time.
    pub fn at_most(patience: Duration, stream: S) -> Waiting<S> {
        Waiting { patience: Some(patience), ..Waiting::new(stream) }
    }

    /// Returns the stream.
    pub fn stream(&self) -> &S {
        &self.stream
    }

    /// Waits until the stream is ready, or one of these signals is pending.
    fn wait(&self, ready: PollFlags, signals: Option<&SignalFd>) -> io::Result<()> {
        if self.is_file {
            return Ok(());
        }
        let end = self.patience.map(|patience| Instant::now() + patience);
        loop {
            let left = end.map(|end| end.saturating_duration_since(Instant::now()));
            let timeout = left.map_or(PollTimeout::NONE, |left| {
                // A part of a millisecond counts as one.
                PollTimeout::try_from(left.as_millis() + 1).unwrap_or(PollTimeout::MAX)
            });
            let mut streams = vec![PollFd::new(self.stream.as_fd(), ready)];
            streams.extend(signals.map(|fd| PollFd::new(fd.as_fd(), PollFlags::POLLIN)));
            match poll(&mut streams, timeout) {
                Err(Errno::EINTR) => {}
                // The call itself reports the error.
                Err(_) => return Ok(()),
                // A stream that is ready comes before a signal.
                Ok(_) if streams[0].any().unwrap_or(true) => return Ok(()),
                Ok(_) if streams.get(1).and_then(PollFd::any).unwrap_or(false) => {
                    return Err(io::Error::other(EndedBySignal));
                }
                Ok(_) if left.is_some_and(|left| left.is_zero()) => {
                    return Err(ErrorKind::TimedOut.into());
                }
                Ok(_) => {}
            }
        }
    }
}

impl<S: AsFd> Read for Waiting<S> {
    /// SIGINT ends the wait as well: a program that waits for its input has nothing else to do.
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        static SIGNALS: OnceLock<Option<SignalFd>> = OnceLock::new();
        let signals = SIGNALS.get_or_init(|| signals::seen(&[Signal::SIGINT, Signal::SIGTERM]));
        loop {
            self.wait(PollFlags::POLLIN, signals.as_ref())?;
            match unistd::read(self.stream.as_fd(), bytes) {
                Err(Errno::EAGAIN | Errno::EINTR) => {}
                read => return Ok(read?),
            }
        }
    }
}

impl<S: AsFd> Write for Waiting<S> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        static SIGNALS: OnceLock<Option<SignalFd>> = OnceLock::new();
        let signals = SIGNALS.get_or_init(|| signals::seen(&[Signal::SIGTERM]));
        let piece = if self.is_file { bytes } else { &bytes[..bytes.len().min(PIECE)] };
        loop {
            self.wait(PollFlags::POLLOUT, signals.as_ref())?;
            match unistd::write(self.stream.as_fd(), piece) {
                Err(Errno::EAGAIN | Errno::EINTR) => {}
                written => return Ok(written?),
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A signal has ended the wait for a stream.
#[derive(Clone, Copy, Debug)]
struct EndedBySignal;

impl fmt::Display for EndedBySignal {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("interrupted by a signal")
    }
}

impl error::Error for EndedBySignal {}

/// Returns true if a signal has ended the wait for a stream.
pub(crate) fn is_ended_by_signal(error: &io::Error) -> bool {
    error.get_ref().and_then(|inner| inner.downcast_ref::<EndedBySignal>()).is_some()
}

/// Makes standard output and standard error blocking, for code that writes there with `println!` and `eprintln!`, which
/// panic if a write would block. If possible, it opens the stream anew. Other programs that share the old one keep it
/// as it is.
pub fn block_standard_streams() {
    make_blocking(io::stdout().as_fd(), |fd| unistd::dup2_stdout(fd));
    make_blocking(io::stderr().as_fd(), |fd| unistd::dup2_stderr(fd));
}

fn make_blocking(stream: BorrowedFd, replace: impl FnOnce(&File) -> nix::Result<()>) {
    if !is_non_blocking(stream) {
        return;
    }
    let path = format!("/proc/self/fd/{}", stream.as_raw_fd());
    let is_pipe_or_terminal = fs::metadata(&path).is_ok_and(|it| !it.is_file());
    // A pipe without a reader must not be waited for here.
    let non_blocking = OFlag::O_NONBLOCK.bits();
    let opened = File::options().write(true).custom_flags(non_blocking).open(&path);
    let own = opened.ok().filter(|own| is_pipe_or_terminal && set_blocking(own.as_fd()).is_ok());
    if own.is_none_or(|own| replace(&own).is_err()) {
        // A socket cannot be opened anew.
        let _ = set_blocking(stream);
    }
}

fn is_non_blocking(stream: BorrowedFd) -> bool {
    fcntl(stream, FcntlArg::F_GETFL)
        .is_ok_and(|flags| OFlag::from_bits_retain(flags).contains(OFlag::O_NONBLOCK))
}

fn set_blocking(stream: BorrowedFd) -> nix::Result<()> {
    let flags = OFlag::from_bits_retain(fcntl(stream, FcntlArg::F_GETFL)?);
    fcntl(stream, FcntlArg::F_SETFL(flags - OFlag::O_NONBLOCK)).map(drop)
}

#[cfg(test)]
mod tests {
    use std::io::pipe;
    use std::thread;

    use super::*;

    fn set_non_blocking(stream: &impl AsFd) {
        fcntl(stream.as_fd(), FcntlArg::F_SETFL(OFlag::O_NONBLOCK)).unwrap();
    }

    #[test]
    fn a_write_that_would_block_waits_for_the_reader() {
        let (mut reader, writer) = pipe().unwrap();
        set_non_blocking(&writer);
        let late = thread::spawn(move || {
            thread::sleep(Duration::from_millis(100));
            let mut bytes = Vec::new();
            reader.read_to_end(&mut bytes).unwrap();
            bytes
        });
        let bytes: Vec<u8> = (0..1 << 20).map(|i: u32| i as u8).collect();
        let mut writer = Waiting::new(writer);
        writer.write_all(&bytes).unwrap();
        drop(writer);
        assert!(late.join().unwrap() == bytes);
    }

    #[test]
    fn a_read_that_would_block_waits_for_the_writer() {
        let (reader, mut writer) = pipe().unwrap();
        set_non_blocking(&reader);
        let late = thread::spawn(move || {
            thread::sleep(Duration::from_millis(100));
            writer.write_all(b"text").unwrap();
        });
        let mut text = String::new();
        Waiting::new(reader).read_to_string(&mut text).unwrap();
        assert_eq!(text, "text");
        late.join().unwrap();
    }

    #[test]
    fn patience_ends() {
        let (reader, writer) = pipe().unwrap();
        let read = Waiting::at_most(Duration::from_millis(20), reader).read(&mut [0]);
        assert_eq!(read.unwrap_err().kind(), ErrorKind::TimedOut);
        drop(writer);
    }

    #[test]
    fn a_reader_that_has_gone_is_an_error() {
        let (reader, writer) = pipe().unwrap();
        drop(reader);
        let written = Waiting::new(writer).write(b"text");
        assert_eq!(written.unwrap_err().kind(), ErrorKind::BrokenPipe);
    }

    /// The signal is blocked and pending in this thread alone.
    #[test]
    fn a_signal_that_was_taken_over_ends_a_wait() {
        thread::spawn(|| {
            let (reader, writer) = pipe().unwrap();
            let _signals = signals::take_over().unwrap();
            nix::sys::signal::raise(Signal::SIGTERM).unwrap();
            let read = Waiting::new(&reader).read(&mut [0]).unwrap_err();
            assert!(is_ended_by_signal(&read), "{read}");
            set_non_blocking(&writer);
            let written = Waiting::new(&writer).write_all(&vec![0; 1 << 20]).unwrap_err();
            assert!(is_ended_by_signal(&written), "{written}");
        })
        .join()
        .unwrap();
    }

    #[test]
    fn a_pipe_is_opened_anew_and_the_old_end_stays_as_it_is() {
        let (reader, writer) = pipe().unwrap();
        set_non_blocking(&writer);
        let mut own = None;
        make_blocking(writer.as_fd(), |file| {
            own = Some(file.try_clone().unwrap());
            Ok(())
        });
        let mut own = own.expect("it is opened");
        assert!(!is_non_blocking(own.as_fd()) && is_non_blocking(writer.as_fd()));
        own.write_all(b"text").unwrap();
        drop((own, writer));
        assert_eq!(io::read_to_string(reader).unwrap(), "text");
        // A socket cannot be opened.
        let (one, _other) = std::os::unix::net::UnixStream::pair().unwrap();
        one.set_nonblocking(true).unwrap();
        make_blocking(one.as_fd(), |_| panic!("it is not opened"));
        assert!(!is_non_blocking(one.as_fd()));
    }
}
