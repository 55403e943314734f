//! The clocks of a game that the engine keeps.

use std::time::{Duration, Instant};

use cleave_clock::Clock;
use cleave_clock::level::TimeControl;
use cleave_xiangqi::Color;

/// The clocks of both sides. A GUI reports what its own show, and is believed.
pub(crate) struct Clocks {
    control: TimeControl,
    left: [Duration; 2],
    /// Moves made by each side since the control was set.
    made: [u32; 2],
    since: Instant,
}

impl Clocks {
    /// Full clocks.
    pub(crate) fn new(control: TimeControl) -> Clocks {
        let left = match control {
            TimeControl::PerMove(time) => time,
            TimeControl::Game(level) => level.first.time.max(level.increment),
        };
        Clocks { control, left: [left; 2], made: [0; 2], since: Instant::now() }
    }

    /// The same control, with full clocks.
    pub(crate) fn reset(&mut self) {
        *self = Clocks::new(self.control);
    }

    pub(crate) fn set(&mut self, color: Color, left: Duration) {
        self.left[color.index()] = left;
        self.since = Instant::now();
    }

    pub(crate) fn left(&self, color: Color) -> Duration {
        self.left[color.index()]
    }

    /// A side has moved; the other's clock starts.
    pub(crate) fn press(&mut self, mover: Color) {
        let side = mover.index();
        self.made[side] += 1;
        let used = self.since.elapsed();
        self.since = Instant::now();
        if let TimeControl::Game(level) = self.control {
            let more = level.increment + level.time_after(self.made[side]);
            self.left[side] = self.left[side].saturating_sub(used) + more;
        }
    }

    /// The time for the next move of this side.
    pub(crate) fn of(&self, color: Color) -> Clock {
        match self.control {
            TimeControl::PerMove(time) => Clock::PerMove(time),
            TimeControl::Game(level) => Clock::Game {
                remaining: self.left(color),
                increment: level.increment,
                moves_to_go: level.moves_to_go(self.made[color.index()]),
            },
        }
    }
}
