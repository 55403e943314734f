//! The clocks of both sides.
//!
//! Before each move a GUI reports its clocks (`time`, `otim`), and the engine uses the report. The
//! clocks here also run, for GUIs that do not report.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::Clock;
use crate::level::TimeControl;

/// The number of a side, 0 or 1.
type Side = usize;

/// The number of moves that each side has made in the game.
type Made = [u32; 2];

/// The clocks of both sides. A side is its number, 0 or 1. A copy in a file contains neither the
/// running clock nor a GUI's report.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Clocks {
    control: TimeControl,
    left: [Duration; 2],
    /// The number of moves that each side had made when the control was set.
    counted_from: [u32; 2],
    /// The moves of the control that each side had made when it was set.
    made_before: [u32; 2],
    /// What each clock shows was set since the last move.
    #[serde(skip)]
    is_set: [bool; 2],
    #[serde(skip)]
    running: Option<(Side, Instant)>,
    #[serde(skip)]
    reported: Reported,
}

/// The times on the GUI's clocks. They belong to engine and opponent, because a `go` that follows
/// may change the colours.
#[derive(Clone, Copy, Debug, Default)]
struct Reported {
    engine: Option<Duration>,
    opponent: Option<Duration>,
}

impl Clocks {
    /// Sets the time control and fills the clocks. Moves count from here.
    pub fn set_control(&mut self, control: TimeControl, made: Made) {
        self.control = control;
        self.reset(made);
    }

    /// Fills and stops the clocks. Moves count from here.
    pub fn reset(&mut self, made: Made) {
        let left = match self.control {
            TimeControl::PerMove(time) => time,
            // Some servers call 10 seconds 'base 0'. Without a base the increment is a safe time.
            TimeControl::Game(level) if level.first.time.is_zero() => level.increment,
            TimeControl::Game(level) => level.first.time,
        };
        *self = Clocks {
            control: self.control,
            left: [left; 2],
            counted_from: made,
            made_before: [0; 2],
            is_set: [false; 2],
            running: None,
            reported: Reported::default(),
        };
    }

    /// Receives the GUI's report of the engine's clock.
    pub fn report_engine(&mut self, left: Duration) {
        self.reported.engine = Some(left);
    }

    /// Receives the GUI's report of the opponent's clock.
    pub fn report_opponent(&mut self, left: Duration) {
        self.reported.opponent = Some(left);
    }

    /// Sets the clocks to the last report. `engine` is the side that the engine plays.
    pub fn apply_reports(&mut self, engine: Side) {
        let reported = std::mem::take(&mut self.reported);
        for (side, reported) in [(engine, reported.engine), (1 - engine, reported.opponent)] {
            if let Some(left) = reported {
                self.set_left(side, left);
            }
        }
    }

    /// Starts the clock of this side, if it is not running.
    pub fn start(&mut self, side: Side) {
        if self.running.is_none_or(|(other, _)| other != side) {
            self.running = Some((side, Instant::now()));
        }
    }

    /// Stops both clocks.
    pub fn stop(&mut self) {
        if let Some((side, since)) = self.running.take() {
            let left = &mut self.left[side];
            *left = left.saturating_sub(since.elapsed());
        }
    }

    /// Starts the clock of this side instead, if a clock has been running.
    pub fn switch_to(&mut self, side: Side) {
        if self.running.is_some() {
            self.stop();
            self.start(side);
        }
    }

    /// Presses the clock of the side that has just moved.
    pub fn press(&mut self, mover: Side, made: Made) {
        self.stop();
        self.is_set[mover] = false;
        if let TimeControl::Game(level) = self.control {
            self.left[mover] += level.increment + level.time_after(self.counted(mover, made));
        }
        self.start(1 - mover);
    }

    /// Returns the time on this side's clock.
    pub fn left(&self, side: Side) -> Duration {
        self.left[side].saturating_sub(self.used(side))
    }

    /// Returns the time for which this side's clock has been running.
    pub fn used(&self, side: Side) -> Duration {
        match self.running {
            Some((running, since)) if running == side => since.elapsed(),
            _ => Duration::ZERO,
        }
    }

