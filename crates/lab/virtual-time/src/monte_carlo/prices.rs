//! The prices of the steps of a playout.

use cleave_mcts::Usage;
use serde::{Deserialize, Serialize};

use crate::virtual_time::Ticks;

/// Prices in nanoseconds. The default is a guess, round figures for Connect Four on bitboards;
/// `data/monte-carlo/costs.json` holds measured ones for each game. Chess there has these prices and only its nodes are
/// measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prices {
    /// Beginning a playout: its number, and a copy of the root.
    pub begin: Ticks,
    /// A ply down, with its move, or up: the mean of both, which are equal in number.
    pub ply: Ticks,
    /// Comparing one child.
    pub compare: Ticks,
    /// Making one child.
    pub child: Ticks,
    /// A playout without its moves.
    pub playout: Ticks,
    /// A move of a playout.
    pub playout_move: Ticks,
    /// The factor of the price of playouts: in Go or chess they take longer, compared with the tree.
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
            ply: Ticks(12),
            compare: Ticks(4),
            child: Ticks(8),
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
    /// Returns a step without locks and lines.
    pub(super) fn of(&self, usage: &Usage) -> Ticks {
        let items = [
            (self.ply, usage.selected + usage.backed_up),
            (self.compare, usage.compared),
            (self.child, usage.made),
        ];
        let tree: Ticks = items.into_iter().map(|(price, times)| price.times(times.into())).sum();
        tree + self.of_playouts(usage)
    }

    /// Returns the playouts of a step.
    pub(super) fn of_playouts(&self, usage: &Usage) -> Ticks {
        let moves = self.playout_move.times(usage.work.into());
        (self.playout.times(usage.simulated.into()) + moves).times(self.playout_scale)
    }
}
