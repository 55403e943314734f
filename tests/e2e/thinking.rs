//! Tests the engine's output while it thinks, and the commands that it executes at the same time.

use std::time::Duration;

use cleave_tests::{Engine, Game, Thought};

use crate::LONG;

/// Lets the engine move, and returns its lines of thinking and its move.
fn think(engine: &mut Engine) -> (Vec<Thought>, String) {
    engine.send("go");
    let mut thoughts = Vec::new();
    let mv = engine.wait_for("move", LONG, |line| {
        thoughts.extend(Thought::read(line));
        line.strip_prefix("move ").map(str::to_owned)
    });
    (thoughts, mv)
}

#[test]
fn thinking_lines_are_legal_and_grow_deeper() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let mut engine = Engine::playing(8);
    engine.send(&format!("setboard {fen}"));
    let (thoughts, mv) = think(&mut engine);
    for thought in &thoughts {
        Game::from_fen(fen).play_line(&thought.moves);
    }
    for pair in thoughts.windows(2) {
        assert!(pair[0].depth <= pair[1].depth && pair[0].nodes <= pair[1].nodes, "{pair:?}");
        assert!(pair[0].time <= pair[1].time, "{pair:?}");
    }
    let last = thoughts.last().expect("some thinking");
    assert_eq!(last.depth, 8);
    let (mut played, mut announced) = (Game::from_fen(fen), Game::from_fen(fen));
    played.play(&mv);
    announced.play(last.first_move());
    assert_eq!(played.board(), announced.board(), "{mv} was played, {last:?} announced");
    engine.quit();
}

#[test]
fn nopost_hides_thinking() {
    let mut engine = Engine::playing(6);
    engine.send("nopost");
    let (thoughts, _) = think(&mut engine);
    assert!(thoughts.is_empty(), "{thoughts:?}");
    engine.quit();
}

#[test]
fn mates_are_found_and_announced() {
    for (fen, value) in [
        ("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", 100_001),
        ("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", 100_002),
        ("7k/p7/5K2/8/8/8/8/6Q1 b - - 0 1", -100_001),
    ] {
        let mut engine = Engine::playing(9);
        engine.send(&format!("setboard {fen}"));
        let (thoughts, _) = think(&mut engine);
        assert_eq!(thoughts.last().map(|thought| thought.value), Some(value), "{thoughts:?}");
        engine.quit();
    }
}

#[test]
fn the_only_move_is_made_at_once() {
    let mut engine = Engine::playing(1);
    engine.send("st 1000\nsetboard 7k/8/8/8/8/8/1r6/K7 w - - 0 1");
    let (_, mv) = think(&mut engine);
    assert_eq!(mv, "a1b2");
    engine.quit();
}

/// Returns an engine that thinks about its first move until a command stops it.
fn thinking() -> Engine {
    let mut engine = Engine::after("new\neasy\nst 1000\ngo");
    engine.listen(Duration::from_millis(200));
    engine
}

/// Returns the move of an engine after a command to stop thinking.
fn move_at_once(engine: &mut Engine) -> String {
    let watch = engine.stopwatch();
    engine.send("?");
    let mv = engine.wait_for_move(LONG);
    let taken = watch.own_time();
    assert!(taken < Duration::from_secs(1), "{taken:?}\n{}", engine.transcript());
    mv
}

#[test]
fn a_question_mark_gets_the_move_at_once() {
    let mut engine = thinking();
    let mv = move_at_once(&mut engine);
    Game::default().play(&mv);
    assert_eq!(engine.answer("?"), Vec::<String>::new(), "the engine is not thinking");
    engine.quit();
}

/// The protocol requires the answer to `ping` after the answers to earlier commands, here `go`.
#[test]
fn ping_while_thinking_is_answered_after_the_move() {
    let mut engine = thinking();
    engine.send("ping 77");
    assert!(engine.listen(Duration::from_millis(300)).is_empty());
    move_at_once(&mut engine);
    engine.wait_for_line("pong 77");
    engine.quit();
}

#[test]
fn a_new_game_or_force_ends_thinking_without_a_move() {
    for command in
        ["force", "new", "setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1", "result 1-0 {White resigns}"]
    {
        let mut engine = thinking();
        let said = engine.answer(command);
        assert!(!said.iter().any(|line| line.starts_with("move ")), "{command}: {said:?}");
        assert!(engine.listen(Duration::from_millis(100)).is_empty(), "{command}");
        engine.quit();
    }
}
