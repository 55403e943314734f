//! Arbitrary bytes as the log of a game that is to be resumed.
#![no_main]

use std::fs;
use std::io;

use cleave::conversation::event_loop::EventLoop;
use cleave::options::game_log;
use cleave::protocols::console::Console;
use cleave_io::{Input, Output};

/// Options that name files, or ask for memory or processes.
const LEFT_OUT: [&str; 9] = [
    "hash", "adaptive", "threads", "bookfile", "debuglog", "evalfile", "logfolder", "syzygypath", "personality",
];

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes).to_lowercase();
    if LEFT_OUT.iter().any(|option| text.contains(&format!("cleaveoption_{option}"))) {
        return;
    }
    let folder = std::env::temp_dir().join(format!("cleave-fuzz-log-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("game.001");
    fs::write(&file, bytes).expect("a file");
    let _ = fs::remove_file(folder.join("log.001"));
    let (reader, _) = io::pipe().expect("a pipe");
    let (input, output) = (Input::from_pipe(reader), Output::new(io::sink()));
    let mut event_loop =
        EventLoop::start(&Console, input, output, false, Some(1)).expect("memory for a small table");
    let _ = game_log::resume(&mut event_loop.engine, Some(&file));
    game_log::update(&mut event_loop.engine);
});
