//! Checks on the other workers once in 512 nodes, so that a searching worker need not read the clock at every node.

use crate::arena::LockContext;

/// Nodes and steps between two checks. Each takes about a microsecond; the check reads the clock.
const EVERY: u32 = 512;

/// Counts down the nodes and steps until the next check on the other workers.
#[derive(Clone, Copy, Default)]
pub struct Watchdog {
    left: u32,
}

impl Watchdog {
    /// Counts a node or step. Checks on the others when the count is complete.
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
