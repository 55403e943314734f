//! Tests analysis: the engine searches until it is stopped, and follows the user through the game.

use std::collections::BTreeSet;
use std::time::Duration;

use cleave_tests::{Engine, Game, Thought};

use crate::LONG;

/// Returns an engine that analyses the start position.
fn analysing() -> Engine {
    Engine::after("new\npost\nforce\nanalyze")
}

/// Waits for a line of thinking of at least this depth, and returns its moves.
fn line_of_depth(engine: &mut Engine, depth: u32) -> String {
    engine.wait_for("analysis", LONG, |line| {
        Thought::read(line).filter(|thought| thought.depth >= depth).map(|thought| thought.moves)
    })
}

/// Checks that the analysis is of this game. Its lines must be legal there.
fn assert_analyses(engine: &mut Engine, game: &Game) {
    engine.sync();
    game.clone().play_line(&line_of_depth(engine, 4));
}

#[test]
fn analysis_follows_the_user() {
    let mut engine = analysing();
    let mut game = Game::default();
    assert_analyses(&mut engine, &game);

    for mv in ["e2e4", "e7e5", "g1f3"] {
        engine.send_moves(mv);
        game.play(mv);
        assert_analyses(&mut engine, &game);
    }
    engine.send("undo");
    game = Game::default();
    game.play_line("e2e4 e7e5");
    assert_analyses(&mut engine, &game);

    engine.send("remove");
    assert_analyses(&mut engine, &Game::default());

    let fen = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
    engine.send(&format!("setboard {fen}"));
    assert_analyses(&mut engine, &Game::from_fen(fen));
    engine.quit();
}

#[test]
fn an_illegal_move_does_not_end_analysis() {
    let mut engine = analysing();
    engine.send("usermove e2e5");
    engine.wait_for_line("Illegal move");
    assert_analyses(&mut engine, &Game::default());
    engine.quit();
}

#[test]
fn a_dot_asks_for_the_status() {
    let mut engine = analysing();
    line_of_depth(&mut engine, 3);
    engine.send(".");
    let status = engine.wait_for_line("stat01: ");
    let words: Vec<&str> = status.split_whitespace().collect();
    let numbers: Vec<u64> =
        words.iter().take(5).map(|word| word.parse().expect("a number")).collect();
    let [_time, nodes, depth, left, total] = numbers[..] else { panic!("{status}") };
    assert!(nodes > 0 && depth >= 3 && left <= total && total == 20, "{status}");
    if let Some(mv) = words.get(5) {
        Game::default().play(mv);
    }
    engine.quit();
}

#[test]
fn exit_ends_analysis_without_a_move() {
    let mut engine = analysing();
    line_of_depth(&mut engine, 3);
    let said = engine.answer("exit");
    assert!(!said.iter().any(|line| line.starts_with("move ")), "{said:?}");
    assert!(engine.listen(Duration::from_millis(200)).is_empty(), "the analysis continues");

    assert!(engine.answer("usermove e2e4").is_empty(), "the engine moves after exit");
    engine.quit();
}

#[test]
fn a_finished_game_can_be_analysed() {
    for fen in ["R5k1/5ppp/8/8/8/8/8/7K b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"] {
        let mut engine = analysing();
        engine.answer(&format!("setboard {fen}"));
        engine.answer(".");
        engine.send("setboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
        assert_analyses(&mut engine, &Game::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"));
        engine.quit();
    }
}

#[test]
fn several_best_lines_are_shown() {
    let (mut engine, features) = Engine::xboard();
    let option = features
        .all("option")
        .find(|option| option.to_lowercase().replace('-', "").contains("multipv"))
        .unwrap_or_else(|| panic!("no such option\n{}", engine.transcript()));
    let name = option.split(" -").next().unwrap();
    engine.send(&format!("new\npost\nforce\noption {name}=3\nanalyze"));
    let mut first_moves = BTreeSet::new();
    engine.wait_for("third line", LONG, |line| {
        let thought = Thought::read(line).filter(|thought| thought.depth == 6)?;
        first_moves.insert(thought.first_move().to_owned());
        (first_moves.len() == 3).then_some(())
    });
    engine.quit();
}
