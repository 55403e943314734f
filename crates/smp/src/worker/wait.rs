//! Having nothing to do.

use std::time::{Duration, Instant};

use super::Worker;
use crate::node::Node;
use crate::sync::pause;

/// Pauses between two looks at the job list.
pub(crate) const PAUSES: u32 = 32;

impl<N: Node> Worker<'_, N> {
    /// Waits until there may be something to do, or `is_over` says so, or the time is up: looks at
    /// the job list for some microseconds, if there is a processor for it, then sleeps.
    pub(crate) fn thread_wait(&mut self, is_over: impl Fn() -> bool, timeout: Option<Duration>) {
        let team_state = self.arena.team_state();
        let ready = || {
            team_state.has_idle_processor() && self.arena.best_job(None).is_some()
                || team_state.alarm.check().is_err()
                || is_over()
        };
        let may_poll = team_state.start_polling();
        let found = may_poll && self.poll(ready);
        team_state.stop_polling();
        if found {
            return;
        }
        self.counters.sleeps += 1;
        team_state.event_count().wait_unless(ready, timeout);
    }

    /// Looks for a while. True if something is ready.
    fn poll(&self, ready: impl Fn() -> bool) -> bool {
        let team_state = self.arena.team_state();
        let spin = Duration::from_micros(self.params.idle_spin_us.into());
        let start = Instant::now();
        while start.elapsed() < spin && team_state.may_poll() {
            if ready() {
                return true;
            }
            (0..PAUSES).for_each(|_| pause());
        }
        false
    }

    /// The alarm is on: this worker has left everything, says so, and waits for the all-clear.
    pub(crate) fn park(&mut self) {
        self.abandon();
        let alarm = &self.arena.team_state().alarm;
        let turn = alarm.turn();
        if !turn.is_multiple_of(2) {
            self.mailbox.park(turn);
            alarm.wait(turn);
        }
    }
}
