//! Looking after the others every so often, without looking at the clock all the time.

use crate::arena::LockContext;

/// Nodes and steps between two looks. They take a microsecond or so each; the watch itself then
/// looks at the clock.
const EVERY: u32 = 512;

/// Counts nodes and steps until the next look at the other workers.
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
