//! Tests lines of the protocols, which have at most 64 KiB, files of commands and configurations.

use std::io;

use cleave::conversation::event_loop::EventLoop;
use cleave::options::configuration::Configuration;
use cleave::protocols::console::Console;
use cleave::script::Script;
use cleave_io::{Event, Input, LineBuffer, Output};

use crate::grows_linearly;

/// Returns a program after these lines. Its input has ended, so every search is short.
pub(crate) fn program_after(lines: &str) -> EventLoop {
    let (reader, _) = io::pipe().unwrap();
    let (input, output) = (Input::from_pipe(reader), Output::new(io::sink()));
    let mut program = EventLoop::start(&Console, input, output, false, Some(1)).unwrap();
    feed(&mut program, lines);
    program
}

fn feed(program: &mut EventLoop, lines: &str) {
    let mut buffer = LineBuffer::default();
    buffer.feed(lines.as_bytes());
    buffer.finish();
    while let Some(line) = buffer.next_line() {
        program.handle(Event::Line(line));
    }
}

/// Lets a program execute these lines after this greeting. `part` is repeated.
#[track_caller]
fn check(greeting: &str, (begin, part, end): (&str, &str, &str), parts: usize) {
    let mut program = program_after(greeting);
    let make = |parts| format!("{begin}{}{end}\n", part.repeat(parts));
    grows_linearly(&format!("{begin}{part}{end}"), parts, make, |text| feed(&mut program, text));
}

#[test]
fn pieces_of_lines() {
    for (text, piece) in [("x", 1), ("x", 1000), ("x\n", 1), (" \n", 7), ("\u{1b}", 3)] {
        let make = |parts| text.repeat(parts);
        grows_linearly(text, 50_000, make, |text| {
            let mut buffer = LineBuffer::default();
            text.as_bytes().chunks(piece).for_each(|bytes| buffer.feed(bytes));
            while let Some(line) = buffer.next_line() {
                std::hint::black_box(line);
            }
        });
    }
}

#[test]
fn uci() {
    for line in [
        ("position startpos moves ", "g1f3 g8f6 f3g1 f6g8 ", ""),
        ("position fen 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 moves ", "a1a2 e8d8 a2a1 d8e8 ", ""),
        ("position fen ", "8/", " w - - 0 1"),
        ("position ", "fen ", ""),
        ("go depth 1 searchmoves ", "e2e4 ", ""),
        ("go ", "depth x ", "perft x"),
        ("setoption name ", "Hash ", "value 1"),
        ("setoption name Hash value ", "value ", "1"),
        ("", "xyz ", ""),
        ("", "isready\n", ""),
        ("", "position startpos moves e2e4\n", ""),
    ] {
        check("uci\n", line, 800);
    }
}

#[test]
fn xboard() {
    for line in [
        ("", "usermove g1f3\nusermove g8f6\nusermove f3g1\nusermove f6g8\n", "new\nforce"),
        ("usermove ", "x", ""),
        ("setboard ", "8/", " w - - 0 1"),
        ("edit\n", "Pa2\n", ".\nnew\nforce"),
        ("", "undo\n", ""),
        ("option Hash", "=", "1"),
        ("level ", "1 ", ""),
        ("", "xyz ", ""),
    ] {
        check("xboard\nprotover 2\nforce\n", line, 1000);
    }
}

#[test]
fn console() {
    for line in [("", "e", ""), ("", "Nf3\nNf6\nNg1\nNg8\n", "new\nforce"), ("", "help ", "")] {
        check("force\n", line, 1000);
    }
}

/// The names of an option differ in case, so each is a different key of TOML.
#[test]
fn configurations() {
    let name = |number: usize| -> String {
        let letters = "SplitCrowdConfidenceLimit".chars().enumerate();
        let change = |(bit, c): (usize, char)| match number >> bit & 1 {
            1 => c.to_ascii_uppercase(),
            _ => c.to_ascii_lowercase(),
        };
        letters.map(change).collect()
    };
    let keys = |parts| (0..parts).map(|number| format!("{} = 1\n", name(number))).collect();
    let read = |text: &String| {
        let mut configuration = Configuration::default();
        let is_read = configuration.add_text(text, "a test").is_ok();
        std::hint::black_box((is_read, configuration.table_mib(), configuration.names().count()));
    };
    grows_linearly("keys", 2000, keys, read);
    for part in ["#\n", "Hash = 1\n", "[x]\n", "x.", "[", "Hash = '", "\"\"\"", "\\u0000"] {
        grows_linearly(part, 5000, |parts| part.repeat(parts), read);
    }
}

#[test]
fn files_of_commands() {
    let file = tempfile::NamedTempFile::new().unwrap();
    for line in ["new\n", "\n", "x"] {
        grows_linearly(
            line,
            50_000,
            |parts| line.repeat(parts),
            |text| {
                std::fs::write(&file, text).unwrap();
                let mut script = Script::read(file.path()).unwrap();
                while script.next_line().is_some() {}
            },
        );
    }
}
