//! Interrupts a private search when its value is no longer needed, and checks on the other workers now and then.

use super::peer::Peer;
use crate::arena::{LockContext, Mailbox, TeamState};
use crate::driver::Interrupt;
use crate::node::Node;

/// Checks at every node of a subtree whether the worker has been called and its work is useless. An alarm makes all
/// work useless; the algorithm supplies the other reasons.
pub struct CancellationCheck<'a, N: Node, F> {
    team_state: &'a TeamState<N>,
    lock_context: LockContext<'a>,
    mailbox: &'a Mailbox,
    is_useless: F,
    /// The worker's watchdog. The worker takes it back after the search.
    pub watchdog: Watchdog,
}

impl<'a, N: Node, F: Fn() -> bool> CancellationCheck<'a, N, F> {
    /// Creates the check for this worker. It evaluates `is_useless` after each call.
    #[inline]
    pub fn new(peer: &Peer<'a, N>, is_useless: F) -> CancellationCheck<'a, N, F> {
        CancellationCheck {
            team_state: peer.common.team_state(),
            lock_context: peer.lock_context,
            mailbox: peer.mailbox,
            is_useless,
            watchdog: peer.watchdog,
        }
    }

    #[cold]
    fn check_cancelled(&self) -> bool {
        self.mailbox.attention.acknowledge();
        self.team_state.alarm.check().is_err() || (self.is_useless)()
    }
}

impl<N: Node, F: Fn() -> bool> Interrupt<N> for CancellationCheck<'_, N, F> {
    #[inline(always)]
    fn is_raised(&mut self) -> bool {
        self.watchdog.tick(&self.lock_context);
        self.mailbox.attention.is_called() && self.check_cancelled()
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Arena;
    use crate::ids::{BlockId, WorkerId};
    use crate::testing::TinyNode;

    /// A subtree may take seconds. Its worker must leave it on an alarm, as on a stop above.
    #[test]
    fn an_alarm_or_a_stop_above_ends_the_search_of_a_subtree() {
        let raise_alarm = |arena: &Arena<TinyNode>, _| assert!(arena.team_state().alarm.raise());
        let stop = |arena: &Arena<TinyNode>, block| arena.memory().block(block).stop();
        for interrupt in [raise_alarm, stop] {
            let arena: Arena<TinyNode> = Arena::new(1).unwrap();
            let block = BlockId::new(WorkerId::MAIN, 0);
            let peer = Peer::new(&arena, WorkerId::MAIN, None, Vec::new());
            let mut check =
                CancellationCheck::new(&peer, || arena.memory().has_stopped_ancestor(block));
            peer.mailbox.attention.call();
            assert!(!check.is_raised(), "the call was for others");
            interrupt(&arena, block);
            assert!(!check.is_raised(), "no worker has called");
            peer.mailbox.attention.call();
            assert!(check.is_raised());
        }
    }
}
