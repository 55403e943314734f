//! Tests that the simulation notices what it is for: programs that do wrong on purpose.

use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

use nix::sys::prctl::set_child_subreaper;

use super::*;
use crate::board::Board;
use crate::plan::{Event, Go, Limit, Part, Streams, Timed, Turn};

/// A life with one short search.
fn life(end: End) -> Life {
    let turn = Turn {
        before: Vec::new(),
        board: Board::start(Variant::Chess),
        position: "position startpos".into(),
        go: Go { text: "go depth 2".into(), limit: Limit::Work, only: Vec::new() },
        events: Vec::new(),
        part: Part::Moves,
        reply: 0,
    };
    Life {
        streams: Streams { are_nonblocking: false, are_small: false, pause: Duration::ZERO },
        fault: None,
        settings: vec!["setoption name Hash value 1".into()],
        turns: vec![turn],
        end,
    }
}

/// Returns what is wrong with a program: this script, in which `$CLEAVE` is the engine.
fn problem(script: &str, protocol: Protocol, life: &Life) -> String {
    set_child_subreaper(true).unwrap();
    let place = tempfile::tempdir().unwrap();
    let liar = place.path().join("liar");
    let engine = program().display();
    fs::write(&liar, format!("#!/bin/sh\nCLEAVE={engine}\n{script}\n")).unwrap();
    fs::set_permissions(&liar, fs::Permissions::from_mode(0o755)).unwrap();
    let mut folder = Folder::new().unwrap();
    match live(&liar, &mut folder, protocol, life) {
        Ok(_) => "nothing".into(),
        Err(Failure { problem, transcript }) => format!("{problem}\n{}", transcript.join("\n")),
    }
}

fn assert_noticed(script: &str, expected: &str) {
    let found = problem(script, Protocol::Uci, &life(End::Quit));
    assert!(found.contains(expected), "{script}: {found}");
}

#[test]
fn nothing_is_wrong_with_the_program() {
    for end in [End::Quit, End::ClosedInput, End::Terminate, End::Kill(Duration::ZERO)] {
        assert_eq!(problem("exec $CLEAVE", Protocol::Uci, &life(end)), "nothing", "{end:?}");
    }
}

#[test]
fn wrong_answers_are_noticed() {
    for (edit, expected) in [
        ("s/^bestmove.*/&\\n&/", "an answer without a search"),
        ("s/^bestmove.*/bestmove e2e5/", "e2e5 is not legal"),
        ("s/^bestmove.*/bestmove (none)/", "(none) is not legal"),
        ("s/ pv .*/ pv e2e5/", "e2e5 is not legal"),
        ("/^bestmove/d", "later than"),
    ] {
        assert_noticed(&format!("$CLEAVE | sed -u '{edit}'"), expected);
    }
}

/// Lines of pondering belong to another position. Some come after `force` was sent.
#[test]
fn pondering_after_the_move_of_an_abandoned_search_is_no_mistake() {
    let mut life = life(End::Quit);
    life.settings = vec!["hard".into()];
    life.turns[0].part = Part::Abandoned;
    let at = Duration::from_millis;
    let line = |line: &str| Event::Line(line.into());
    life.turns[0].events =
        vec![Timed { at: at(20), event: line("?") }, Timed { at: at(2000), event: line("") }];
    let late = "$CLEAVE | sed -u 's/^pong/9 20 1 100 5 100 0\te2e5\\n&/'";
    assert_eq!(problem(late, Protocol::Xboard, &life), "nothing");
}

#[test]
fn a_wrong_end_is_noticed() {
    assert_noticed("$CLEAVE; exit 3", "exit status: 3");
    assert_noticed("$CLEAVE; echo 'thread panicked' >&2", "panicked");
    assert_noticed("kill -9 $$", "the program has ended");
    assert_noticed("sleep 60 & exec $CLEAVE", "a helper has not ended");
}

#[test]
fn damaged_files_are_noticed() {
    assert_noticed("$CLEAVE; echo part > book.bin", "book.bin");
    assert_noticed("$CLEAVE; rm book.bin", "book.bin is lost");
    assert_noticed("$CLEAVE; touch book.bin.new", "book.bin.new");
    assert_noticed("$CLEAVE; mkdir logs; echo '1. e4 e4 *' > logs/game.001", "game.001");
    assert_noticed("$CLEAVE; echo 'no table' > hash.bin", "saved table is damaged");
}

#[test]
fn a_log_that_lacks_a_move_is_noticed() {
    let mut life = life(End::Quit);
    life.settings = vec!["option GameLog=1".into(), "option LogFolder=logs".into()];
    life.turns[0].go.text = "sd 2\ngo".into();
    assert_eq!(problem("exec $CLEAVE", Protocol::Xboard, &life), "nothing");
    let cut = "$CLEAVE; echo '1. e4 *' > logs/game.001";
    let found = problem(cut, Protocol::Xboard, &life);
    assert!(found.contains("the log has"), "{found}");
}
