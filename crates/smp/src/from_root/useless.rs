//! Interrupts the search of a subtree that has become useless.

use super::SharedRoot;
use super::plan::Plan;
use crate::arena::{Arena, LockContext, Mailbox};
use crate::driver::Interrupt;
use crate::node::Node;
use crate::team::{Peer, Rounds};

/// Asks at every node of a subtree whether its search has become useless.
pub(super) struct Useless<'a, N: Node> {
    arena: &'a Arena<N>,
    shared: &'a SharedRoot<N>,
    plan: &'a dyn Plan<N>,
    lock_context: LockContext<'a>,
    mailbox: &'a Mailbox,
    serial: u32,
    rounds: Rounds,
}

impl<'a, N: Node> Useless<'a, N> {
    pub(super) fn new(
        peer: &Peer<'a, N>,
        shared: &'a SharedRoot<N>,
        plan: &'a dyn Plan<N>,
    ) -> Useless<'a, N> {
        Useless {
            arena: peer.arena,
            shared,
            plan,
            lock_context: peer.lock_context,
            mailbox: peer.mailbox,
            serial: peer.counters.serial,
            rounds: peer.rounds,
        }
    }

    /// The count of nodes and steps up to now.
    pub(super) fn rounds(&self) -> Rounds {
        self.rounds
    }
}

impl<N: Node> Interrupt for Useless<'_, N> {
    #[inline(always)]
    fn is_raised(&mut self) -> bool {
        self.rounds.walk(&self.lock_context);
        self.mailbox.attention.is_called() && self.look_around()
    }
}

impl<N: Node> Useless<'_, N> {
    #[cold]
    fn look_around(&self) -> bool {
        self.mailbox.attention.acknowledge();
        self.arena.team_state().alarm.check().is_err()
            || !self.shared.is_open(self.serial)
            || self.plan.is_useless()
    }
}