    /// Returns the time available for the next move of this side.
    pub fn for_search(&self, side: Side, made: Made) -> Clock {
        match self.control {
            // The clock may be set to less.
            TimeControl::PerMove(time) if self.is_set[side] => {
                Clock::PerMove(time.min(self.left(side)))
            }
            TimeControl::PerMove(time) => Clock::PerMove(time),
            TimeControl::Game(level) => Clock::Game {
                remaining: self.left(side),
                increment: level.increment,
                moves_to_go: level.moves_to_go(self.counted(side, made)),
            },
        }
    }

    /// Sets the time on this side's clock.
    pub fn set_left(&mut self, side: Side, left: Duration) {
        (self.left[side], self.is_set[side]) = (left, true);
        if let Some((_, since)) = self.running.as_mut().filter(|running| running.0 == side) {
            *since = Instant::now();
        }
    }

    /// Sets the number of moves that this side must make before its next time control.
    ///
    /// # Errors
    /// The control has no period with this number of moves.
    pub fn set_moves_to_go(
        &mut self,
        side: Side,
        to_go: u32,
        made: Made,
    ) -> Result<(), &'static str> {
        let TimeControl::Game(level) = self.control else {
            return Err("there is no chess clock: 'level' or 'time' sets one");
        };
        let first = level.first.moves.ok_or("the time control is for the whole game")?;
        let later = level.later.moves.unwrap_or(0);
        let before = match to_go {
            1.. if to_go <= first => first - to_go,
            1.. if to_go <= later => later - (to_go - first),
            _ => return Err("no period of the time control has so many moves"),
        };
        self.counted_from[side] = made[side];
        self.made_before[side] = before;
        Ok(())
    }

    /// Returns the number of moves that this side must make before the next time control, if there
    /// is one.
    pub fn moves_to_go(&self, side: Side, made: Made) -> Option<u32> {
        match self.control {
            TimeControl::PerMove(_) => None,
            TimeControl::Game(level) => level.moves_to_go(self.counted(side, made)),
        }
    }

    /// Returns the time control.
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// Returns the number of moves of the control that this side has made.
    fn counted(&self, side: Side, made: Made) -> u32 {
        let since = made[side].saturating_sub(self.counted_from[side]);
        self.made_before[side].saturating_add(since)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: Side = 0;
    const SECOND: Side = 1;

    /// Returns the side to move after these moves. The first side moves first.
    fn mover(made: Made) -> Side {
        usize::from(made[FIRST] > made[SECOND])
    }

    fn advance(made: &mut Made, clocks: &mut Clocks) {
        let mover = mover(*made);
        made[mover] += 1;
        clocks.press(mover, *made);
    }

    fn clocks(level: &str, made: Made) -> Clocks {
        let mut clocks = Clocks::default();
        clocks.set_control(TimeControl::level(level).unwrap(), made);
        clocks
    }

    fn to_go(clocks: &Clocks, made: Made) -> Option<u32> {
        match clocks.for_search(mover(made), made) {
            Clock::Game { moves_to_go, .. } => moves_to_go,
            _ => None,
        }
    }

    #[test]
    fn a_new_period_adds_its_time() {
        let mut made = [0; 2];
        let mut clocks = clocks("2 1 0", made);
        assert_eq!(to_go(&clocks, made), Some(2));
        advance(&mut made, &mut clocks);
        advance(&mut made, &mut clocks);
        assert_eq!(to_go(&clocks, made), Some(1));
        advance(&mut made, &mut clocks);
        assert!(clocks.left(FIRST) > Duration::from_secs(110), "a minute was added");
        assert!(clocks.left(SECOND) < Duration::from_secs(61));
        advance(&mut made, &mut clocks);
        assert_eq!(to_go(&clocks, made), Some(2));
    }

    #[test]
    fn a_level_set_in_mid_game_counts_moves_from_there() {
        let mut made = [0; 2];
        let mut clocks = clocks("40 60 0", made);
        for _ in 0..6 {
            advance(&mut made, &mut clocks);
        }
        clocks.set_control(TimeControl::level("20 22 0").unwrap(), made);
        assert_eq!(to_go(&clocks, made), Some(20));
    }

    #[test]
    fn a_clock_is_set_after_a_restart() {
        let mut made = [0; 2];
        let mut clocks = Clocks::default();
        assert!(clocks.set_moves_to_go(FIRST, 5, made).is_err(), "no chess clock");
        clocks.set_control(TimeControl::periods("40/120/20/60").unwrap(), made);
        clocks.set_left(FIRST, Duration::from_secs(90));
        clocks.set_moves_to_go(FIRST, 2, made).unwrap();
        clocks.set_moves_to_go(SECOND, 40, made).unwrap();
        for bad in [0, 41] {
            assert!(clocks.set_moves_to_go(FIRST, bad, made).is_err(), "{bad}");
        }
        let to_go = |clocks: &Clocks, made: Made| {
            [FIRST, SECOND].map(|side| clocks.moves_to_go(side, made).unwrap())
        };
        assert_eq!(to_go(&clocks, made), [2, 40]);
        advance(&mut made, &mut clocks);
        advance(&mut made, &mut clocks);
        assert_eq!(to_go(&clocks, made), [1, 39]);
        advance(&mut made, &mut clocks);
        assert_eq!(to_go(&clocks, made), [20, 39]);
        assert!(clocks.left(FIRST) > Duration::from_secs(3600), "an hour was added");
    }

    #[test]
    fn any_number_of_moves_can_be_counted() {
        let mut made = [0; 2];
        let mut clocks = Clocks::default();
        clocks.set_control(TimeControl::periods("4000000000/9/4294967295/9").unwrap(), made);
        clocks.set_moves_to_go(FIRST, 4_000_000_001, made).unwrap();
        assert_eq!(clocks.moves_to_go(FIRST, made), Some(4_000_000_001));
        clocks.made_before = [u32::MAX; 2];
        advance(&mut made, &mut clocks);
        assert_eq!(clocks.counted(FIRST, made), u32::MAX);
    }

    #[test]
    fn reported_times_belong_to_the_engines_side() {
        let made = [0; 2];
        let mut clocks = clocks("0 5 0", made);
        clocks.report_engine(Duration::from_secs(10));
        clocks.report_opponent(Duration::from_secs(20));
        clocks.apply_reports(FIRST);
        assert_eq!(clocks.left(FIRST), Duration::from_secs(10));
        assert_eq!(clocks.left(SECOND), Duration::from_secs(20));
        clocks.apply_reports(SECOND);
        assert_eq!(clocks.left(FIRST), Duration::from_secs(10), "a report counts once");
    }

    /// `st 5` or no time control, and `time` with what the clock shows.
    #[test]
    fn a_time_for_each_move_is_no_longer_than_the_clock_shows() {
        let mut made = [0; 2];
        let mut clocks = Clocks::default();
        clocks.report_engine(Duration::from_secs(1));
        clocks.report_opponent(Duration::from_secs(60));
        clocks.apply_reports(FIRST);
        let per_move = |clocks: &Clocks, side| match clocks.for_search(side, [0; 2]) {
            Clock::PerMove(time) => time.as_secs(),
            other => panic!("{other:?}"),
        };
        assert_eq!([FIRST, SECOND].map(|side| per_move(&clocks, side)), [1, 5]);
        advance(&mut made, &mut clocks);
        assert_eq!([FIRST, SECOND].map(|side| per_move(&clocks, side)), [5, 5]);
    }

    #[test]
    fn the_increment_is_added_and_the_used_time_is_subtracted() {
        let mut made = [0; 2];
        let mut clocks = clocks("0 1 2", made);
        clocks.start(FIRST);
        std::thread::sleep(Duration::from_millis(20));
        advance(&mut made, &mut clocks);
        let left = clocks.left(FIRST);
        assert!(left > Duration::from_secs(61) && left <= Duration::from_millis(61_980));
    }

    #[test]
    fn without_a_base_the_clock_shows_the_increment() {
        let clocks = clocks("0 0 10", [0; 2]);
        assert_eq!([FIRST, SECOND].map(|side| clocks.left(side).as_secs()), [10, 10]);
    }

    /// A first period of 40 moves and later ones of 60.
    #[test]
    fn more_moves_than_the_first_period_has_belong_to_a_later_one() {
        let mut clocks = Clocks::default();
        clocks.set_control(TimeControl::periods("40/120/60/60").unwrap(), [0; 2]);
        clocks.set_moves_to_go(FIRST, 50, [3; 2]).unwrap();
        assert_eq!(clocks.moves_to_go(FIRST, [3; 2]), Some(50));
        assert_eq!(clocks.moves_to_go(FIRST, [5; 2]), Some(48));
        assert!(clocks.set_moves_to_go(FIRST, 61, [3; 2]).is_err());
    }
}
