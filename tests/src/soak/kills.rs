//! Games through the program, whose helpers are killed.

use std::thread::sleep;
use std::time::{Duration, Instant};

use cleave_smp::artificial::Dice;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use super::is_running;
use crate::{Engine, Game};

/// What is on the clock before each move; a search takes a small part of it.
const CLOCK: Duration = Duration::from_secs(4);

/// What has happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Kills {
    /// Helpers killed.
    pub kills: u64,
    /// Helpers stopped, which is as bad.
    pub stops: u64,
    /// Moves made.
    pub moves: u64,
    /// Games begun.
    pub games: u64,
    /// The longest that a move took.
    pub slowest: Duration,
}

/// Plays games with itself in which helpers are killed, so many in all, at random moments of a
/// search, between searches, one or all at once; some are stopped instead. `each` is told how many
/// have been killed since it was last called.
///
/// # Panics
/// If a move does not come in its time or is not legal, or a process is left.
pub fn kills(seed: u64, count: u64, mut each: impl FnMut(u64)) -> Kills {
    let mut dice = Dice::new(seed);
    let mut happened = Kills::default();
    while happened.kills < count {
        happened.games += 1;
        let workers = 2 + dice.roll(6);
        let mut engine = begin(workers);
        let mut game = Game::default();
        while game.result().is_none() && happened.kills < count {
            let before = happened.kills;
            one_move(&mut engine, &mut game, &mut dice, &mut happened);
            each(happened.kills - before);
        }
        engine.quit();
    }
    happened
}

/// A program with so many forked workers, at the beginning of a game.
fn begin(workers: u64) -> Engine {
    let (mut engine, _) = Engine::xboard();
    for line in ["new", "easy", "nopost", "option Own Book=0", "memory 16", "level 0 1 0"] {
        engine.send(line);
    }
    engine.send(&format!("cores {workers}"));
    engine
}

fn one_move(engine: &mut Engine, game: &mut Game, dice: &mut Dice, happened: &mut Kills) {
    let centiseconds = CLOCK.as_millis() / 10;
    engine.send(&format!("time {centiseconds}"));
    engine.send(&format!("otim {centiseconds}"));
    let start = Instant::now();
    engine.send("go");
    sleep(Duration::from_micros(dice.roll(150_000)));
    strike(engine, dice, happened);
    let mv = engine.wait_for_move(CLOCK.saturating_sub(start.elapsed()));
    let taken = start.elapsed();
    happened.slowest = happened.slowest.max(taken);
    happened.moves += 1;
    assert!(game.try_play(&mv), "move {mv} in {}\n{}", game.board(), engine.transcript());
    engine.sync();
}

/// Kills a helper or all of them, or stops one.
fn strike(engine: &Engine, dice: &mut Dice, happened: &mut Kills) {
    let helpers = engine.helpers();
    if helpers.is_empty() {
        return;
    }
    let one = helpers[dice.roll(helpers.len() as u64) as usize];
    match dice.roll(10) {
        0 => happened.stops += u64::from(kill(one, Signal::SIGSTOP).is_ok()),
        1 => happened.kills += helpers.iter().filter(|&&pid| struck(pid)).count() as u64,
        _ => happened.kills += u64::from(struck(one)),
    }
}

fn struck(pid: Pid) -> bool {
    kill(pid, Signal::SIGKILL).is_ok()
}

/// Helpers are killed as fast as they are replaced, for a whole search and at its every moment: the
/// team shrinks to one, and the move comes in time. In the next game all are there again.
///
/// # Panics
/// If not.
pub fn a_move_comes_whatever_dies(workers: u64) {
    let mut engine = begin(workers);
    engine.send("st 1");
    let (start, watch) = (Instant::now(), engine.stopwatch());
    engine.send("go");
    let mut kills = 0;
    while start.elapsed() < Duration::from_millis(900) {
        kills += engine.helpers().into_iter().filter(|&pid| struck(pid)).count() as u64;
        sleep(Duration::from_millis(2));
    }
    let mv = engine.wait_for_move(Duration::from_secs(10));
    let taken = watch.own_time();
    assert!(taken < Duration::from_millis(1500), "{taken:?}");
    Game::default().play(&mv);
    assert!(kills > workers, "only {kills} were killed");

    engine.send("new");
    engine.send("st 0.2");
    engine.send("go");
    engine.wait_for_move(Duration::from_secs(10));
    assert_eq!(engine.helpers().len() as u64, workers - 1, "a new game, a full team");
    engine.quit();
}

/// The program is killed in the middle of a search: its helpers must be gone within a second.
///
/// # Panics
/// If one is not.
pub fn no_helper_outlives_its_parent(workers: u64) {
    let mut engine = begin(workers);
    engine.send("st 100");
    engine.send("go");
    let start = Instant::now();
    while engine.helpers().len() as u64 != workers - 1 {
        assert!(start.elapsed() < Duration::from_secs(5), "{}", engine.transcript());
        sleep(Duration::from_millis(5));
    }
    let helpers = engine.helpers();
    engine.signal(Signal::SIGKILL);
    let start = Instant::now();
    while helpers.iter().any(|&pid| is_running(pid)) {
        assert!(start.elapsed() < Duration::from_secs(1), "workers outlive their parent");
        sleep(Duration::from_millis(5));
    }
}
