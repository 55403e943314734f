//! Whatever comes in: no panic, an answer, and nothing has changed.

mod common;

use std::cell::RefCell;

use cleave::commands::find;
use cleave::engine::Engine;
use cleave::input::Event;
use cleave::lines::LineBuffer;
use common::{Transcript, engine};
use proptest::prelude::*;

/// All that a refused line must leave alone.
fn state(engine: &Engine) -> String {
    let session = &engine.session;
    let game = &session.game;
    let (fen, moves, clocks) = (game.position().to_fen(), game.moves_text(), &session.clocks);
    let (settings, role) = (&session.settings, session.role);
    format!("{fen} {moves} {clocks:?} {settings:?} {role:?} {}", engine.table_mib)
}

/// Obeys what these bytes hold, without playing.
fn feed(engine: &mut Engine, bytes: &[u8]) {
    let mut buffer = LineBuffer::default();
    buffer.feed(bytes);
    buffer.finish();
    while let Some(line) = buffer.next_line() {
        engine.hear(Event::Line(line));
    }
}

/// One engine, in xboard's dialect, with a few moves played, for many lines.
fn prepared() -> (Engine, Transcript) {
    let (reader, _) = std::io::pipe().unwrap();
    let (mut engine, transcript) = engine(reader);
    feed(&mut engine, b"xboard\nnew\nforce\nlevel 40 5 0\ne2e4\ne7e5\ng1f3\n");
    transcript.take();
    (engine, transcript)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn bytes_without_sense(bytes in prop::collection::vec(any::<u8>(), 1..300)) {
        let first_word = bytes.split(u8::is_ascii_whitespace).find(|word| !word.is_empty());
        let name = first_word.map(|word| String::from_utf8_lossy(word).into_owned());
        prop_assume!(name.is_none_or(|name| find(&name).is_none()));
        let one_line: Vec<u8> = bytes.into_iter().filter(|&byte| byte != b'\n').collect();
        ENGINE.with_borrow_mut(|(engine, transcript)| {
            let before = state(engine);
            feed(engine, &one_line);
            let blank = String::from_utf8_lossy(&one_line).trim().is_empty();
            let answer = transcript.take();
            prop_assert!(blank || answer.starts_with("Error (") || answer.starts_with("Illegal"));
            prop_assert_eq!(state(engine), before);
            Ok(())
        })?;
    }

    #[test]
    fn commands_with_senseless_arguments(
        name in prop::sample::select(vec![
            "usermove", "setboard", "level", "st", "sd", "nps", "time", "otim", "memory", "cores",
            "option", "variant", "exclude", "include", "perft", "protover", "help",
        ]),
        arguments in "[ -~]{0,60}",
    ) {
        ENGINE.with_borrow_mut(|(engine, transcript)| {
            let before = state(engine);
            feed(engine, format!("{name} {arguments}\n").as_bytes());
            let answer = transcript.take();
            let refused = ["Error (", "Illegal move (", "tellusererror Illegal position"];
            if refused.iter().any(|start| answer.starts_with(start)) {
                prop_assert_eq!(state(engine), before);
            } else {
                (*engine, *transcript) = prepared();
            }
            Ok(())
        })?;
    }
}

thread_local! {
    static ENGINE: RefCell<(Engine, Transcript)> = RefCell::new(prepared());
}
