//! The engine never exceeds its time, whatever the time control.

use std::time::{Duration, Instant};

use cleave_tests::{Engine, Game, Thought};

use crate::LONG;

/// Starts a game with these commands, and lets the engine play both sides on one clock. The clock is
/// given the time of the last move and returns the time left in centiseconds. No move may take more;
/// the time that the program waits for a processor is not charged.
fn play(commands: &str, moves: usize, mut clock: impl FnMut(Duration) -> u64) {
    let mut engine = Engine::after(&format!("new\neasy\n{commands}"));
    let mut game = Game::default();
    let mut used = Duration::ZERO;
    for n in 0..moves {
        let left = clock(used);
        engine.send(&format!("time {left}\notim {left}"));
        let watch = engine.stopwatch();
        engine.send("go");
        let mv = engine.wait_for_move(LONG);
        used = watch.own_time();
        assert!(
            used <= Duration::from_millis(left * 10),
            "move {n} took {used:?} of {left} centiseconds\n{}",
            engine.transcript()
        );
        game.play(&mv);
        if game.result().is_some() {
            break;
        }
    }
    engine.quit();
}

/// A clock that runs down, with an increment, and a new period after this many moves.
fn game_clock(
    base: Duration,
    increment: Duration,
    period: Option<usize>,
) -> impl FnMut(Duration) -> u64 {
    let mut left = base;
    let mut moves = 0;
    move |used| {
        left = left.checked_sub(used).expect("no more time used than there was");
        if moves > 0 {
            left += increment;
            if period.is_some_and(|period| moves % period == 0) {
                left += base;
            }
        }
        moves += 1;
        left.as_millis() as u64 / 10
    }
}

#[test]
fn sudden_death_is_survived() {
    play("level 0 0:04 0", 60, game_clock(Duration::from_secs(4), Duration::ZERO, None));
}

#[test]
fn an_increment_is_not_exceeded() {
    let increment = Duration::from_millis(100);
    play("level 0 0:04 0.1", 40, game_clock(Duration::from_secs(4), increment, None));
}

#[test]
fn moves_in_a_period_are_not_exceeded() {
    play("level 10 0:03 0", 25, game_clock(Duration::from_secs(3), Duration::ZERO, Some(10)));
}

#[test]
fn a_fixed_time_per_move_is_kept_and_used() {
    // No flag falls here: the margin over a second is for a busy machine.
    let begin = Instant::now();
    play("st 1", 2, |_| 190);
    assert!(begin.elapsed() > Duration::from_secs(1), "the time is there to be used");
}

#[test]
fn a_fifth_of_a_second_is_enough() {
    play("level 0 5 0", 20, |_| 20);
}

#[test]
fn a_depth_limit_does_not_stop_the_clock() {
    play("level 0 5 0\nsd 100", 3, |_| 50);
}

#[test]
fn a_depth_limit_is_kept() {
    let mut engine = Engine::playing(3);
    engine.send("go");
    let mut deepest = 0;
    engine.wait_for("move", LONG, |line| {
        deepest = deepest.max(Thought::read(line).map_or(0, |thought| thought.depth));
        line.starts_with("move ").then_some(())
    });
    assert_eq!(deepest, 3, "{}", engine.transcript());
    engine.quit();
}
