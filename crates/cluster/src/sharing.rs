//! How much the ranks tell each other.

use std::time::Duration;

use crate::tree::FanOut;

/// How much the ranks tell each other. The same on all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sharing {
    /// Children of a rank.
    pub fan_out: FanOut,
    /// Entries of nodes are sent that are at most so many plies less deep than the root.
    pub span: u32,
    /// The least depth of entries sent, whatever the depth of the root.
    pub least_depth: u32,
    /// Entries in a message: 255 are 4 KiB.
    pub batch: usize,
    /// A message with fewer entries is sent after this time.
    pub period: Duration,
    /// Every other rank but the first searches one ply deeper than the first.
    pub staggered: bool,
}

impl Default for Sharing {
    fn default() -> Sharing {
        Sharing {
            fan_out: FanOut::default(),
            span: 10,
            least_depth: 5,
            batch: 255,
            period: Duration::from_micros(500),
            staggered: true,
        }
    }
}

/// A depth that no node has.
const DEEPER_THAN_ANY: u32 = 1000;

impl Sharing {
    /// The same without entries, for ranks that search on one table.
    pub fn of_results_alone(self) -> Sharing {
        Sharing { least_depth: DEEPER_THAN_ANY, ..self }
    }

    /// The least depth of the entries sent while the root is searched to `depth`.
    pub(crate) fn least_depth_at(&self, depth: u32) -> u32 {
        depth.saturating_sub(self.span).max(self.least_depth).max(1)
    }
}
