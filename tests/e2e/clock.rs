//! Tests that the engine never exceeds its time, with any time control.

use std::time::{Duration, Instant};

use cleave_tests::{Engine, Game, Thought};
use nix::sys::signal::Signal;

use crate::LONG;

/// Starts a game with these commands, and lets the engine play both sides on one clock. The clock
/// gets the time of the last move and returns the time left in centiseconds. No move may take more
/// than the time left. The time in which the program waits for a processor does not count.
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

/// Returns a clock that runs down, with an increment and a new period after this many moves.
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
fn the_engine_keeps_its_time_in_sudden_death() {
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
    // No flag falls here. The margin over a second is for a busy machine.
    let begin = Instant::now();
    play("st 1", 2, |_| 190);
    assert!(begin.elapsed() > Duration::from_secs(1), "the engine uses its time");
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

/// Returns an engine after the greeting of UCI clients.
fn uci() -> Engine {
    let mut engine = Engine::start(&[]);
    engine.send("uci");
    engine.wait_for_line("uciok");
    engine
}

/// A protocol, with requests that all protocols have.
struct Dialect {
    start: fn() -> Engine,
    /// Asks for a move in 0.4 s.
    go: &'static str,
    /// Starts a long search.
    long: &'static str,
    /// The beginning of a line that every search prints.
    thinking: &'static str,
    the_move: &'static str,
}

const UCI: Dialect = Dialect {
    start: uci,
    go: "ucinewgame\nposition startpos\ngo movetime 400",
    long: "go movetime 1000",
    thinking: "info depth",
    the_move: "bestmove",
};

const XBOARD: Dialect = Dialect {
    start: || Engine::after("new"),
    go: "new\neasy\npost\nst 0.4\ngo",
    long: "new\neasy\npost\nst 1\ngo",
    thinking: "1",
    the_move: "move ",
};

impl Dialect {
    /// Suspends the program in the middle of a search, as a busy machine does.
    fn suspend(&self, engine: &mut Engine, search: &str) {
        engine.send(search);
        engine.wait_for("thinking", LONG, |line| {
            line.trim_start().starts_with(self.thinking).then_some(())
        });
        engine.signal(Signal::SIGSTOP);
        std::thread::sleep(Duration::from_millis(400));
        engine.signal(Signal::SIGCONT);
    }

    /// Returns the time that a move takes.
    fn time(&self, engine: &mut Engine) -> Duration {
        let began = Instant::now();
        engine.send(self.go);
        self.wait_for_move(engine);
        began.elapsed()
    }

    /// Returns the shortest time of several moves. A busy machine delays some moves, but rarely all
    /// of them.
    fn least_time(&self, engine: &mut Engine) -> Duration {
        (0..12).map(|_| self.time(engine)).min().expect("there are several")
    }

    fn wait_for_move(&self, engine: &mut Engine) {
        engine.wait_for("a move", LONG, |line| line.starts_with(self.the_move).then_some(()));
    }
}

const MS: Duration = Duration::from_millis(1);

/// A move with 0.4 s takes 385 ms. It takes half of the time if moves may be 200 ms late.
#[test]
fn an_engine_that_was_late_moves_earlier() {
    for dialect in [UCI, XBOARD] {
        let mut engine = (dialect.start)();
        let quiet = dialect.time(&mut engine);
        assert!(quiet > MS * 350, "{quiet:?}\n{}", engine.transcript());
        dialect.suspend(&mut engine, dialect.long);
        dialect.wait_for_move(&mut engine);
        let careful = dialect.least_time(&mut engine);
        assert!(careful < MS * 350, "{careful:?}\n{}", engine.transcript());
        engine.quit();
    }
}

/// The clock of the engine does not run, so no move is late.
#[test]
fn a_delay_in_analysis_or_while_pondering_costs_no_time() {
    for search in ["go infinite", "go ponder wtime 1000 btime 1000"] {
        let mut engine = uci();
        UCI.suspend(&mut engine, search);
        engine.send("stop");
        UCI.wait_for_move(&mut engine);
        let quiet = UCI.time(&mut engine);
        assert!(quiet > MS * 350, "{search}: {quiet:?}\n{}", engine.transcript());
        engine.quit();
    }
}

/// Times the first moves of several engines, which have no earlier delay. The machine rarely delays
/// all of them.
#[test]
fn the_move_overhead_is_reserved() {
    let times = (0..12).map(|_| {
        let mut engine = uci();
        engine.send("setoption name Move Overhead value 150");
        let time = UCI.time(&mut engine);
        engine.quit();
        time
    });
    let time = times.min().expect("there are several");
    assert!(time > MS * 240 && time < MS * 350, "{time:?} of 250 ms");
}

/// Pondering takes longer than the time for the move. That time begins only at the ponder hit.
#[test]
fn a_ponder_hit_starts_the_full_time_for_the_move() {
    let mut engine = uci();
    engine.send("go ponder movetime 600");
    let said = engine.listen(MS * 1_000);
    assert!(!said.iter().any(|line| line.starts_with("bestmove")), "{said:?}");
    let hit = Instant::now();
    engine.send("ponderhit");
    UCI.wait_for_move(&mut engine);
    assert!(hit.elapsed() > MS * 500, "{:?}", hit.elapsed());
    engine.quit();
}
