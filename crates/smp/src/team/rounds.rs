//! Checking on the others every so often, without reading the clock at every node.

use crate::arena::LockContext;

/// Nodes and steps between two checks. They take about a microsecond each; the watch then reads the
/// clock.
const EVERY: u32 = 512;

/// Counts nodes and steps until the next check on the other workers.
#[derive(Clone, Copy, Default)]
pub(crate) struct Rounds {
    left: u32,
}

impl Rounds {
    /// One more node or step.
    #[inline(always)]
    pub(crate) fn walk(&mut self, lock_context: &LockContext<'_>) {
        self.left = match self.left.checked_sub(1) {
            Some(left) => left,
            None => {
                lock_context.watch(None);
                EVERY
            }
        };
    }
}
