//! Tests time management with a fake clock. A second is a number of nodes. A search is a list of iterations, each with
//! its nodes, best move and value.

use std::time::Duration;

use cleave_board::{Move, MoveKind, Square, Value};
use cleave_clock::{Clock, Lateness, MoveOverhead, Pace, Timer, Timing};
use cleave_smp::random::Rng;

use super::progress::Progress;
use crate::control::Limits;

/// Nodes in a second of the fake clock.
const RATE: u32 = 1_000_000;

/// The factor by which an iteration has more nodes than the one before.
const GROWTH: f64 = 1.9;

const SECOND: Duration = Duration::from_secs(1);

const MS: Duration = Duration::from_millis(1);

/// The course of a search.
#[derive(Clone, Copy, Debug)]
enum Course {
    /// The same move every time, with nearly all nodes below it.
    Settled,
    /// Another best move every time.
    Wavering,
    /// The value falls with every iteration.
    Falling,
    /// The first iteration never ends.
    Stuck,
}

impl Course {
    /// Returns the best move, the value, and the best move's share of the nodes in percent, of an iteration.
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

    /// Returns the time used for a move. `phase`, from 0 to 1, shifts the ends of the iterations.
    fn think(self, limits: &Limits, phase: f64) -> Duration {
        let pace = Pace::Nodes(RATE.try_into().unwrap());
        let timer = Timer::start(Timing { pace, ..limits.timing() });
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

    /// Returns the share of `remaining` that a move takes, in percent, as the mean over the ends of iterations.
    fn share(self, remaining: Duration, increment: Duration) -> f64 {
        let clock = Clock::Game { remaining, increment, moves_to_go: None };
        let limits = Limits { clock, ..Limits::default() };
        let phases = (0..20).map(|phase| f64::from(phase) / 20.0);
        let used: f64 = phases.map(|phase| self.think(&limits, phase).as_secs_f64()).sum();
        100.0 * used / 20.0 / remaining.as_secs_f64()
    }
}

/// With 1 s, 60 s and an hour, without an increment and with a hundredth of that as increment.
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

/// A time control, in milliseconds.
#[derive(Clone, Copy, Debug)]
struct Control {
    base: u32,
    increment: u32,
    /// The base time is added after this number of moves, or the game ends and another begins.
    moves: u32,
    is_period: bool,
    overhead: u32,
    /// The most time that may be left after the moves, in percent of the base.
    left: u32,
}

/// Returns a game of this many moves, with the default overhead.
const fn game(base: u32, increment: u32, moves: u32, left: u32) -> Control {
    Control { base, increment, moves, is_period: false, overhead: 15, left }
}

const fn period(moves: u32, base: u32, left: u32) -> Control {
    Control { is_period: true, ..game(base, 0, moves, left) }
}

impl Control {
    const fn with(self, overhead: u32) -> Control {
        Control { overhead, ..self }
    }
}

const CONTROLS: [Control; 16] = [
    game(1_000, 0, 60, 6),
    game(60_000, 0, 100, 1),
    game(3_600_000, 0, 100, 1),
    game(60_000, 0, 100, 1).with(0),
    game(60_000, 0, 60, 5).with(100),
    game(1_000, 10, 200, 12),
    // The increment is ten times the base.
    game(1_000, 10_000, 50, 2_500),
    game(60_000, 500, 200, 3),
    game(60_000, 1_000, 200, 5).with(200),
    period(40, 60_000, 1),
    period(40, 60_000, 1).with(100),
    period(3, 3_000, 15),
    period(1, 1_000, 45),
    period(1, 1_000, 45).with(0),
    // The increment is nearly all the time available.
    game(50, 10, 200, 230),
    game(10, 2, 200, 340).with(0),
];

/// The clock after 1,000 moves.
#[derive(Debug, PartialEq)]
struct Remains {
    /// At the end of each game or period.
    left: Vec<Duration>,
    /// The shortest time left after a move of each game or period, before the increment.
    lowest: Vec<Duration>,
}

impl Remains {
    /// Returns the medians of the lowest clocks and of the time left at the end, in milliseconds.
    fn medians(self) -> [u128; 2] {
        [self.lowest, self.left].map(|mut times| {
            times.sort();
            times[times.len() / 2].as_millis()
        })
    }
}

impl Control {
    /// Returns the limits with this time left after this many moves.
    fn limits(self, remaining: Duration, number: u32, lateness: Lateness) -> Limits {
        let moves_to_go = self.is_period.then_some(self.moves - number % self.moves);
        let increment = MS * self.increment;
        let clock = Clock::Game { remaining, increment, moves_to_go };
        let overhead = MoveOverhead(MS * self.overhead);
        Limits { clock, overhead, lateness, ..Limits::default() }
    }

    /// Plays 1,000 moves. Every tenth move takes the whole overhead to arrive. The machine keeps the program from its
    /// clock for a `delay` after each search, and `remember` notes it. Returns the time left, or the move at which the
    /// flag fell.
    fn play(
        self,
        delay: impl FnMut() -> Duration,
        remember: impl Fn(&mut Lateness, Duration),
    ) -> Result<Remains, String> {
        self.play_with(Lateness::default(), delay, remember)
    }

