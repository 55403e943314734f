//! An engine at the end of a pipe, in this process.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use cleave::engine::Engine;
use cleave::input::Input;
use cleave::output::Output;
use cleave::session::Session;

/// What an engine has written.
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
    /// What was written since the last time.
    pub(crate) fn take(&self) -> String {
        String::from_utf8(std::mem::take(&mut *self.0.lock().unwrap())).unwrap()
    }
}

/// An engine that reads this stream, with a small table.
pub(crate) fn engine(input: impl Into<std::os::fd::OwnedFd>) -> (Engine, Transcript) {
    let transcript = Transcript::default();
    let output = Output::new(transcript.clone());
    let session = Session::new(Input::from_fd(input.into()), output, false);
    (Engine::new(session, 1).unwrap(), transcript)
}

/// Everything that an engine answers to these bytes, followed by the end of input.
#[allow(dead_code)] // not every test needs it
pub(crate) fn answer(bytes: &[u8]) -> String {
    let (reader, mut writer) = io::pipe().unwrap();
    let bytes = bytes.to_vec();
    let feeder = std::thread::spawn(move || writer.write_all(&bytes));
    let (mut engine, transcript) = engine(reader);
    engine.run();
    // Who was told to quit leaves the rest unread.
    let _ = feeder.join();
    transcript.take()
}
