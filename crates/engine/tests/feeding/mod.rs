//! Feeds lines to a program, without a clock and a pipe in between.

use cleave::conversation::event_loop::EventLoop;
use cleave::session::Session;
use cleave_io::{Event, LineBuffer};

use crate::common::{Transcript, program};

/// Executes the lines in these bytes.
pub(crate) fn feed(event_loop: &mut EventLoop, bytes: &[u8]) {
    let mut buffer = LineBuffer::default();
    buffer.feed(bytes);
    buffer.finish();
    while let Some(line) = buffer.next_line() {
        event_loop.handle(Event::Line(line));
    }
}

/// Returns a program that has executed these lines. Its input has ended, so no search lasts.
pub(crate) fn program_after(lines: &[u8]) -> (EventLoop, Transcript) {
    let (reader, _) = std::io::pipe().unwrap();
    let (mut event_loop, transcript) = program(reader);
    feed(&mut event_loop, lines);
    transcript.take();
    (event_loop, transcript)
}

/// A program that executes lines. Its input has ended, so no search lasts.
pub(crate) struct Program {
    pub(crate) event_loop: EventLoop,
    transcript: Transcript,
}

impl Program {
    /// Creates a program that has executed these lines.
    pub(crate) fn after(lines: &[&str]) -> Program {
        let (event_loop, transcript) = program_after(lines.join("\n").as_bytes());
        Program { event_loop, transcript }
    }

    pub(crate) fn execute(&mut self, lines: &[&str]) {
        feed(&mut self.event_loop, lines.join("\n").as_bytes());
    }

    /// Returns the output since the last call.
    pub(crate) fn said(&self) -> String {
        self.transcript.take()
    }

    /// Returns the answer to these lines.
    pub(crate) fn answer(&mut self, lines: &[&str]) -> String {
        self.said();
        self.execute(lines);
        self.said()
    }

    pub(crate) fn session(&mut self) -> &mut Session {
        &mut self.event_loop.engine.session
    }
}

/// Returns the words of a text, without its line ends.
pub(crate) fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
