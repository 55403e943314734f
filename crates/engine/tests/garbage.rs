//! Arbitrary input: the program does not panic, answers, and changes nothing.

use std::cell::RefCell;

use cleave::conversation::event_loop::EventLoop;
use cleave::conversation::protocol::Protocol;
use cleave::game::current::CurrentGame;
use cleave::protocols::xboard::Xboard;
use cleave_board::Position;
use proptest::prelude::*;

use crate::common::Transcript;
use crate::feeding::{feed, program_after};

/// Returns all state that a refused line must leave as it is.
fn state(event_loop: &EventLoop) -> String {
    let session = &event_loop.engine.session;
    let CurrentGame { moves, clocks, role, .. } = &session.game;
    let (fen, moves, settings) = (moves.position().to_fen(), moves.moves_text(), &session.settings);
    format!("{fen} {moves} {clocks:?} {settings:?} {role:?} {}", event_loop.engine.table_mib)
}

/// Returns a program that speaks xboard's protocol, with a few moves on the board.
fn prepared() -> (EventLoop, Transcript) {
    program_after(b"xboard\nnew\nforce\nlevel 40 5 0\ne2e4\ne7e5\ng1f3\n")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn random_bytes_are_refused(bytes in prop::collection::vec(any::<u8>(), 1..300)) {
        let first_word = bytes.split(u8::is_ascii_whitespace).find(|word| !word.is_empty());
        let name = first_word.map(|word| String::from_utf8_lossy(word).into_owned());
        let is_command = |name: String| Xboard.find(&name).is_some() || name.starts_with('#');
        prop_assume!(!name.is_some_and(is_command));
        let one_line: Vec<u8> = bytes.into_iter().filter(|&byte| byte != b'\n').collect();
        PROGRAM.with_borrow_mut(|(event_loop, transcript)| {
            let before = state(event_loop);
            feed(event_loop, &one_line);
            let blank = String::from_utf8_lossy(&one_line).trim().is_empty();
            let answer = transcript.take();
            prop_assert!(blank || answer.starts_with("Error (") || answer.starts_with("Illegal"));
            prop_assert_eq!(state(event_loop), before);
            Ok(())
        })?;
    }

    #[test]
    fn random_arguments_are_refused_or_valid(
        name in prop::sample::select(vec![
            "usermove", "setboard", "level", "st", "sd", "nps", "time", "otim", "memory", "cores",
            "option", "variant", "exclude", "include", "perft", "protover", "help", "sn", "clock",
            "settc", "usage", "timebook", "operator", "safety", "draw", "resign", "mode", "force", "back",
            "reset", "search", "ponder", "noise", "display", "wild", "hash", "egtbd", "kibitz", "batch",
        ]),
        arguments in "[ -~]{0,60}",
    ) {
        PROGRAM.with_borrow_mut(|(event_loop, transcript)| {
            let before = state(event_loop);
            feed(event_loop, format!("{name} {arguments}\n").as_bytes());
            let answer = transcript.take();
            let refused = ["Error (", "Illegal move (", "tellusererror Illegal position"];
            if refused.iter().any(|start| answer.starts_with(start)) {
                prop_assert_eq!(state(event_loop), before);
            } else {
                (*event_loop, *transcript) = prepared();
            }
            Ok(())
        })?;
    }
}

/// Generates text that resembles a position.
fn nearly_fen() -> impl Strategy<Value = String> {
    let parts = [
        "rnbqkbnr", "8", "/", "p7", "4k3", "R3K2R", "K", "k", "P", "1", "9", " w ", " b ", "KQkq",
        "HAha", " - ", "e3", "0 1", "99", " 5999", "-1", "é",
    ];
    let whole = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1".chars().collect::<Vec<_>>();
    let changed =
        (0..whole.len(), prop::sample::select(parts.to_vec())).prop_map(move |(at, part)| {
            let (before, after) = (whole[..at].iter().collect::<String>(), &whole[at + 1..]);
            before + part + &after.iter().collect::<String>()
        });
    let made = prop::collection::vec(prop::sample::select(parts.to_vec()), 0..24);
    prop_oneof![changed, made.prop_map(|parts| parts.concat())]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn positions_that_can_be_read_are_written_alike(text in nearly_fen()) {
        if let Ok(position) = Position::from_fen(&text) {
            prop_assert_eq!(Position::from_fen(&position.to_fen()), Ok(position));
        }
    }
}

thread_local! {
    static PROGRAM: RefCell<(EventLoop, Transcript)> = RefCell::new(prepared());
}
