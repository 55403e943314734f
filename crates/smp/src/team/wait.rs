//! A worker with nothing to do: it polls for a moment, then sleeps.
//!
//! An idle worker sleeps where any other can wake it for a job. The owner of a block that waits for
//! its clients sleeps where only those wake it that have something for it.

use std::hint::spin_loop;
use std::time::{Duration, Instant};

use super::worker::Worker;
use crate::node::Node;

/// Pauses between two looks for work.
pub(crate) const PAUSES: u32 = 32;

impl<N: Node> Worker<'_, N> {
    /// Waits until there may be something to do, or `is_over` says so, or the time is up: polls for
    /// some microseconds, then sleeps.
    pub(crate) fn thread_wait(&mut self, is_over: impl Fn() -> bool, timeout: Option<Duration>) {
        if self.poll(&is_over) {
            return;
        }
        self.strategy.peer_mut().counters.sleeps += 1;
        let peer = self.strategy.peer();
        let event_count = match self.strategy.is_waiting() {
            true => peer.mailbox.event_count(),
            false => peer.common.team_state().event_count(),
        };
        event_count.wait_unless(|| self.is_ready(&is_over), timeout);
    }

    fn is_ready(&self, is_over: impl Fn() -> bool) -> bool {
        let team_state = self.strategy.peer().common.team_state();
        self.strategy.has_work() || team_state.alarm.check().is_err() || is_over()
    }

    /// Polls for a while. True if something is ready.
    fn poll(&self, is_over: impl Fn() -> bool) -> bool {
        let peer = self.strategy.peer();
        let spin = Duration::from_micros(peer.params.idle_spin_us.into());
        let start = Instant::now();
        while start.elapsed() < spin {
            if self.is_ready(&is_over) {
                return true;
            }
            (0..PAUSES).for_each(|_| spin_loop());
        }
        false
    }

    /// The alarm is on: this worker has left everything, says so, and waits for the all-clear.
    pub(crate) fn park(&mut self) {
        self.abandon();
        let peer = self.strategy.peer();
        let alarm = &peer.common.team_state().alarm;
        let turn = alarm.turn();
        if !turn.is_multiple_of(2) {
            peer.mailbox.park(turn);
            alarm.wait(turn);
        }
    }
}
