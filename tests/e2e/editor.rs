//! Tests the program at a terminal: editing, history and completion.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use cleave_tests::program;
use nix::pty::openpty;
use nix::sys::signal::{Signal, kill};
use nix::sys::termios::{LocalFlags, tcgetattr};
use nix::unistd::Pid;
use tempfile::TempDir;

use crate::LONG;

/// The program at a terminal, with its user.
struct AtTerminal {
    program: Child,
    keyboard: File,
    screen: Receiver<Vec<u8>>,
    /// The terminal as the program sees it.
    line: OwnedFd,
    /// The output that no check has used yet.
    shown: String,
    state: TempDir,
}

impl AtTerminal {
    fn start() -> AtTerminal {
        let state = tempfile::tempdir().unwrap();
        let terminal = openpty(None, None).unwrap();
        let stream = || Stdio::from(terminal.slave.try_clone().unwrap());
        let program = Command::new(program())
            .args(["--hash", "1", "--config", "/dev/null"])
            .env("TERM", "xterm")
            .env_remove("NO_COLOR")
            .env("XDG_STATE_HOME", state.path())
            .stdin(stream())
            .stdout(stream())
            .stderr(stream())
            .spawn()
            .unwrap();
        let keyboard = File::from(terminal.master);
        let mut reader = keyboard.try_clone().unwrap();
        let (send, screen) = channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                if send.send(bytes[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        let line = terminal.slave;
        AtTerminal { program, keyboard, screen, line, shown: String::new(), state }
    }

    fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
    }

    /// Waits until the program shows this text, and returns the output before it.
    fn wait_for(&mut self, text: &str) -> String {
        let patience = Instant::now() + LONG;
        loop {
            if let Some(place) = self.shown.find(text) {
                let rest = self.shown.split_off(place + text.len());
                return std::mem::replace(&mut self.shown, rest);
            }
            let left = patience.saturating_duration_since(Instant::now());
            match self.screen.recv_timeout(left) {
                Ok(bytes) => self.shown.push_str(&String::from_utf8_lossy(&bytes)),
                Err(RecvTimeoutError::Timeout) => panic!("no '{text}' in {:?}", self.shown),
                Err(RecvTimeoutError::Disconnected) => panic!("the end: {:?}", self.shown),
            }
        }
    }

    /// Waits for the end of the program. It must restore the terminal, so that the terminal echoes its input and
    /// collects lines.
    fn must_end(&mut self) -> Option<i32> {
        let patience = Instant::now() + LONG;
        let status = loop {
            if let Some(status) = self.program.try_wait().unwrap() {
                break status;
            }
            assert!(Instant::now() < patience, "the program still runs: {:?}", self.shown);
            std::thread::sleep(Duration::from_millis(5));
        };
        let modes = tcgetattr(&self.line).unwrap().local_flags;
        assert!(modes.contains(LocalFlags::ECHO | LocalFlags::ICANON), "{modes:?}");
        status.code()
    }
}

impl Drop for AtTerminal {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn lines_are_edited_completed_and_remembered() {
    let mut terminal = AtTerminal::start();
    terminal.wait_for("> ");
    // Backspace, then Tab for the rest of the name.
    terminal.press("setbx\x7f\t 4k3/8/8/8/8/8/8/4K2R w K - 0 1\r");
    terminal.wait_for("Move 1, White to move.");
    terminal.press("fen\r");
    terminal.wait_for("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    terminal.press(&format!("setboard {START}\r"));
    terminal.wait_for("Move 1, White to move.");
    terminal.wait_for("> ");
    // The line before the last, once more. The editor shows the last line first.
    terminal.press("\x1b[A\x1b[A\r");
    terminal.wait_for(START);
    terminal.wait_for(START);
    terminal.press("quit\r");
    assert_eq!(terminal.must_end(), Some(0));
    let history = std::fs::read_to_string(terminal.state.path().join("cleave/history")).unwrap();
    assert!(history.contains("setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1\nfen\n"), "{history}");
}

#[test]
fn moves_are_completed() {
    let mut terminal = AtTerminal::start();
    terminal.wait_for("> ");
    // The editor knows the position once the last line has its answer. The answer has different words from the input.
    terminal.press("force\rsetboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1\rhistory\r");
    terminal.wait_for("Nothing was played yet.");
    terminal.press("o-\t\r");
    terminal.wait_for("1. O-O");
    terminal.press("history\r");
    terminal.wait_for("1. O-O");
    terminal.press("e8e\t\r");
    terminal.wait_for("1... Ke7");
    terminal.press("quit\r");
    assert_eq!(terminal.must_end(), Some(0));
}

/// A new user plays, takes back, analyses, sets up a position and leaves.
#[test]
fn a_new_user_finds_the_commands() {
    let mut terminal = AtTerminal::start();
    terminal.wait_for("You play White.");
    terminal.wait_for("Type a move");
    for (typed, shown) in [
        ("st 1000\re4", "nodes  line"),
        ("nf3", "Not now: it is my turn"),
        ("takeback", "Move 1, White to move"),
        ("d4", "nodes  line"),
        ("?", "My move: 1... "),
        ("takeback", "Move 1, White to move"),
        ("e4", "nodes  line"),
        ("?", "My move: 1... "),
        ("undo", "I play neither side: 'go' lets me move."),
        ("anlyze", "Did you mean 'analyze'?"),
        ("analyze", "I analyse until 'exit'"),
        ("stop", "'exit' ends the analysis"),
        ("exit", "The analysis ends."),
        ("setboard", "Usage: setboard FEN"),
        ("8/8/8/8/8/4k3/4p3/4K3 b - - 0 1", "Move 1, Black to move"),
        ("exit", "'quit' leaves the program"),
        ("takebak", "Did you mean 'takeback'?"),
    ] {
        terminal.press(&format!("{typed}\r"));
        terminal.wait_for(shown);
    }
    terminal.press("quit\r");
    assert_eq!(terminal.must_end(), Some(0));
}

#[test]
fn thinking_does_not_disturb_the_line_being_typed() {
    let mut terminal = AtTerminal::start();
    terminal.press("analyze\r");
    terminal.wait_for("nodes  line");
    terminal.wait_for("> ");
    terminal.press("fe");
    terminal.wait_for("> fe");
    // Lines of thinking come at the same time. After each, the program shows the input line again.
    terminal.wait_for("1. ");
    terminal.wait_for("> fe");
    terminal.press("n\r");
    terminal.wait_for(START);
    terminal.press("exit\rquit\r");
    assert_eq!(terminal.must_end(), Some(0));
}

#[test]
fn ctrl_c_stops_the_search_and_ctrl_d_leaves() {
    let mut terminal = AtTerminal::start();
    terminal.press("st 1000\rgo\r");
    terminal.wait_for("nodes  line");
    terminal.wait_for("> ");
    terminal.press("\x03");
    terminal.wait_for("My move: ");
    terminal.wait_for("> ");
    terminal.press("\x04");
    assert_eq!(terminal.must_end(), Some(0));
}

#[test]
fn a_byte_that_is_not_text_invalidates_only_its_line() {
    let mut terminal = AtTerminal::start();
    terminal.wait_for("> ");
    terminal.keyboard.write_all(b"fe\xff").unwrap();
    terminal.wait_for("not UTF-8");
    terminal.wait_for("> ");
    terminal.press("fen\r");
    terminal.wait_for(START);
    terminal.press("quit\r");
    assert_eq!(terminal.must_end(), Some(0));
}

#[test]
fn sigterm_leaves_the_terminal_as_it_was() {
    let mut terminal = AtTerminal::start();
    terminal.wait_for("> ");
    let pid = Pid::from_raw(terminal.program.id().cast_signed());
    kill(pid, Signal::SIGTERM).unwrap();
    terminal.must_end();
}

#[test]
fn only_terminals_get_colours() {
    let mut terminal = AtTerminal::start();
    terminal.press("xyzzy\r");
    terminal.wait_for("\x1b[31m'xyzzy' is neither a command nor a move");
    terminal.press("quit\r");
    terminal.must_end();
    let mut engine = cleave_tests::Engine::start(&["--console"]);
    engine.send("xyzzy\nquit");
    let (_, lines) = engine.wait_for_end(LONG);
    assert!(lines.iter().all(|line| !line.contains('\x1b')), "{lines:?}");
}
