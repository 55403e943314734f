//! Prints the engine's output above the input line, except for lines meant for the editor. Also waits for the end of
//! the engine.

use std::io::{self, BufRead, BufReader, Read};
use std::process::Child;
use std::sync::PoisonError;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use cleave_board::Position;
use cleave_io::programs::{Terminal, exit_code};
use rustyline::ExternalPrinter;

use super::completion::LineEditor;
use crate::client::POSITION_MARK;

/// The time that the main thread may take to end the program after the engine has ended. Then this thread ends it,
/// because the main thread may be waiting in the middle of a line that no program will read.
const PATIENCE: Duration = Duration::from_millis(200);

/// Prints the output of an engine.
pub(super) struct Relay {
    /// Receives the exit code of the engine after all its output has been printed.
    ended: Receiver<u8>,
}

impl Relay {
    /// Prints all output of this engine. If the engine ends in the middle of a line, restores the terminal and ends the
    /// program.
    ///
    /// # Errors
    /// The editor does not write to a terminal.
    pub(super) fn start(
        editor: &mut LineEditor,
        mut engine: Child,
        terminal: Terminal,
    ) -> rustyline::Result<Relay> {
        let mut printing = Vec::new();
        if let Some(output) = engine.stdout.take() {
            let position = editor.helper().map(|completion| completion.position.clone());
            let hear = move |fen: &str| {
                if let (Some(position), Ok(heard)) = (&position, Position::from_fen(fen)) {
                    *position.lock().unwrap_or_else(PoisonError::into_inner) = heard;
                }
            };
            printing.push(print_all(output, editor.create_external_printer()?, hear));
        }
        if let Some(errors) = engine.stderr.take() {
            printing.push(print_all(errors, editor.create_external_printer()?, |_| {}));
        }
        let (send, ended) = channel();
        thread::spawn(move || finish(printing, engine, &send, &terminal));
        Ok(Relay { ended })
    }

    /// Returns the exit code of the engine, if it ends within this time.
    pub(super) fn code_within(&self, time: Duration) -> Option<u8> {
        self.ended.recv_timeout(time).ok()
    }

    /// Returns the exit code of the engine, once it has ended.
    pub(super) fn wait(self) -> u8 {
        // The other end sends before it is dropped.
        self.ended.recv().unwrap_or(1)
    }
}

/// Prints lines from a stream, together with the lines that have already arrived. Positions are passed to `hear`
/// instead.
fn print_all(
    stream: impl Read + Send + 'static,
    mut printer: impl ExternalPrinter + Send + 'static,
    mut hear: impl FnMut(&str) + Send + 'static,
) -> JoinHandle<()> {
    thread::spawn(move || {
        let mut stream = BufReader::new(stream);
        while let Ok(Some(text)) = next_lines(&mut stream) {
            let text = without_positions(&text, &mut hear);
            if !text.is_empty() && printer.print(text).is_err() {
                break;
            }
        }
    })
}

/// Returns these lines without the positions after marks, which `hear` gets.
fn without_positions(text: &str, hear: &mut impl FnMut(&str)) -> String {
    let mut printed = String::new();
    for line in text.split_inclusive('\n') {
        match line.split_once(POSITION_MARK) {
            Some((before, fen)) => {
                printed.push_str(before);
                hear(fen.trim());
            }
            None => printed.push_str(line),
        }
    }
    printed
}

/// Returns the next line, and the lines after it that have already arrived. Returns `None` at the end of the stream.
fn next_lines(stream: &mut BufReader<impl Read>) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    stream.read_until(b'\n', &mut bytes)?;
    while stream.buffer().contains(&b'\n') {
        stream.read_until(b'\n', &mut bytes)?;
    }
    Ok((!bytes.is_empty()).then(|| String::from_utf8_lossy(&bytes).into_owned()))
}

fn finish(
    printing: Vec<JoinHandle<()>>,
    mut engine: Child,
    ended: &Sender<u8>,
    terminal: &Terminal,
) {
    for thread in printing {
        // A printer that has panicked has nothing more to print.
        let _ = thread.join();
    }
    let code = engine.wait().map_or(1, exit_code);
    let _ = ended.send(code);
    thread::sleep(PATIENCE);
    terminal.restore();
    println!();
    std::process::exit(code.into());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_reach_the_editor_and_are_not_printed() {
        let mut heard = Vec::new();
        let text = format!("a\n{POSITION_MARK}one\n\x07{POSITION_MARK}two\nb");
        let printed = without_positions(&text, &mut |fen: &str| heard.push(fen.to_owned()));
        assert_eq!((printed.as_str(), heard.join(" ").as_str()), ("a\n\x07b", "one two"));
    }

    #[test]
    fn lines_that_have_arrived_are_printed_together() {
        let mut stream = BufReader::new(&b"a\nb\nc"[..]);
        assert_eq!(next_lines(&mut stream).unwrap().as_deref(), Some("a\nb\n"));
        assert_eq!(next_lines(&mut stream).unwrap().as_deref(), Some("c"));
        assert_eq!(next_lines(&mut stream).unwrap(), None);
    }
}
