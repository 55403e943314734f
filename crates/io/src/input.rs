//! Standard input and signals, polled by the thread that searches.
//!
//! On Linux no thread reads: workers are forked, and a program can fork safely only while it has a single thread. So a
//! running search polls a thousand times per second, at the price of one system call. Signals are read as well
//! (`signalfd`), so that they interrupt nothing half-way. Elsewhere a thread reads ahead, and polling looks at what it
//! has read.

use std::collections::VecDeque;
use std::io::{self, PipeReader};
use std::time::{Duration, Instant};

use crate::lines::{Line, LineBuffer};
use crate::system::Source;
use crate::transcript::Transcript;

/// An event that has come in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A line.
    Line(Line),
    /// SIGINT: Ctrl-C, or a GUI that requests attention.
    Interrupt,
    /// The end of input, or SIGTERM.
    End,
}

/// Whether to wait for an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// Return at once.
    Never,
    /// Sleep until input comes in, even half a line, at most this many milliseconds.
    AtMost(u8),
    /// Sleep until an event comes in.
    Forever,
}

/// The source of lines and signals.
#[derive(Debug)]
pub struct Input {
    source: Source,
    buffer: LineBuffer,
    ended: bool,
    /// The reason for the end, unless the other end has closed.
    error: Option<io::Error>,
    returned: VecDeque<Event>,
    /// The number of returned events that go before any search.
    urgent: usize,
    /// When the end was first reported.
    end_reported: Option<Instant>,
    /// Gets a copy of each line.
    pub transcript: Transcript,
    /// A second copy of each line. It outlasts the transcript of a game.
    pub debug_log: Transcript,
}

impl Input {
    /// Reads standard input, and takes over SIGINT and SIGTERM, also in forked children. On systems other than Linux it
    /// takes over Ctrl-C.
    ///
    /// # Errors
    /// Standard input is closed, or the system refuses the signals.
    pub fn from_stdin() -> io::Result<Input> {
        Source::stdin().map(Input::from_source)
    }

    /// Reads this pipe, and no signals.
    pub fn from_pipe(pipe: PipeReader) -> Input {
        Input::from_source(Source::pipe(pipe))
    }

    fn from_source(source: Source) -> Input {
        Input {
            source,
            buffer: LineBuffer::default(),
            ended: false,
            error: None,
            returned: VecDeque::new(),
            urgent: 0,
            end_reported: None,
            transcript: Transcript::default(),
            debug_log: Transcript::default(),
        }
    }

    /// Returns the next event. After the end of input, every event is [`Event::End`].
    pub fn next_event(&mut self, wait: Wait) -> Option<Event> {
        if let Some(event) = self.returned.pop_front() {
            self.urgent = self.urgent.saturating_sub(1);
            return Some(event);
        }
        loop {
            // Signals first: they must get through endless input.
            let (signal, readable) = self.look(wait);
            if signal && let Some(event) = self.read_signal() {
                return Some(event);
            }
            if let Some(line) = self.buffer.next_line() {
                if let Line::Text(text) = &line {
                    self.transcript.add('<', text);
                    self.debug_log.add('<', text);
                }
                return Some(Event::Line(line));
            }
            if self.ended {
                self.end_reported.get_or_insert_with(Instant::now);
                return Some(Event::End);
            }
            if readable {
                self.read();
            }
            // Once, since input without an end may have no lines.
            if wait != Wait::Forever && !self.buffer.has_line() && !self.ended {
                return None;
            }
        }
    }

    /// Ends the input.
    ///
    /// # Errors
    /// Not all of it could be read.
    pub fn finish(self) -> io::Result<()> {
        self.error.map_or(Ok(()), Err)
    }

    /// Returns the signal that has come in, if there is one. Lines stay in the input.
    pub fn next_signal(&mut self) -> Option<Event> {
        let (signal, _) = self.look(Wait::Never);
        signal.then(|| self.read_signal()).flatten()
    }

