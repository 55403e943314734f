//! Tests draw offers and resignation.

use std::time::Duration;

use cleave_tests::Engine;

use crate::LONG;

/// Returns an engine to move in a lost position, with a king against king and queen.
fn lost(options: &str) -> Engine {
    let mut engine = Engine::playing(5);
    engine.send(&format!("{options}\nsetboard 7k/8/8/3K4/8/8/8/1Q6 b - - 0 1\ngo"));
    engine
}

#[test]
fn a_draw_is_accepted_when_lost() {
    let mut engine = lost("easy");
    engine.wait_for_move(LONG);
    engine.send("draw");
    engine.wait_for_line("offer draw");
    engine.quit();
}

#[test]
fn a_draw_is_declined_when_winning() {
    let mut engine = Engine::playing(5);
    engine.send("setboard 7k/8/8/3K4/8/8/8/1Q6 w - - 0 1\ngo");
    engine.wait_for_move(LONG);
    engine.send("draw");
    assert!(engine.listen(Duration::from_millis(200)).is_empty());
    engine.quit();
}

#[test]
fn the_engine_resigns_only_with_the_option() {
    let mut engine = lost("easy");
    let said = engine.wait_for("move", LONG, |line| {
        (line.starts_with("move ") || line == "resign").then(|| line.to_owned())
    });
    assert_ne!(said, "resign");
    engine.quit();

    let mut engine = lost("option Resign Threshold=600");
    engine.wait_for("resignation", LONG, |line| (line == "resign").then_some(()));
    engine.quit();
}
