//! The program at the other end of two pipes.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

/// Nothing that a test asks for takes so long, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

fn start() -> Child {
    Command::new(env!("CARGO_BIN_EXE_cleave-xiangqi"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// What the program says to this input, of which the end is the last it hears.
pub(crate) fn says(input: impl AsRef<[u8]>) -> String {
    let mut child = start();
    let mut stdin = child.stdin.take().expect("it is piped");
    let input = input.as_ref().to_vec();
    let writer = thread::spawn(move || stdin.write_all(&input));
    let mut text = String::new();
    child.stdout.take().expect("it is piped").read_to_string(&mut text).expect("it writes text");
    // The program may have quit before it has read all.
    let _ = writer.join().expect("the writer does not panic");
    assert!(child.wait().expect("it ends").success(), "{text}");
    text
}

/// A program that is told one line after the other.
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

    pub(crate) fn tell(&mut self, line: &str) {
        writeln!(self.stdin, "{line}").expect("it listens");
    }

    /// The next line that begins so.
    pub(crate) fn wait_for(&self, beginning: &str) -> String {
        loop {
            let line = self.lines.recv_timeout(PATIENCE);
            let line = line.unwrap_or_else(|_| panic!("no line begins with '{beginning}'"));
            if line.starts_with(beginning) {
                return line;
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
