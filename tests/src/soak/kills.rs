//! Games through the program, with kills of its helpers.

use std::ops::Range;
use std::thread::sleep;
use std::time::{Duration, Instant};

use cleave_search::team::Algorithm;
use cleave_smp::random::Rng;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use super::algorithms::Algorithms;
use super::is_running;
use crate::{Engine, Game};

/// The time on the clock before each move. A search takes a small part of it.
const CLOCK: Duration = Duration::from_secs(4);

/// The counts of events.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Kills {
    /// Helpers killed.
    pub kills: u64,
    /// Helpers stopped by SIGSTOP.
    pub stops: u64,
    /// Moves made.
    pub moves: u64,
    /// Changes of the algorithm.
    pub algorithms: u64,
    /// Games started.
    pub games: u64,
    /// The longest time for a move.
    pub slowest: Duration,
}

/// Lets the program play against itself until this many helpers are dead. Kills one or all at once,
/// at random moments of a search and between searches, and stops some instead. The team of each
/// game has one of these `sizes`. Calls `each` with the number of kills since its last call.
///
/// # Panics
/// If a move is late or illegal, or a process is left.
pub fn kills(seed: u64, count: u64, sizes: Range<u64>, mut each: impl FnMut(u64)) -> Kills {
    let mut rng = Rng::new(seed);
    let mut happened = Kills::default();
    let mut algorithms = Algorithms::default();
    while happened.kills < count {
        happened.games += 1;
        let workers = sizes.start + rng.below(sizes.end - sizes.start);
        let mut engine = begin(workers, algorithms.draw(&mut rng));
        let mut game = Game::default();
        while game.result().is_none() && happened.kills < count {
            let before = happened.kills;
            if rng.below(2) == 0 {
                choose(&mut engine, algorithms.draw(&mut rng));
                happened.algorithms += 1;
            }
            one_move(&mut engine, &mut game, &mut rng, &mut happened);
            each(happened.kills - before);
        }
        // The team handles a panic of a helper like a kill.
        assert!(!engine.transcript().contains("panicked"), "{}", engine.transcript());
        engine.quit();
    }
    happened
}

/// Returns a program at the beginning of a game, with this many forked workers and this algorithm.
/// The number of processors may be smaller.
fn begin(workers: u64, algorithm: Algorithm) -> Engine {
    let mut engine = Engine::after("new\neasy\nnopost\noption Own Book=0\nmemory 16\nlevel 0 1 0");
    engine.send(&format!("option Oversubscribe=1\ncores {workers}"));
    choose(&mut engine, algorithm);
    engine
}

fn choose(engine: &mut Engine, algorithm: Algorithm) {
    engine.send(&format!("option Algorithm={algorithm}"));
}

fn one_move(engine: &mut Engine, game: &mut Game, rng: &mut Rng, happened: &mut Kills) {
    let centiseconds = CLOCK.as_millis() / 10;
    engine.send(&format!("time {centiseconds}\notim {centiseconds}"));
    let start = Instant::now();
    engine.send("go");
    sleep(Duration::from_micros(rng.below(150_000)));
    disturb(engine, rng, happened);
    let mv = engine.wait_for_move(CLOCK.saturating_sub(start.elapsed()));
    let taken = start.elapsed();
    happened.slowest = happened.slowest.max(taken);
    happened.moves += 1;
    assert!(game.try_play(&mv), "move {mv} in {}\n{}", game.board(), engine.transcript());
    engine.sync();
}

/// Kills one helper or all of them, or stops one.
fn disturb(engine: &Engine, rng: &mut Rng, happened: &mut Kills) {
    let helpers = engine.helpers();
    if helpers.is_empty() {
        return;
    }
    let one = helpers[rng.below(helpers.len() as u64) as usize];
    match rng.below(10) {
        0 => happened.stops += u64::from(kill(one, Signal::SIGSTOP).is_ok()),
        1 => happened.kills += helpers.iter().filter(|&&pid| is_killed(pid)).count() as u64,
        _ => happened.kills += u64::from(is_killed(one)),
    }
}

fn is_killed(pid: Pid) -> bool {
    kill(pid, Signal::SIGKILL).is_ok()
}

/// Kills helpers as fast as the team replaces them, during a whole search. The team shrinks to one,
/// and the move comes in time. In the next game the team is complete again.
///
/// # Panics
/// If one of these conditions is not met.
pub fn a_move_comes_whatever_dies(workers: u64, algorithm: Algorithm) {
    let mut engine = begin(workers, algorithm);
    engine.send("st 1");
    let (start, watch) = (Instant::now(), engine.stopwatch());
    engine.send("go");
    let mut kills = 0;
    while start.elapsed() < Duration::from_millis(900) {
        kills += engine.helpers().into_iter().filter(|&pid| is_killed(pid)).count() as u64;
        sleep(Duration::from_millis(2));
    }
    let mv = engine.wait_for_move(Duration::from_secs(10));
    let taken = watch.own_time();
    assert!(taken < Duration::from_millis(1500), "{taken:?}");
    Game::default().play(&mv);
    assert!(kills > workers, "only {kills} were killed");

    engine.send("new\nst 0.2\ngo");
    engine.wait_for_move(Duration::from_secs(10));
    assert_eq!(engine.helpers().len() as u64, workers - 1, "a new game starts with a full team");
    engine.quit();
}

/// Kills the program during a search. Its helpers must end within a second.
///
/// # Panics
/// If one does not.
pub fn no_helper_outlives_its_parent(workers: u64, algorithm: Algorithm) {
    let mut engine = begin(workers, algorithm);
    engine.send("st 100\ngo");
    let start = Instant::now();
    while engine.helpers().len() as u64 != workers - 1 {
        assert!(start.elapsed() < Duration::from_secs(5), "{}", engine.transcript());
        sleep(Duration::from_millis(5));
    }
    let helpers = engine.helpers();
    engine.signal(Signal::SIGKILL);
    let start = Instant::now();
    while helpers.iter().any(|&pid| is_running(pid)) {
        assert!(start.elapsed() < Duration::from_secs(30), "helpers outlive the program");
        sleep(Duration::from_millis(5));
    }
}
