//! Runs the program over two pipes.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

/// The time limit of an answer, long enough even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

fn start() -> Child {
    Command::new(env!("CARGO_BIN_EXE_cleave-xiangqi"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// Returns the output of the program for this input. The input then ends.
pub(crate) fn says(input: impl AsRef<[u8]>) -> String {
    let mut child = start();
    let mut stdin = child.stdin.take().expect("it is piped");
    let input = input.as_ref().to_vec();
    let writer = thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().expect("it ends");
    // The program may have quit before it has read all.
    let _ = writer.join().expect("the writer does not panic");
    let text = String::from_utf8(output.stdout).expect("it writes text");
    assert!(output.status.success(), "{text}");
    text
}

/// A program that gets some lines, and more after it has answered.
pub(crate) struct Program {
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<String>,
}

impl Program {
    pub(crate) fn start() -> Program {
        let mut child = start();
        let stdin = child.stdin.take().expect("it is piped");
        let stdout = BufReader::new(child.stdout.take().expect("it is piped"));
        let (sender, lines) = channel();
        thread::spawn(move || {
            stdout.lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Program { child, stdin, lines }
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn tell(&mut self, lines: &str) {
        writeln!(self.stdin, "{lines}").expect("it listens");
    }

    /// Sends some lines, and waits for a line with this beginning.
    pub(crate) fn ask(&mut self, lines: &str, beginning: &str) -> String {
        self.tell(lines);
        self.wait_for(beginning)
    }

    /// Sends some lines, and returns all lines to the next one with this beginning.
    pub(crate) fn ask_all(&mut self, lines: &str, beginning: &str) -> Vec<String> {
        self.tell(lines);
        self.all_to(beginning)
    }

    /// Waits until the program has ended.
    pub(crate) fn wait_for_end(&mut self) {
        self.child.wait().expect("it ends");
    }

    /// Waits for the next line with this beginning.
    pub(crate) fn wait_for(&self, beginning: &str) -> String {
        self.all_to(beginning).pop().expect("it is the last")
    }

    /// Returns all lines to the next one with this beginning.
    fn all_to(&self, beginning: &str) -> Vec<String> {
        let mut all = Vec::new();
        loop {
            let line = self.lines.recv_timeout(PATIENCE);
            let line = line.unwrap_or_else(|_| panic!("no line begins with '{beginning}'"));
            let is_last = line.starts_with(beginning);
            all.push(line);
            if is_last {
                return all;
            }
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = writeln!(self.stdin, "quit");
        self.child.wait().expect("it ends");
    }
}
