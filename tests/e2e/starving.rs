//! Helpers that get no processor must not delay an answer.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use cleave_tests::{Engine, fault_shim, program, xiangqi_program};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::LONG;

/// The time for a move.
const TIME: Duration = Duration::from_millis(200);

/// The most by which a move may be late. The main worker waits for 0.2 s for helpers that should leave. After 0.2 s more it
/// kills them, and waits for their death for at most 0.2 s. A helper that holds a lock may cost a second.
const LATE: Duration = Duration::from_millis(2_000);

/// One algorithm of each kind.
const ALGORITHMS: [&str; 6] = ["dts", "aphid", "ybwc", "root", "lazy", "uidpabs"];

/// Starts a program whose helpers can be made to stand still, with a team of five. Chinese chess has no more workers than
/// there are processors.
fn start(program: &Path) -> Engine {
    let mut engine = Engine::of(Command::new(program).env("LD_PRELOAD", fault_shim()));
    engine.send("uci\nsetoption name Oversubscribe value true\nsetoption name Threads value 5");
    engine.send("setoption name Backend value fork\nsetoption name Hash value 4");
    engine
}

/// Searches, and disturbs the helpers after this time. The answer must come in time.
fn answer_in_time(engine: &mut Engine, after: Duration, disturb: impl FnOnce(&[Pid])) {
    let watch = engine.stopwatch();
    engine.send(&format!("position startpos\ngo movetime {}", TIME.as_millis()));
    // On a busy machine the answer may come while the test waits.
    let has_answered = engine.listen(after).iter().any(|line| line.starts_with("bestmove "));
    disturb(&engine.helpers());
    if !has_answered {
        engine.wait_for("an answer", LONG, |line| line.starts_with("bestmove ").then_some(()));
    }
    let taken = watch.own_time();
    assert!(taken < TIME + LATE, "{taken:?} of {TIME:?}\n{}", engine.transcript());
}

/// Lets helpers stand still. They may have ended.
fn starve(helpers: &[Pid]) {
    for &helper in helpers {
        let _ = kill(helper, Signal::SIGUSR1);
    }
}

fn all_algorithms_answer(program: &Path) {
    let mut engine = start(program);
    for algorithm in ALGORITHMS {
        engine.send(&format!("setoption name Algorithm value {algorithm}\nisready"));
        engine.wait_for_line("readyok");
        answer_in_time(&mut engine, TIME / 2, starve);
        // One dies, and the others do not answer.
        answer_in_time(&mut engine, TIME / 2, |helpers| {
            let Some((&first, others)) = helpers.split_first() else { return };
            starve(others);
            let _ = kill(first, Signal::SIGKILL);
        });
        // From the first moment on, perhaps before there is a move to play.
        answer_in_time(&mut engine, Duration::ZERO, starve);
        answer_in_time(&mut engine, Duration::ZERO, |_| ());
    }
    engine.quit();
}

#[test]
fn helpers_without_a_processor_do_not_delay_a_move_of_chess() {
    all_algorithms_answer(program());
}

#[test]
fn helpers_without_a_processor_do_not_delay_a_move_of_chinese_chess() {
    all_algorithms_answer(xiangqi_program());
}
