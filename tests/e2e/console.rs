//! The program as a console for people.

use std::time::Duration;

use cleave_tests::{Engine, Game};

use crate::LONG;

/// What a console prints in answer to these commands.
fn console(commands: &[&str]) -> Vec<String> {
    let mut engine = Engine::start(&["--console"]);
    engine.send(&format!("{}\nquit", commands.join("\n")));
    let (status, lines) = engine.wait_for_end(LONG);
    assert!(status.success(), "{}", engine.transcript());
    lines
}

fn contains(lines: &[String], text: &str) -> bool {
    lines.iter().any(|line| line.contains(text))
}

#[test]
fn help_explains_every_command() {
    let lines = console(&["help"]);
    for command in [
        "new", "setboard", "go", "undo", "sd", "st", "score", "perft", "bench", "display",
        "history", "help", "quit",
    ] {
        let explains =
            |line: &String| line.trim_start().starts_with(command) && line.trim().contains("  ");
        assert!(lines.iter().any(explains), "{command}: {lines:#?}");
    }
}

#[test]
fn perft_counts() {
    let mut engine = Engine::start(&["--console"]);
    engine.send("perft 4");
    engine.wait_for("count", LONG, |line| line.contains("197281").then_some(()));
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    engine.send(&format!("setboard {kiwipete}\nperft 3"));
    engine.wait_for("count", LONG, |line| line.contains("97862").then_some(()));
    engine.quit();
}

#[test]
fn a_person_can_play_in_san() {
    let mut engine = Engine::start(&["--console"]);
    engine.send("sd 3\ne4");
    let mut game = Game::default();
    game.play("e4");
    engine.wait_for("an answer", LONG, |line| {
        line.split_whitespace().any(|word| game.try_play(word)).then_some(())
    });
    engine.quit();
}

#[test]
fn a_move_in_force_mode_is_echoed() {
    let lines = console(&["force", "1.e4", "E7E5", "2. Nf3"]);
    for echo in ["1. e4", "1... e5", "2. Nf3"] {
        let is_echo = |line: &String| line.trim_start_matches("> ") == echo;
        assert!(lines.iter().any(is_echo), "{echo}: {lines:#?}");
    }
    assert!(contains(&lines, "Last move: Nf3"), "the board: {lines:#?}");
}

#[test]
fn the_evaluation_is_explained() {
    let lines = console(&["score"]);
    assert!(contains(&lines, "material") || contains(&lines, "Material"), "{lines:#?}");
}

#[test]
fn the_board_is_shown() {
    let lines = console(&["setboard 4k3/8/8/8/8/8/8/QRBNK3 w - - 0 1", "display"]);
    let letters = |line: &String| line.chars().filter(char::is_ascii_alphabetic).collect();
    let rows: Vec<String> = lines.iter().map(letters).collect();
    assert!(contains(&rows, "QRBNK"), "{lines:#?}");
}

#[test]
fn mistakes_are_explained() {
    for (line, word) in [
        ("Ke4", "Ke4"),
        ("e2e5", "e2e5"),
        ("setboard nonsense", "FEN"),
        ("perft many", "many"),
        ("xyzzy", "xyzzy"),
        ("\x1b[A", "Cursor and function keys"),
        ("setboard 4k3/8/8/8/8/8/8/1K3R2 w F - 0 1", "variant fischerandom"),
    ] {
        let lines = console(&[line, "display"]);
        assert!(contains(&lines, word), "{line}: {lines:#?}");
    }
}

#[test]
fn the_end_of_input_ends_the_program() {
    let mut engine = Engine::start(&["--console"]);
    engine.close_input();
    let (status, _) = engine.wait_for_end(Duration::from_secs(1));
    assert!(status.success());
}
