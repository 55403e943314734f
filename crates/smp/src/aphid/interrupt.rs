//! Interrupts the search of a subtree when the team's search is over.

use super::SharedLeaves;
use crate::arena::{LockContext, Mailbox, TeamState};
use crate::driver::Interrupt;
use crate::node::Node;
use crate::team::{Peer, Rounds};

/// Asks at every node of a subtree whether the team's search is over.
pub(super) struct Closed<'a, N: Node> {
    shared: &'a SharedLeaves<N>,
    pub(super) team_state: &'a TeamState<N>,
    pub(super) lock_context: LockContext<'a>,
    mailbox: &'a Mailbox,
    serial: u32,
    /// The count of nodes and steps up to now.
    pub(super) rounds: Rounds,
}

impl<'a, N: Node> Closed<'a, N> {
    /// The interrupt of this worker.
    pub(super) fn new(peer: &Peer<'a, N>, shared: &'a SharedLeaves<N>) -> Closed<'a, N> {
        Closed {
            shared,
            team_state: peer.arena.team_state(),
            lock_context: peer.lock_context,
            mailbox: peer.mailbox,
            serial: peer.counters.serial,
            rounds: peer.rounds,
        }
    }
}

impl<N: Node> Interrupt for Closed<'_, N> {
    #[inline(always)]
    fn is_raised(&mut self) -> bool {
        self.rounds.walk(&self.lock_context);
        self.mailbox.attention.is_called() && self.look_around()
    }
}

impl<N: Node> Closed<'_, N> {
    #[cold]
    fn look_around(&self) -> bool {
        self.mailbox.attention.acknowledge();
        self.team_state.alarm.check().is_err() || !self.shared.is_open(self.serial)
    }
}