    /// Returns the next event that goes before any search.
    pub fn next_urgent(&mut self) -> Option<Event> {
        if self.urgent > 0 { self.next_event(Wait::Never) } else { None }
    }

    /// Puts back events that could not be handled. They come again before all others. Urgent events go before any
    /// search.
    pub(crate) fn put_back(&mut self, events: Vec<Event>, are_urgent: bool) {
        if are_urgent {
            self.urgent = events.len();
        }
        for event in events.into_iter().rev() {
            self.returned.push_front(event);
        }
    }

    /// Ends the urgency of events: a search begins, and handles them.
    pub(crate) fn forget_urgency(&mut self) {
        self.urgent = 0;
    }

    /// Returns true if the end of input was reported longer ago than this.
    pub(crate) fn has_ended_before(&self, time: Duration) -> bool {
        self.end_reported.is_some_and(|at| at.elapsed() > time)
    }

    /// Returns whether there is a signal, and whether there is data to read.
    fn look(&mut self, wait: Wait) -> (bool, bool) {
        let must_not_wait = wait == Wait::Never || self.buffer.has_line() || self.ended;
        self.source.look(match wait {
            _ if must_not_wait => Some(Duration::ZERO),
            Wait::AtMost(millis) => Some(Duration::from_millis(millis.into())),
            Wait::Never | Wait::Forever => None,
        })
    }

    fn read_signal(&mut self) -> Option<Event> {
        let event = self.source.read_signal();
        if event == Some(Event::End) {
            self.ended = true;
            self.end_reported.get_or_insert_with(Instant::now);
        }
        event
    }

    fn read(&mut self) {
        match self.source.read(|bytes| self.buffer.feed(bytes)) {
            Ok(true) => {}
            Ok(false) => {
                self.buffer.finish();
                self.ended = true;
            }
            Err(error) => {
                self.error = Some(error);
                self.ended = true;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn text(text: &str) -> Option<Event> {
        Some(Event::Line(Line::Text(text.into())))
    }

    #[test]
    fn lines_come_before_the_end() {
        let (reader, mut writer) = io::pipe().unwrap();
        let mut input = Input::from_pipe(reader);
        assert_eq!(input.next_event(Wait::Never), None);
        writer.write_all(b"new\nusermove ").unwrap();
        assert_eq!(input.next_event(Wait::Forever), text("new"));
        assert_eq!(input.next_event(Wait::Never), None);
        assert_eq!(input.next_event(Wait::AtMost(1)), None);
        writer.write_all(b"e2e4").unwrap();
        drop(writer);
        assert_eq!(input.next_event(Wait::Forever), text("usermove e2e4"));
        assert_eq!(input.next_event(Wait::Forever), Some(Event::End));
        assert_eq!(input.next_event(Wait::Never), Some(Event::End));
    }

    #[test]
    fn endless_input_without_lines_does_not_make_a_caller_wait() {
        let (sender, receiver) = std::sync::mpsc::channel();
        let (reader, mut writer) = io::pipe().unwrap();
        // Ends when the reader is gone.
        std::thread::spawn(move || while writer.write_all(&[0; 1 << 16]).is_ok() {});
        std::thread::spawn(move || sender.send(Input::from_pipe(reader).next_event(Wait::Never)));
        assert_eq!(receiver.recv_timeout(std::time::Duration::from_secs(10)), Ok(None));
    }

    #[test]
    fn events_put_back_come_first() {
        let (reader, mut writer) = io::pipe().unwrap();
        let mut input = Input::from_pipe(reader);
        writer.write_all(b"a\nb\nc\n").unwrap();
        let held: Vec<Event> = (0..2).map(|_| input.next_event(Wait::Forever).unwrap()).collect();
        input.put_back(held, true);
        assert_eq!(input.next_urgent(), text("a"));
        assert_eq!(input.next_event(Wait::Forever), text("b"));
        assert_eq!(input.next_urgent(), None);
        assert_eq!(input.next_event(Wait::Forever), text("c"));
    }
}
