//! A search of the root by the team, in which every worker has its own stack.
//!
//! It is *open* from the moment the main worker begins it until a worker closes it, with a result or without. The data
//! that a joining worker needs is behind a lock, which also decides which worker closes the search.

use std::sync::atomic::{AtomicU32, Ordering};

use cleave_shared_memory::{Plain, Shareable};
use cleave_sync::chaos;

use cleave_smp::Alarmed;
use cleave_smp::Node;
use cleave_smp::PathStep;
use cleave_smp::seam::BlockId;
use cleave_smp::seam::Event;
use cleave_smp::seam::Peer;
use cleave_smp::seam::{Exclusive, Guard, Locked, order};

/// The most plies by which a worker that deepens by itself may be ahead of the team. A decided position would let it
/// deepen quickly and without end.
pub(super) const MOST_AHEAD: i32 = 32;

/// The lock of the search, as virtual time numbers it: the number of a block, because there are no blocks.
pub(super) const LOCK: BlockId = BlockId::from_index(0);

/// A search of the root by the team. `T` is the data that workers need.
#[derive(Shareable)]
#[repr(C)]
pub(super) struct OpenSearch<T: Plain> {
    /// The number of the search whose root is not finished; 0 for none.
    open: AtomicU32,
    /// The searches stopped so far; changed with the lock held.
    pub(super) stops: AtomicU32,
    about: Locked<T, { order::BLOCK }>,
}

/// The search, locked.
pub(super) type About<'a, T> = Guard<'a, T, { order::BLOCK }>;

impl<T: Plain> OpenSearch<T> {
    /// True until a worker has closed the search with this number.
    ///
    /// Acquire, paired with the release in [`OpenSearch::set_open`].
    pub(super) fn is_open(&self, serial: u32) -> bool {
        self.open.load(Ordering::Acquire) == serial
    }

    fn set_open(&self, serial: u32) {
        chaos::point();
        self.open.store(serial, Ordering::Release);
    }

    pub(super) fn lock<N: Node>(&self, peer: &mut Peer<'_, N>) -> Result<About<'_, T>, Alarmed> {
        peer.report(Event::Locked { block: LOCK, is_glance: false });
        self.about.lock(&peer.lock_context)
    }

    /// Opens the search that the main worker has just begun.
    pub(super) fn begin<N: Node>(
        &self,
        peer: &mut Peer<'_, N>,
        about: T,
    ) -> Result<About<'_, T>, Alarmed> {
        let mut locked = self.lock(peer)?;
        locked.put(about);
        self.set_open(peer.counters.serial);
        peer.report(Event::Posted);
        Ok(locked)
    }

    /// Returns true if the team's search is open and this worker has not taken part in it.
    pub(super) fn is_new_to<N: Node>(&self, peer: &Peer<'_, N>) -> bool {
        peer.is_new_to_search() && self.is_open(peer.common.team_state().serial())
    }

    /// Looks for a search to join, as a worker without work, and joins it if the algorithm `has_room`. Returns the
    /// bytes copied, as [`join`](OpenSearch::join) does. Returns `None` if there was nothing to join.
    pub(super) fn look_for_work<N: Node>(
        &self,
        peer: &mut Peer<'_, N>,
        context: &mut N::Context<'_>,
        has_room: bool,
        step: impl Fn(&T) -> N::PathStep,
    ) -> Result<Option<usize>, Alarmed> {
        let team_state = peer.common.team_state();
        team_state.alarm.check()?;
        let serial = team_state.serial();
        peer.report(Event::Scanned { pools: 1 });
        if !(has_room && self.is_new_to(peer)) {
            return Ok(None);
        }
        self.join(peer, context, serial, step)
    }

    /// Makes the worker busy in the search with this number, with a path that leads to the root. Returns the bytes
    /// copied, 0 if it has taken part before. Returns `None` if the search has been closed.
    pub(super) fn join<N: Node>(
        &self,
        peer: &mut Peer<'_, N>,
        context: &mut N::Context<'_>,
        serial: u32,
        step: impl Fn(&T) -> N::PathStep,
    ) -> Result<Option<usize>, Alarmed> {
        let about = self.lock(peer)?;
        if !self.is_open(serial) {
            return Ok(None);
        }
        // The worker that closes the search is busy and needs the lock for it.
        let is_new = peer.is_new_to_search();
        peer.join()?;
        let step = step(&about);
        drop(about);
        let mut bytes = 0;
        if is_new {
            bytes = peer.read_setup(context)?;
            step.replay_step(context);
        }
        peer.report(Event::Arrived);
        Ok(Some(bytes))
    }

    /// Closes the search, and calls all workers.
    pub(super) fn close<N: Node>(&self, peer: &mut Peer<'_, N>, about: About<'_, T>) {
        self.set_open(0);
        drop(about);
        peer.report(Event::Withdrawn);
        call_all(peer);
    }

    /// Closes the search without a result. Returns false if it was already closed.
    pub(super) fn stop<N: Node>(&self, peer: &mut Peer<'_, N>) -> Result<bool, Alarmed> {
        let about = self.lock(peer)?;
        if !self.is_open(peer.common.team_state().serial()) {
            return Ok(false);
        }
        peer.conclude(None, N::default().line())?;
        self.stops.fetch_add(1, Ordering::Relaxed);
        self.close(peer, about);
        peer.mailbox.attention.call();
        Ok(true)
    }

    /// Resets everything after a death.
    pub(super) fn reset(&self, exclusive: &Exclusive) {
        self.set_open(0);
        self.about.force_unlock(exclusive);
    }
}

/// Reports that a worker has copied this many bytes to join, if any.
pub(super) fn report_copied<N: Node>(peer: &mut Peer<'_, N>, bytes: usize) {
    if bytes > 0 {
        peer.report(Event::Copied { bytes: bytes as u64 });
    }
}

/// Wakes as many workers as the team has helpers, because a search has begun.
pub(super) fn wake_helpers<N: Node>(peer: &mut Peer<'_, N>) {
    let team_state = peer.common.team_state();
    for _ in 1..team_state.team_size() {
        peer.report(Event::NotifiedOne);
        team_state.event_count().notify_one();
    }
}

/// Calls all other workers.
pub(super) fn call_all<N: Node>(peer: &mut Peer<'_, N>) {
    peer.report(Event::CalledAll);
    peer.common.call_all(peer.id);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Arena;
    use crate::testing::TinyNode;
    use cleave_smp::WorkerId;
    use cleave_smp::seam::Meter;

    #[test]
    fn a_worker_that_comes_back_copies_nothing() {
        let arena: Arena<TinyNode> = Arena::new(1).unwrap();
        let mut peer = Peer::new(&arena, WorkerId::MAIN, None, Vec::new());
        peer.meter = Meter::on();
        report_copied(&mut peer, 0);
        assert_eq!(peer.meter.exchange(Vec::new()), []);
        report_copied(&mut peer, 300);
        assert_eq!(peer.meter.exchange(Vec::new()), [Event::Copied { bytes: 300 }]);
        assert_eq!(peer.counters.join_bytes, 300);
    }
}
