//! Runs the program at the end of a pipe, in this process.

use std::io::{self, PipeWriter, Write};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use cleave::conversation::event_loop::EventLoop;
use cleave::protocols::console::Console;
use cleave_io::{Input, Output};

/// The program's output.
#[derive(Clone, Default)]
pub(crate) struct Transcript(Arc<Mutex<Vec<u8>>>);

impl Write for Transcript {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Transcript {
    /// Returns the number of lines that begin with `start`.
    fn count(&self, start: &str) -> usize {
        let bytes = self.0.lock().unwrap();
        String::from_utf8_lossy(&bytes).lines().filter(|line| line.starts_with(start)).count()
    }

    /// Waits until there are this many lines that begin with `start`, at most 20 s.
    pub(crate) fn wait_for(&self, start: &str, lines: usize) {
        let patience = Instant::now() + Duration::from_secs(20);
        while self.count(start) < lines && Instant::now() < patience {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Returns the output since the last call.
    pub(crate) fn take(&self) -> String {
        String::from_utf8(std::mem::take(&mut *self.0.lock().unwrap())).unwrap()
    }
}

/// Returns a program that reads this stream, with a small table.
pub(crate) fn program(input: std::io::PipeReader) -> (EventLoop, Transcript) {
    let transcript = Transcript::default();
    let (input, output) = (Input::from_pipe(input), Output::new(transcript.clone()));
    (EventLoop::start(&Console, input, output, false, Some(1)).unwrap(), transcript)
}

/// Returns all output of the program for these bytes, followed by the end of input.
pub(crate) fn answer(bytes: &[u8]) -> String {
    answer_until(bytes, "", 0)
}

/// Returns all output of the program for these bytes. The input ends once it has written this many lines that begin
/// with `start`, so the answer does not depend on the speed of the machine.
pub(crate) fn answer_until(bytes: &[u8], start: &'static str, lines: usize) -> String {
    let bytes = bytes.to_vec();
    answer_to(move |mut input, said| {
        // A program that quits leaves the rest unread.
        let _ = input.write_all(&bytes);
        said.wait_for(start, lines);
    })
}

/// Returns all output of the program for a typist who writes to it and reads its output. The input ends with the
/// function.
pub(crate) fn answer_to(typist: impl FnOnce(PipeWriter, Transcript) + Send + 'static) -> String {
    let (reader, writer) = io::pipe().unwrap();
    let (mut event_loop, transcript) = program(reader);
    let said = transcript.clone();
    let typist = std::thread::spawn(move || typist(writer, said));
    event_loop.run();
    typist.join().unwrap();
    transcript.take()
}
