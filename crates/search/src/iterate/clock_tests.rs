//! Time management in the time of a fake clock: a second is a number of nodes, and a search is a
//! list of iterations, each with its nodes, best move and value.

use std::time::Duration;

use cleave_board::{Move, MoveKind, Square, Value};

use super::progress::Progress;
use crate::control::limits::{Clock, Limits, Pace};
use crate::control::timer::Timer;

/// Nodes in a second of the fake clock.
const RATE: u32 = 1_000_000;

/// How many times the nodes of the iteration before each iteration takes.
const GROWTH: f64 = 1.9;

const SECOND: Duration = Duration::from_secs(1);

/// The course of a search.
#[derive(Clone, Copy, Debug)]
enum Course {
    /// The same move every time, with nearly all nodes on it.
    Settled,
    /// Another best move every time.
    Wavering,
    /// The value falls with every iteration.
    Falling,
    /// The first iteration never ends.
    Stuck,
}

impl Course {
    /// Best move, value and share of the best move's nodes in percent, of an iteration.
    fn iteration(self, number: i32) -> (Move, Value, u32) {
        let first = Move::new(Square::E2, Square::E4, MoveKind::DoublePush);
        let second = Move::new(Square::D2, Square::D4, MoveKind::DoublePush);
        match self {
            Course::Settled | Course::Stuck => (first, Value::new(20), 80),
            Course::Wavering if number % 2 == 0 => (second, Value::new(20), 50),
            Course::Wavering => (first, Value::new(20), 50),
            Course::Falling => (first, Value::new(20 - 40 * number), 50),
        }
    }

    /// Time used for a move; `phase`, from 0 to 1, shifts where the iterations end.
    fn think(self, clock: Clock, phase: f64) -> Duration {
        let pace = Pace::Nodes(RATE.try_into().unwrap());
        let timer = Timer::start(&Limits { clock, pace, ..Limits::default() });
        let last = timer.last_node().expect("the clock has a limit");
        assert!(timer.is_up(last) && !timer.is_up(last - 1));
        let mut progress = Progress::default();
        let mut nodes = 0.0;
        for number in 1.. {
            nodes += GROWTH.powf(f64::from(number) + phase);
            if nodes >= last as f64 || matches!(self, Course::Stuck) {
                nodes = last as f64;
                break;
            }
            let (best, value, share) = self.iteration(number);
            progress.note(best, value);
            if timer.is_enough(nodes as u64, progress.stretch(share)) {
                break;
            }
        }
        Duration::from_secs_f64(nodes / f64::from(RATE))
    }

    /// The share of `remaining` that a move takes, in percent: the mean over where iterations end.
    fn share(self, remaining: Duration, increment: Duration) -> f64 {
        let clock = Clock::Game { remaining, increment, moves_to_go: None };
        let phases = (0..20).map(|phase| f64::from(phase) / 20.0);
        let used: f64 = phases.map(|phase| self.think(clock, phase).as_secs_f64()).sum();
        100.0 * used / 20.0 / remaining.as_secs_f64()
    }
}

/// With 1 s, 60 s and an hour, and an increment of none or a hundredth of that.
#[test]
fn a_move_takes_its_share_of_the_clock() {
    for remaining in [SECOND, 60 * SECOND, 3_600 * SECOND] {
        for hundredths in [0, 1] {
            let share = |course: Course| course.share(remaining, remaining * hundredths / 100);
            let [settled, wavering, falling, stuck] =
                [Course::Settled, Course::Wavering, Course::Falling, Course::Stuck].map(share);
            let shares = format!(
                "{remaining:?} +{hundredths} %: {settled:.2} {wavering:.2} {falling:.2} {stuck:.2}"
            );
            // Of an increment of 1 %, four fifths are spent on top of the 1/34 of the clock.
            let unit = 1.0 + f64::from(hundredths) * 0.8 / (100.0 / 34.0);
            let within =
                |used: f64, least: f64, most: f64| (least * unit..most * unit).contains(&used);
            assert!(within(settled, 2.2, 3.8), "{shares}");
            assert!(within(wavering, 6.0, 9.5), "{shares}");
            assert!(within(falling, 4.3, 7.5), "{shares}");
            assert!(within(stuck, 12.5, 16.5), "{shares}");
        }
    }
}

/// Whatever the course of the searches, the time used stays below the clock, and a long game does not
/// run out of time.
#[test]
fn the_flag_never_falls() {
    let courses = [Course::Settled, Course::Wavering, Course::Settled, Course::Falling];
    for (remaining, increment, moves) in [
        (SECOND, Duration::ZERO, 60),
        (SECOND, SECOND / 100, 300),
        (SECOND, 10 * SECOND, 30),
        (60 * SECOND, Duration::ZERO, 120),
        (60 * SECOND, SECOND / 2, 300),
        (3_600 * SECOND, Duration::ZERO, 180),
    ] {
        let mut clock = remaining;
        for number in 0..moves {
            let limits = Clock::Game { remaining: clock, increment, moves_to_go: None };
            let course = if number % 25 == 0 { Course::Stuck } else { courses[number % 4] };
            let used = course.think(limits, number as f64 / 7.0 % 1.0);
            // The time that a move takes to reach the other side.
            let lag = Duration::from_millis(1);
            assert!(used + lag < clock, "move {number} of {remaining:?}: {used:?} of {clock:?}");
            assert!(used < clock * 6 / 10, "move {number}: {used:?} leaves little of {clock:?}");
            clock = clock - used - lag + increment;
        }
    }
}

/// Forty moves in a minute use most of the minute and do not exceed it.
#[test]
fn a_time_control_is_met_and_used() {
    let mut left = 60 * SECOND;
    for number in 0..40_u32 {
        let moves_to_go = Some(40 - number);
        let clock = Clock::Game { remaining: left, increment: Duration::ZERO, moves_to_go };
        let course = if number % 3 == 0 { Course::Wavering } else { Course::Settled };
        let used = course.think(clock, f64::from(number) / 9.0 % 1.0);
        assert!(used < left, "move {number}: {used:?} of {left:?}");
        left -= used;
    }
    assert!(left < 20 * SECOND, "{left:?} were not used");
}

#[test]
fn a_time_per_move_is_kept_and_used() {
    for time in [SECOND / 10, SECOND, 60 * SECOND] {
        for course in [Course::Settled, Course::Wavering, Course::Falling, Course::Stuck] {
            let used = course.think(Clock::PerMove(time), 0.5);
            assert!(used < time, "{course:?}: {used:?} of {time:?}");
            assert!(used * 10 >= time * 8, "{course:?}: {used:?} of {time:?}");
        }
    }
}
