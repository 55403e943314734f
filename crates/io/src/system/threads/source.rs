//! Input that a thread reads ahead.

use std::io::{self, ErrorKind, PipeReader, Read};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use super::interrupts::{self, BELL};
use crate::input::Event;
use crate::system::INTERRUPT;

/// Bytes read at a time.
const CHUNK: usize = 16 * 1024;

/// Chunks that are read ahead.
const AHEAD: usize = 16;

/// Bytes of the stream, none at its end, or the reason why it cannot be read.
type Chunk = io::Result<Vec<u8>>;

/// A stream that a thread reads, and Ctrl-C.
#[derive(Debug)]
pub(crate) struct Source {
    chunks: Receiver<Chunk>,
    /// Received, and not yet passed on.
    next: Option<Chunk>,
    has_signals: bool,
}

impl Source {
    /// Takes over Ctrl-C.
    ///
    /// # Errors
    /// The system refuses.
    pub(crate) fn stdin() -> io::Result<Source> {
        interrupts::take_over()?;
        Ok(Source { has_signals: true, ..Source::of(io::stdin()) })
    }

    pub(crate) fn pipe(pipe: PipeReader) -> Source {
        Source::of(pipe)
    }

    fn of(stream: impl Read + Send + 'static) -> Source {
        let (sender, chunks) = sync_channel(AHEAD);
        thread::spawn(move || read_all(stream, &sender));
        Source { chunks, next: None, has_signals: false }
    }

    /// Waits at most this long (without an end if `None`). Returns whether there is a signal, and whether there is data
    /// to read.
    pub(crate) fn look(&mut self, patience: Option<Duration>) -> (bool, bool) {
        let mut signal = false;
        BELL.wait_until(patience, |interrupted| {
            signal = self.has_signals && interrupted;
            self.next = self.next.take().or_else(|| self.chunks.try_recv().ok());
            signal || self.next.is_some()
        });
        (signal, self.next.is_some())
    }

    /// Returns the signal that has come, if one has.
    pub(crate) fn read_signal(&mut self) -> Option<Event> {
        (self.has_signals && BELL.take_interrupt()).then_some(Event::Interrupt)
    }

    /// Passes on the next bytes. Returns false at the end of the stream.
    ///
    /// # Errors
    /// The stream cannot be read.
    pub(crate) fn read(&mut self, take: impl FnOnce(&[u8])) -> io::Result<bool> {
        let Some(chunk) = self.next.take() else { return Ok(true) };
        let bytes = chunk?;
        take(&bytes);
        Ok(!bytes.is_empty())
    }
}

/// Reads this stream to its end, as far ahead as the channel has room.
fn read_all(mut stream: impl Read, sender: &SyncSender<Chunk>) {
    let mut bytes = vec![0; CHUNK];
    loop {
        let mut chunk = match stream.read(&mut bytes) {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            read => read.map(|count| bytes[..count].to_vec()),
        };
        let is_last = !chunk.as_ref().is_ok_and(|bytes| !bytes.is_empty());
        if let Ok(bytes) = &mut chunk
            && bytes.contains(&INTERRUPT)
        {
            BELL.interrupt();
            bytes.retain(|&byte| byte != INTERRUPT);
        }
        // An empty chunk is the end.
        let is_text = is_last || chunk.as_ref().is_ok_and(|bytes| !bytes.is_empty());
        let is_over = is_text && sender.send(chunk).is_err() || is_last;
        BELL.ring();
        if is_over {
            break;
        }
    }
}
