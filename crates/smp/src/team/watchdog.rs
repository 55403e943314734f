//! A watchdog of a worker that searches: checks on the others every so often, without reading the clock at
//! every node.

use crate::arena::LockContext;

/// Nodes and steps between two checks. They take about a microsecond each; the watch then reads the
/// clock.
const EVERY: u32 = 512;

/// Counts down the nodes and steps until the next check on the other workers.
#[derive(Clone, Copy, Default)]
pub struct Watchdog {
    left: u32,
}

impl Watchdog {
    /// Counts a node or step, and checks if it is time to.
    #[inline(always)]
    pub fn tick(&mut self, lock_context: &LockContext<'_>) {
        self.left = match self.left.checked_sub(1) {
            Some(left) => left,
            None => {
                lock_context.check_on_others(None);
                EVERY
            }
        };
    }
}