    /// Does the same after moves with this lateness.
    fn play_with(
        self,
        mut lateness: Lateness,
        mut delay: impl FnMut() -> Duration,
        remember: impl Fn(&mut Lateness, Duration),
    ) -> Result<Remains, String> {
        let courses = [Course::Settled, Course::Wavering, Course::Settled, Course::Falling];
        let base = MS * self.base;
        let (mut clock, mut low) = (base, base);
        let mut remains = Remains { left: Vec::new(), lowest: Vec::new() };
        for number in 0..1_000 {
            let limits = self.limits(clock, number, lateness);
            let is_stuck = number % 25 == 0;
            let course = if is_stuck { Course::Stuck } else { courses[number as usize % 4] };
            let (delay, lag) = (delay(), if number % 10 == 9 { self.overhead } else { 0 });
            let used = course.think(&limits, f64::from(number) / 7.0 % 1.0) + delay + MS * lag;
            remember(&mut lateness, delay);
            let over = || format!("{self:?}, move {number}: {used:?} of {clock:?}");
            clock = clock.checked_sub(used).ok_or_else(over)?;
            low = low.min(clock);
            clock += MS * self.increment;
            if (number + 1) % self.moves == 0 {
                remains.left.push(clock);
                remains.lowest.push(low);
                clock = if self.is_period { clock + base } else { base };
                low = clock;
            }
        }
        Ok(remains)
    }
}

#[test]
fn no_clock_is_overstepped_in_1000_moves_and_none_is_wasted() {
    for control in CONTROLS {
        let remains = control.play(|| Duration::ZERO, Lateness::note).unwrap();
        let most = remains.left.iter().max().expect("a game has ended");
        assert!(*most <= MS * control.base * control.left / 100, "{control:?}: {most:?}");
    }
}

/// With and without a lag, and with the largest overhead that such a short time allows.
#[test]
fn no_time_per_move_is_overstepped_and_none_is_wasted() {
    for (time, overhead) in [(10, 0), (100, 15), (1_000, 15), (1_000, 500), (60_000, 5_000)] {
        for course in [Course::Settled, Course::Wavering, Course::Falling, Course::Stuck] {
            for phase in 0..250 {
                let clock = Clock::PerMove(MS * time);
                let overhead = MoveOverhead(MS * overhead);
                let limits = Limits { clock, overhead, ..Limits::default() };
                let used = course.think(&limits, f64::from(phase) / 250.0) + overhead.0;
                assert!(used <= MS * time, "{course:?}: {used:?} of {time} ms");
                assert!(used + MS >= MS * time, "{course:?}: {used:?} of {time} ms");
            }
        }
    }
}

/// Other programs take the processor for 60 to 120 ms once in sixteen moves. Without a memory of these delays the flag
/// falls at each of these time controls.
#[test]
fn a_busy_machine_oversteps_no_clock() {
    for control in [
        game(2_000, 5, 200, 0),
        game(1_000, 20, 100, 0),
        game(5_000, 30, 300, 0).with(0),
        game(1_000, 10, 200, 0),
    ] {
        let play = |remember: fn(&mut Lateness, Duration)| {
            let mut rng = Rng::new(1);
            let mut millis = move || if rng.below(16) == 0 { 60 + rng.below(61) } else { 0 };
            control.play(|| MS * millis() as u32, remember)
        };
        assert_eq!(play(Lateness::note).err(), None);
        assert!(play(|_, _| {}).is_err(), "{control:?}");
    }
}

/// Returns delays of 1 to 3 ms, and once in `every` moves a delay of `least` to twice `least` ms.
fn delays(every: u64, least: u64) -> impl FnMut() -> Duration {
    let mut rng = Rng::new(1);
    move || {
        let is_long = rng.below(every) == 0;
        let (least, more) = if is_long { (least, least + 1) } else { (1, 3) };
        MS * (least + rng.below(more)) as u32
    }
}

/// A machine that is quiet for 600 moves uses more of its clock. A machine that delays some moves by more than the
/// overhead keeps as much as an unknown machine. A machine with long delays keeps more.
#[test]
fn the_clock_is_used_where_the_machine_is_quiet_and_kept_where_it_is_not() {
    for control in [game(1_000, 10, 60, 0), game(2_000, 20, 60, 0)] {
        let medians = |every, least, remember: fn(&mut Lateness, Duration)| {
            let mut delays = delays(every, least);
            let mut watched = Lateness::default();
            (0..600).for_each(|_| remember(&mut watched, delays()));
            control.play_with(watched, delays, remember).unwrap().medians()
        };
        let unknown = medians(u64::MAX, 1, |_, _| {});
        let quiet = medians(u64::MAX, 1, Lateness::note);
        let some = medians(4, 10, Lateness::note);
        let long = medians(16, 60, Lateness::note);
        let shown =
            format!("{control:?}: unknown {unknown:?}, quiet {quiet:?}, {some:?}, {long:?} ms");
        for of in 0..2 {
            assert!(quiet[of] * 10 < unknown[of] * 8 && quiet[of] > 35, "{shown}");
            assert!(some[of] * 10 > unknown[of] * 7 && long[of] > unknown[of] * 3, "{shown}");
        }
    }
}

/// Without an increment, the delays of a quiet machine change no clock by a nanosecond.
#[test]
fn a_quiet_machine_uses_the_clock_as_if_there_were_no_memory() {
    let is_quiet = |control: &Control| control.overhead > 0 && control.increment == 0;
    for control in CONTROLS.into_iter().filter(is_quiet) {
        let play = |remember: fn(&mut Lateness, Duration)| {
            let mut millis = (1..=3).cycle();
            control.play(|| MS * millis.next().expect("they never end"), remember)
        };
        assert_eq!(play(Lateness::note), play(|_, _| {}));
    }
}
