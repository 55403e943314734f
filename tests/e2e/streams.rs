//! Tests streams and files that are not ready: a late reader, a named pipe, and SIGTERM while the
//! program waits for one of them.

use std::fs::File;
use std::io::{PipeReader, Read, Write, pipe};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use cleave_tests::{Engine, program};
use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::sys::signal::{Signal, kill};
use nix::sys::stat::Mode;
use nix::unistd::{Pid, mkfifo};

use crate::LONG;

/// Long enough for a program to fill a pipe.
const FILLED: Duration = Duration::from_millis(500);

/// Starts the program with a non-blocking standard output. Standard error shares it.
fn start(arguments: &[&str], input: Stdio) -> (Child, PipeReader) {
    let (reader, writer) = pipe().unwrap();
    fcntl(&writer, FcntlArg::F_SETFL(OFlag::O_NONBLOCK)).unwrap();
    let child = Command::new(program())
        .args(arguments)
        .env("XDG_CONFIG_HOME", "/nowhere")
        .stdin(input)
        .stdout(writer.try_clone().unwrap())
        .stderr(writer)
        .spawn()
        .unwrap();
    (child, reader)
}

/// Waits until the program has ended.
fn ends(child: &mut Child) -> bool {
    let begin = Instant::now();
    while begin.elapsed() < LONG {
        if child.try_wait().unwrap().is_some() {
            return true;
        }
        sleep(Duration::from_millis(10));
    }
    child.kill().unwrap();
    false
}

fn terminate(child: &Child) {
    kill(Pid::from_raw(child.id() as i32), Signal::SIGTERM).unwrap();
}

#[test]
fn a_host_that_reads_late_gets_every_line() {
    let (mut child, mut reader) = start(&[], Stdio::piped());
    let lines = format!("uci\n{}go nodes 1000\n", "position startpos\nd\n".repeat(400));
    let mut input = child.stdin.take().unwrap();
    input.write_all(lines.as_bytes()).unwrap();
    sleep(FILLED);
    let mut text = String::new();
    let mut bytes = [0; 4096];
    while !text.contains("bestmove") {
        let count = reader.read(&mut bytes).unwrap();
        assert!(count > 0, "the output has ended: {:?}", text.lines().last());
        text.push_str(std::str::from_utf8(&bytes[..count]).unwrap());
    }
    assert_eq!(text.matches("Fen: ").count(), 400);
    drop(input);
    assert!(ends(&mut child));
}

#[test]
fn a_command_whose_reader_is_late_prints_every_line() {
    let folder = tempfile::tempdir().unwrap();
    let suite = folder.path().join("many.epd");
    // A line fills most of a pipe. Half of the lines are wrong. The program names them on standard
    // error.
    let id = "x".repeat(60_000);
    let lines = format!("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - id \"{id}\";\n6k1/8 w\n");
    std::fs::write(&suite, lines.repeat(4)).unwrap();
    let file = suite.to_str().unwrap();
    let (mut child, mut reader) = start(&["analyse", file, "--nodes", "50"], Stdio::null());
    sleep(FILLED);
    let mut text = String::new();
    reader.read_to_string(&mut text).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1), "some lines are wrong");
    assert_eq!((text.matches("\"fen\"").count(), text.matches("column 1").count()), (4, 4));
}

#[test]
fn sigterm_ends_a_write_that_waits() {
    let (mut child, _reader) = start(&[], Stdio::piped());
    let mut input = child.stdin.take().unwrap();
    input.write_all("uci\n".repeat(100).as_bytes()).unwrap();
    sleep(FILLED);
    assert!(child.try_wait().unwrap().is_none(), "it waits");
    terminate(&child);
    assert!(ends(&mut child));
}

#[test]
fn sigterm_ends_a_read_that_waits() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = named_pipe(folder.path());
    for command in ["annotate", "test", "analyse"] {
        let (mut child, _reader) = start(&[command, &pipe], Stdio::null());
        sleep(FILLED);
        assert!(child.try_wait().unwrap().is_none(), "{command} waits");
        terminate(&child);
        assert!(ends(&mut child), "{command}");
    }
}

/// Makes a named pipe in this folder.
fn named_pipe(folder: &Path) -> String {
    let pipe = folder.join("pipe.toml");
    mkfifo(&pipe, Mode::S_IRUSR | Mode::S_IWUSR).unwrap();
    pipe.to_str().unwrap().to_owned()
}

#[test]
fn a_named_pipe_is_refused_where_the_program_must_answer() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = named_pipe(folder.path());
    let mut engine = Engine::start(&[]);
    engine.answer("xboard");
    engine.answer("new");
    for line in [
        "option Book File=@",
        "option EvalFile=@",
        "option Debug Log File=@",
        "option Personality=@",
        "book @",
        "read @",
        "savegame @",
        "input @",
        "savepos @",
        "personality load @",
        "option Syzygy Path=@",
    ] {
        let said = engine.answer(&line.replace('@', &pipe));
        assert!(!said.is_empty(), "{line}");
    }
    engine.quit();
    for arguments in [["--config", &pipe], ["--log", &pipe], ["--book", &pipe]] {
        let (mut child, _reader) = start(&arguments, Stdio::null());
        assert!(ends(&mut child), "{arguments:?}");
    }
}

/// The shell's `<(...)` and /dev/stdin are such pipes.
#[test]
fn commands_read_pipes_once() {
    for (command, text, sign) in [
        ("annotate", "1. e4 e5 *\n", "%eval"),
        ("test", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8;\n", "solved 1 of 1"),
        ("analyse", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - -\n", "\"fen\""),
    ] {
        let (mut child, mut reader) =
            start(&[command, "/dev/stdin", "--nodes", "500"], Stdio::piped());
        child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
        let mut said = String::new();
        reader.read_to_string(&mut said).unwrap();
        assert!(child.wait().unwrap().success() && said.contains(sign), "{command}: {said}");
    }
    let folder = tempfile::tempdir().unwrap();
    let pipe = named_pipe(folder.path());
    let (mut child, mut reader) = start(&["book", "show", &pipe], Stdio::null());
    File::options().write(true).open(&pipe).unwrap().write_all(b"e4 e5\n").unwrap();
    let mut said = String::new();
    reader.read_to_string(&mut said).unwrap();
    assert!(child.wait().unwrap().success() && said.contains("100.0 %"), "{said}");
}
