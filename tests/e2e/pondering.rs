//! Tests thinking on the opponent's time.

use std::time::{Duration, Instant};

use cleave_tests::{Engine, Game};

use crate::LONG;

/// Returns a game after the engine's first move. After `hard`, the engine ponders.
fn pondering(command: &str) -> (Engine, Game) {
    let mut engine = Engine::after(&format!("new\n{command}\nst 1\ngo"));
    let mut game = Game::default();
    game.play(&engine.wait_for_move(LONG));
    (engine, game)
}

/// Returns the reply expected by the engine.
fn expected(engine: &mut Engine) -> String {
    engine.send("hint");
    engine.wait_for_line("Hint: ").trim().to_owned()
}

#[test]
fn the_expected_move_is_answered() {
    let (mut engine, mut game) = pondering("hard");
    let expected = expected(&mut engine);
    engine.listen(Duration::from_millis(1500));
    engine.send_moves(&expected);
    game.play(&expected);
    // Pondering has taken the time for the move, but the move may come later.
    game.play(&engine.wait_for_move(Duration::from_secs(3)));
    engine.quit();
}

#[test]
fn another_move_is_answered() {
    let (mut engine, mut game) = pondering("hard");
    engine.listen(Duration::from_millis(300));
    // The engine never expects this move.
    engine.send("usermove h7h5");
    game.play("h7h5");
    game.play(&engine.wait_for_move(Duration::from_secs(3)));
    engine.quit();
}

#[test]
fn an_illegal_move_does_not_end_pondering() {
    let (mut engine, mut game) = pondering("hard");
    engine.send("usermove e2e5");
    engine.wait_for_line("Illegal move");
    engine.send("usermove h7h6");
    game.play("h7h6");
    game.play(&engine.wait_for_move(Duration::from_secs(3)));
    engine.quit();
}

#[test]
fn no_move_is_made_while_the_opponent_thinks() {
    let (mut engine, _) = pondering("hard");
    let said = engine.listen(Duration::from_millis(2500));
    assert!(!said.iter().any(|line| line.starts_with("move ")), "{said:?}");
    engine.quit();
}

/// Pondering takes processor time. A waiting engine takes none.
#[test]
fn an_engine_that_does_not_ponder_sleeps() {
    for (command, ponders) in [("hard", true), ("easy", false)] {
        let (mut engine, _) = pondering(command);
        engine.sync();
        let (before, start) = (engine.processor_time(), Instant::now());
        let mut used = Duration::ZERO;
        // On a busy machine it may take long until a pondering engine has used this much.
        let patience = if ponders { LONG } else { Duration::from_millis(500) };
        while used <= Duration::from_millis(100) && start.elapsed() < patience {
            engine.listen(Duration::from_millis(50));
            used = engine.processor_time() - before;
        }
        assert_eq!(used > Duration::from_millis(100), ponders, "{command}: {used:?}");
        engine.quit();
    }
}

#[test]
fn hint_shows_a_legal_reply() {
    let (mut engine, mut game) = pondering("hard");
    game.play(&expected(&mut engine));
    engine.quit();
}
