//! Measures how settled a search is, which decides how much time it gets.

use cleave_board::{Move, Value};

/// Best moves and values of the iterations finished so far.
#[derive(Default)]
pub(super) struct Progress {
    best: Move,
    /// Iterations since the best move changed.
    steady: u32,
    value: Value,
    /// Centipawns by which the value has fallen since the last iteration.
    fallen: i32,
}

impl Progress {
    /// Records the best move and value of a finished iteration.
    pub(super) fn note(&mut self, best: Move, value: Value) {
        self.steady = if best == self.best { self.steady + 1 } else { 0 };
        self.best = best;
        self.fallen = self.value - value;
        self.value = value;
    }

    /// Returns the value of the last iteration.
    pub(super) fn value(&self) -> Value {
        self.value
    }

    /// Returns the share of the soft limit to use, in percent: more while the best move changes or the value falls,
    /// less when most nodes are below one move. `share` is the best move's share of all nodes, in percent.
    pub(super) fn stretch(&self, share: u32) -> u32 {
        let steadiness = [160, 120, 100, 90, 80][self.steady.min(4) as usize];
        let falling = 100 + self.fallen.clamp(-10, 60);
        let spread = 150 - share.min(100) as i32;
        (steadiness * falling / 100 * spread / 100 * 125 / 100).max(20) as u32
    }
}
