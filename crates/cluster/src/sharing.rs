//! The amount of data that ranks share.

use std::time::Duration;

use crate::tree::FanOut;

/// The amount of data that ranks share. It must be the same on all ranks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sharing {
    /// The number of children of a rank.
    pub fan_out: FanOut,
    /// Ranks send entries of nodes whose depth is at most this number of plies less than the
    /// root's.
    pub span: u32,
    /// The least depth of sent entries, at any depth of the root.
    pub least_depth: u32,
    /// The number of entries in a message. 255 entries take 4 KiB.
    pub batch: usize,
    /// A message with fewer entries is sent after this time.
    pub period: Duration,
    /// The ranks that get an entry.
    pub receivers: Receivers,
    /// True if every second rank searches one ply deeper than the first.
    pub staggered: bool,
}

/// The ranks that get an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Receivers {
    /// All ranks, along the tree.
    All,
    /// The home of the position (`homes.rs`), and ranks that ask it.
    Home {
        /// The least depth of nodes whose missing entries a rank asks for.
        ask_from: u32,
    },
}

impl Receivers {
    /// The home, with the least depth of questions that searches use.
    pub const HOME: Receivers = Receivers::Home { ask_from: 6 };
}

impl Default for Sharing {
    fn default() -> Sharing {
        Sharing {
            fan_out: FanOut::default(),
            span: 10,
            least_depth: 5,
            batch: 255,
            period: Duration::from_micros(500),
            receivers: Receivers::All,
            staggered: true,
        }
    }
}

/// A depth that no node has.
const DEEPER_THAN_ANY: u32 = 1000;

impl Sharing {
    /// Turns the sharing of entries off, for ranks that search on one table.
    pub fn of_results_alone(self) -> Sharing {
        Sharing { least_depth: DEEPER_THAN_ANY, ..self }
    }

    /// Returns the least depth of sent entries while the root is searched to `depth`.
    pub(crate) fn least_depth_at(&self, depth: u32) -> u32 {
        depth.saturating_sub(self.span).max(self.least_depth).max(1)
    }
}
