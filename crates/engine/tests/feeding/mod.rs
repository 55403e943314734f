//! Bytes handed to a program line by line, with no clock and no pipe in between.

use cleave::event_loop::EventLoop;
use cleave::input::Event;
use cleave::lines::LineBuffer;

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

/// A program that has executed these lines. Its input has ended, so no search lasts.
pub(crate) fn program_after(lines: &[u8]) -> (EventLoop, Transcript) {
    let (reader, _) = std::io::pipe().unwrap();
    let (mut event_loop, transcript) = program(reader);
    feed(&mut event_loop, lines);
    transcript.take();
    (event_loop, transcript)
}
