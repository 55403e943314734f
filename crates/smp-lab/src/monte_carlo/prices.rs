//! What the steps of a playout cost.

use cleave_mcts::Usage;
use serde::{Deserialize, Serialize};

use crate::virtual_time::Ticks;

/// Prices in nanoseconds. Those of the tree and of a playout are guesses, round figures for Connect Four on
/// bitboards; those of a lock and of a cache line are measured (`data/costs.json`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prices {
    /// Beginning a playout: its number, and a copy of the root.
    pub begin: Ticks,
    /// A ply down, with the move that is played.
    pub select: Ticks,
    /// Comparing one child.
    pub compare: Ticks,
    /// Making one child.
    pub child: Ticks,
    /// A ply up.
    pub back_up: Ticks,
    /// A playout, beside its moves.
    pub playout: Ticks,
    /// A move of a playout.
    pub playout_move: Ticks,
    /// Playouts cost this many times as much: those of Go or chess take longer beside the tree.
    pub playout_scale: u64,
    /// Taking and releasing a lock.
    pub lock: Ticks,
    /// Fetching a cache line that another worker has written.
    pub transfer: Ticks,
    /// Looking for work, and finding none.
    pub look: Ticks,
}

impl Default for Prices {
    fn default() -> Prices {
        Prices {
            begin: Ticks(20),
            select: Ticks(15),
            compare: Ticks(4),
            child: Ticks(8),
            back_up: Ticks(8),
            playout: Ticks(20),
            playout_move: Ticks(10),
            playout_scale: 1,
            lock: Ticks(5),
            transfer: Ticks(87),
            look: Ticks(20),
        }
    }
}

impl Prices {
    /// A step without locks and lines.
    pub(super) fn of(&self, usage: &Usage) -> Ticks {
        let items = [
            (self.select, usage.selected),
            (self.compare, usage.compared),
            (self.child, usage.made),
            (self.back_up, usage.backed_up),
        ];
        let tree: Ticks = items.into_iter().map(|(price, times)| price.times(times.into())).sum();
        tree + self.of_playouts(usage)
    }

    /// The playouts of a step.
    pub(super) fn of_playouts(&self, usage: &Usage) -> Ticks {
        let moves = self.playout_move.times(usage.work.into());
        (self.playout.times(usage.simulated.into()) + moves).times(self.playout_scale)
    }
}
