//! Arbitrary lines from a GUI for Chinese chess: UCI, UCCI, the protocol of xboard, and the console.
#![no_main]
#![allow(dead_code, reason = "what only the program's `main` uses")]

#[path = "../../crates/xiangqi/program/bench.rs"]
mod bench;
#[path = "../../crates/xiangqi/program/command.rs"]
mod command;
#[path = "../../crates/xiangqi/program/conversation.rs"]
mod conversation;
#[path = "../../crates/xiangqi/program/game.rs"]
mod game;
#[path = "../../crates/xiangqi/program/options.rs"]
mod options;
#[path = "../../crates/xiangqi/program/protocols/mod.rs"]
mod protocols;
#[path = "../../crates/xiangqi/program/session.rs"]
mod session;

use std::io::{self, Write};

use cleave_io::{Input, Output};

use conversation::Conversation;
use session::{Engine, Session};

/// Parts of lines that ask for memory or processes, or take long by their nature.
const LEFT_OUT: [&str; 6] = ["hash", "threads", "memory", "cores", "bench", "perft"];

/// Bytes that any pipe takes at once.
const MOST: usize = 4096;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes).to_lowercase();
    if bytes.len() > MOST || LEFT_OUT.iter().any(|part| text.contains(part)) {
        return;
    }
    let (reader, mut writer) = io::pipe().expect("a pipe");
    writer.write_all(bytes).expect("the pipe has room");
    drop(writer);
    let session = Session::new(Input::from_pipe(reader), Output::new(io::sink()), false);
    let engine = Engine::new(session).expect("memory for a small table");
    Conversation::begin(engine).run();
});
