//! UCI, and what is configured before it.

use std::fs;
use std::process::Command;
use std::time::Duration;

use cleave_tests::{Engine, Game, program};

use crate::LONG;

/// An engine that has been greeted as UCI clients do, with these options.
fn uci(options: &[&str]) -> Engine {
    let mut engine = Engine::start(&[]);
    engine.send("uci");
    engine.wait_for_line("uciok");
    for option in options {
        engine.send(&format!("setoption name {option}"));
    }
    engine.send("isready");
    engine.wait_for_line("readyok");
    engine
}

/// The answer to this `go`.
fn best_move(engine: &mut Engine, go: &str) -> String {
    engine.send(go);
    engine.wait_for("bestmove", LONG, |line| line.strip_prefix("bestmove ").map(str::to_owned))
}

#[test]
fn no_position_is_searched_but_the_one_set_up_last() {
    let queens = "fen QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQK/8/8/8/7k w - - 0 1";
    let too_long = format!("startpos moves{}", " g1f3 g8f6 f3g1 f6g8".repeat(4_000));
    for (refused, reason) in [
        (queens, "illegal position, White has 32 pieces"),
        ("fen 8/8", "illegal position"),
        ("startpos moves e2e4 e2e4 d7d5", "illegal move e2e4"),
        ("", "expected 'startpos' or 'fen FEN'"),
        ("kiebitz", "expected 'startpos' or 'fen FEN'"),
        (&too_long, "line too long"),
        ("startpos moves e2e4 \u{1}", "not text"),
    ] {
        let mut engine = uci(&[]);
        engine.send(&format!("position startpos moves d2d4\nposition {refused}"));
        engine.wait_for_line(&format!("info string {reason}"));
        for go in ["go depth 2", "go movetime 20", "ucinewgame\ngo wtime 100 btime 100"] {
            engine.send(go);
            engine.wait_for_line(&format!("info string {reason}"));
            assert_eq!(engine.wait_for_line("bestmove "), "0000", "{refused}");
        }
        engine.send("go perft 1");
        engine.wait_for_line(&format!("info string {reason}"));
        engine.send("position startpos moves f2f3 e7e5 g2g4");
        assert_eq!(best_move(&mut engine, "go depth 3"), "d8h4");
        engine.quit();
    }
}

/// The specification demands that a GUI gets no move before it asks for one.
#[test]
fn without_a_position_an_endless_search_waits_to_be_stopped() {
    for (go, end) in [("go infinite", "stop"), ("go ponder wtime 1 btime 1", "ponderhit")] {
        let mut engine = uci(&[]);
        engine.send(&format!("position fen 8/8\n{go}"));
        let early = engine.listen(Duration::from_millis(100));
        assert!(!early.iter().any(|line| line.starts_with("bestmove")), "{early:?}");
        assert_eq!(best_move(&mut engine, end), "0000");
        engine.quit();
    }
}

#[test]
fn a_new_game_leaves_the_position_as_it_is() {
    let mut engine = uci(&[]);
    engine.send("position startpos moves f2f3 e7e5 g2g4\nucinewgame");
    assert_eq!(best_move(&mut engine, "go depth 3"), "d8h4");
    engine.quit();
}

#[test]
fn forked_workers_play_a_game() {
    let mut engine = uci(&["Oversubscribe value true", "Threads value 2", "Hash value 4"]);
    let (mut game, mut moves) = (Game::default(), String::new());
    for _ in 0..20 {
        let go = "go wtime 2000 btime 2000 winc 20 binc 20";
        engine.send(&format!("position startpos moves{moves}\n{go}"));
        let answer = engine
            .wait_for("bestmove", LONG, |line| line.strip_prefix("bestmove ").map(str::to_owned));
        let mv = answer.split(' ').next().unwrap_or_default();
        game.play(mv);
        moves.push_str(&format!(" {mv}"));
    }
    assert_eq!(engine.helpers().len(), 1);
    engine.quit();
}

#[test]
fn the_engine_quits_in_any_state() {
    for go in ["isready", "go infinite", "go ponder wtime 1000 btime 1000", "go movetime 100000"] {
        for end_of_input in [false, true] {
            let mut engine = uci(&["Oversubscribe value true", "Threads value 2"]);
            engine.send(go);
            engine.listen(Duration::from_millis(100));
            if end_of_input {
                engine.close_input();
                engine.must_leave();
            } else {
                engine.quit();
            }
        }
    }
}

#[test]
fn a_terminal_gets_the_console_and_a_gui_what_it_asks_for() {
    let mut engine = Engine::start(&["--console"]);
    engine.wait_for_line("Cleave ");
    engine.send("uci");
    engine.wait_for_line("uciok");
    engine.send("xboard");
    assert!(engine.wait_for_line("info string unknown command").contains("xboard"));
    engine.quit();
}

#[test]
fn the_usual_configuration_file_is_read() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::create_dir(folder.path().join("cleave")).expect("a folder in it");
    let file = folder.path().join("cleave/cleave.toml");
    fs::write(&file, "Skill = 7\nHash = 2\n").expect("a temporary file");
    let output = Command::new(program())
        .env("XDG_CONFIG_HOME", folder.path())
        .args(["--hash", "3", "config"])
        .output()
        .expect("the program runs");
    let said = String::from_utf8_lossy(&output.stdout);
    for (setting, origin) in
        [("Skill = 7", file.display().to_string()), ("Hash = 3", "--hash".into())]
    {
        assert!(said.contains(&format!("{setting:35} # {origin}\n")), "{said}");
    }
    assert!(said.lines().all(|line| line.contains(" = ")), "nothing but settings: {said}");
}
