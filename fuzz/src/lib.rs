//! What the fuzz targets of the protocols share: a program that is fed with bytes.

use std::io;

use cleave::conversation::event_loop::EventLoop;
use cleave::protocols::console::Console;
use cleave_io::{Event, Input, LineBuffer, Output};

/// Parts of lines that write files, ask for memory or processes, or take long by their nature. Fuzzing is
/// about what is read; input with one of these is left out.
const LEFT_OUT: [&str; 17] = [
    "save", "log", "personality", "hash", "memory", "threads", "cores", "mt", "adaptive", "bench",
    "perft", "book", "syzygy", "egtpath", "tbpath", "input", "annotate",
];

/// Has a program that is greeted so execute the lines in these bytes. Its input has ended, so that no
/// search lasts.
pub fn converse(greeting: &[u8], bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes).to_lowercase();
    if LEFT_OUT.iter().any(|part| text.contains(part)) {
        return;
    }
    let (reader, _) = io::pipe().expect("a pipe");
    let (input, output) = (Input::from_pipe(reader), Output::new(io::sink()));
    let mut event_loop =
        EventLoop::start(&Console, input, output, false, Some(1)).expect("memory for a small table");
    let mut buffer = LineBuffer::default();
    buffer.feed(greeting);
    buffer.feed(bytes);
    buffer.finish();
    while let Some(line) = buffer.next_line() {
        event_loop.handle(Event::Line(line));
    }
}
