//! `ThreadWait`: a worker without work polls for some microseconds, then sleeps.
//!
//! Idle workers share one event count, where any worker can wake them for a job. A worker that waits for the results of
//! particular workers sleeps on an event count of its own, where only those workers wake it.

use std::hint::spin_loop;
use std::time::Duration;

use cleave_sync::{EventCount, Instant};

use super::worker::Worker;
use crate::event::Event;
use crate::node::Node;

/// Pauses between two looks for work.
pub(crate) const PAUSES: u32 = 32;

impl<'a, N: Node> Worker<'a, N> {
    /// Waits until there may be work, `is_over` returns true, or the time is up. Polls first, then sleeps; each phase takes
    /// at most `timeout`.
    pub fn thread_wait(&mut self, is_over: impl Fn() -> bool, timeout: Option<Duration>) {
        let spin = Duration::from_micros(self.strategy.peer().params.idle_spin_us.into());
        if self.poll(&is_over, timeout.map_or(spin, |timeout| spin.min(timeout))) {
            return;
        }
        self.strategy.peer_mut().report(Event::Slept);
        self.event_count().wait_unless(|| self.is_ready(&is_over), timeout);
        self.pass_on();
    }

    /// Wakes another worker for a job that this one was woken for, but may not take. The worker does so once for each
    /// notification: see [`EventCount::pass_on`].
    fn pass_on(&mut self) {
        if self.strategy.passes_over_jobs() {
            let team_state = self.strategy.peer().common.team_state();
            team_state.event_count().pass_on(&mut self.passed_on);
        }
    }

    /// Returns the event count on which the worker sleeps when it finds no work.
    pub fn event_count(&self) -> &'a EventCount {
        let peer = self.strategy.peer();
        match self.strategy.is_waiting() {
            true => peer.mailbox.event_count(),
            false => peer.common.team_state().event_count(),
        }
    }

    /// Returns true if there may be work or `is_over` returns true. The worker then does not sleep.
    pub fn is_ready(&self, is_over: impl Fn() -> bool) -> bool {
        let team_state = self.strategy.peer().common.team_state();
        self.strategy.has_work() || team_state.alarm.check().is_err() || is_over()
    }

    /// Polls for this long. Returns true as soon as the worker need not sleep.
    fn poll(&self, is_over: impl Fn() -> bool, spin: Duration) -> bool {
        let start = Instant::now();
        while start.elapsed() < spin {
            if self.is_ready(&is_over) {
                return true;
            }
            (0..PAUSES).for_each(|_| spin_loop());
        }
        false
    }

    /// Drops all work after an alarm, reports this worker as parked, and waits for the all-clear.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::WorkerId;
    use crate::team::RootSearch;
    use crate::testing::{TinyNode, sleepy};
    use crate::{Arena, Params};

    /// The main worker checks the clock after each timeout, even with a longer polling time.
    #[test]
    fn a_worker_with_a_timeout_does_not_poll_for_longer() {
        let arena: Arena<TinyNode> = Arena::new(1).unwrap();
        let mut main = Worker::new(&arena, WorkerId::MAIN);
        let minute = Duration::from_secs(60);
        main.strategy.peer_mut().params.idle_spin_us = minute.as_micros() as u32;
        let start = Instant::now();
        main.thread_wait(|| false, Some(Duration::from_millis(2)));
        assert!(start.elapsed() < minute / 2, "{:?}", start.elapsed());
    }

    /// The pool of the worker is full, so it may not begin the next iteration. It wakes another worker once for each
    /// notification, although the job is always in the same block.
    #[test]
    fn each_wake_up_that_a_worker_cannot_use_is_passed_on_once() {
        let arena: Arena<TinyNode> = Arena::new(2).unwrap();
        let (root, next) = (TinyNode::root(6), TinyNode::root(7));
        let mut main = Worker::new(&arena, WorkerId::MAIN);
        let search = RootSearch { next: Some(&next), ..RootSearch::of(&root, &0) };
        let params = Params { next_from: 1, next_depth: 1, ..Params::default() };
        main.begin(&mut 0, &search, &params).unwrap();
        let mut helper = Worker::new(&arena, WorkerId::new(1));
        assert!(!helper.strategy.passes_over_jobs(), "it may take the job");
        while arena.memory().pool(helper.id()).free.take().is_some() {}
        let event_count = arena.team_state().event_count();
        let mut passes_on = || {
            let before = event_count.epoch();
            helper.pass_on();
            event_count.epoch() != before
        };
        // A worker counts as asleep until it has checked whether it may sleep.
        event_count.wait_unless(
            || {
                for _ in 0..2 {
                    event_count.notify_one();
                    assert_eq!([passes_on(), passes_on()], [true, false]);
                }
                true
            },
            None,
        );
    }

    #[test]
    fn no_worker_sleeps_while_there_is_work() {
        for seed in 0..50 {
            let arena: Arena<TinyNode> = Arena::new(sleepy::WORKERS).unwrap();
            println!("seed {seed}");
            sleepy::deepen(&arena, seed, true);
        }
    }
}
