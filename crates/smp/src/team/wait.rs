//! A worker with nothing to do: it polls for a moment, then sleeps.
//!
//! An idle worker sleeps where any other can wake it for a job. The owner of a block that waits for
//! its clients is busy all the same: it has kept its processor, on which it may poll, and sleeps
//! where only those wake it that have something for it.

use std::time::{Duration, Instant};

use super::worker::Worker;
use crate::node::Node;
use crate::sync::pause;

/// Pauses between two looks for work.
pub(crate) const PAUSES: u32 = 32;

impl<N: Node> Worker<'_, N> {
    /// Waits until there may be something to do, or `is_over` says so, or the time is up: polls for
    /// some microseconds, if there is a processor for it, then sleeps.
    pub(crate) fn thread_wait(&mut self, is_over: impl Fn() -> bool, timeout: Option<Duration>) {
        if self.strategy.is_waiting() {
            return self.wait_as_owner(is_over, timeout);
        }
        let team_state = self.strategy.peer().arena.team_state();
        let may_poll = team_state.start_polling();
        let found = may_poll && self.poll(&is_over, || team_state.may_poll());
        team_state.stop_polling();
        if found {
            return;
        }
        self.strategy.peer_mut().counters.sleeps += 1;
        team_state.event_count().wait_unless(|| self.is_ready(&is_over), timeout);
    }

    fn wait_as_owner(&mut self, is_over: impl Fn() -> bool, timeout: Option<Duration>) {
        if self.poll(&is_over, || true) {
            return;
        }
        self.strategy.peer_mut().counters.sleeps += 1;
        let bell = self.strategy.peer().mailbox.bell();
        bell.wait_unless(|| self.is_ready(&is_over), timeout);
    }

    fn is_ready(&self, is_over: impl Fn() -> bool) -> bool {
        let team_state = self.strategy.peer().arena.team_state();
        let has_processor = self.strategy.is_waiting() || team_state.has_idle_processor();
        has_processor && self.strategy.has_work() || team_state.alarm.check().is_err() || is_over()
    }

    /// Polls for a while, as long as it may. True if something is ready.
    fn poll(&self, is_over: impl Fn() -> bool, may_poll: impl Fn() -> bool) -> bool {
        let peer = self.strategy.peer();
        let spin = Duration::from_micros(peer.params.idle_spin_us.into());
        let start = Instant::now();
        while start.elapsed() < spin && may_poll() {
            if self.is_ready(&is_over) {
                return true;
            }
            (0..PAUSES).for_each(|_| pause());
        }
        false
    }

    /// The alarm is on: this worker has left everything, says so, and waits for the all-clear.
    pub(crate) fn park(&mut self) {
        self.abandon();
        let peer = self.strategy.peer();
        let alarm = &peer.arena.team_state().alarm;
        let turn = alarm.turn();
        if !turn.is_multiple_of(2) {
            peer.mailbox.park(turn);
            alarm.wait(turn);
        }
    }
}
