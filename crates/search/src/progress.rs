//! How settled a search is: what the time to think depends on.

use cleave_board::{Move, Value};

/// What the iterations finished so far have shown.
#[derive(Default)]
pub struct Progress {
    best: Move,
    /// Iterations since the best move changed.
    steady: u32,
    value: Value,
    /// How far the value has fallen since the last iteration, in centipawns.
    fallen: i32,
}

impl Progress {
    /// An iteration has ended with this best move and its value.
    pub fn note(&mut self, best: Move, value: Value) {
        self.steady = if best == self.best { self.steady + 1 } else { 0 };
        self.best = best;
        self.fallen = self.value - value;
        self.value = value;
    }

    /// The value of the last iteration.
    pub fn value(&self) -> Value {
        self.value
    }

    /// How much of the soft limit to use, in percent: more while the best move wavers or the value
    /// falls, less when most nodes go into one move. `share` is what has gone into the best move of
    /// all nodes, in percent.
    pub fn stretch(&self, share: u32) -> u32 {
        let steadiness = [160, 120, 100, 90, 80][self.steady.min(4) as usize];
        let falling = 100 + self.fallen.clamp(-10, 60);
        let spread = 150 - share.min(100) as i32;
        (steadiness * falling / 100 * spread / 100 * 11 / 10).max(20) as u32
    }
}
