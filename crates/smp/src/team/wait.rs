//! A worker with nothing to do: it polls for a moment, then sleeps.
//!
//! An idle worker sleeps where any other can wake it for a job. The owner of a block that waits for
//! its clients sleeps where only those wake it that have something for it.

use std::hint::spin_loop;
use std::time::Duration;

use cleave_sync::{EventCount, Instant};

use super::worker::Worker;
use crate::event::Event;
use crate::node::Node;

/// Pauses between two looks for work.
pub(crate) const PAUSES: u32 = 32;

impl<'a, N: Node> Worker<'a, N> {
    /// Waits until there may be something to do, or `is_over` says so, or the time is up: polls for
    /// some microseconds, then sleeps. Each takes the timeout at most.
    pub(crate) fn thread_wait(&mut self, is_over: impl Fn() -> bool, timeout: Option<Duration>) {
        let spin = Duration::from_micros(self.strategy.peer().params.idle_spin_us.into());
        if self.poll(&is_over, timeout.map_or(spin, |timeout| spin.min(timeout))) {
            return;
        }
        self.strategy.peer_mut().report(Event::Slept);
        self.event_count().wait_unless(|| self.is_ready(&is_over), timeout);
    }

    /// Where the worker sleeps.
    fn event_count(&self) -> &'a EventCount {
        let peer = self.strategy.peer();
        match self.strategy.is_waiting() {
            true => peer.mailbox.event_count(),
            false => peer.common.team_state().event_count(),
        }
    }

    fn is_ready(&self, is_over: impl Fn() -> bool) -> bool {
        let team_state = self.strategy.peer().common.team_state();
        self.strategy.has_work() || team_state.alarm.check().is_err() || is_over()
    }

    /// Polls for so long. True if something is ready.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Arena;
    use crate::algorithms::Algorithm;
    use crate::ids::WorkerId;
    use crate::params::Params;
    use crate::random::Rng;
    use crate::team::{RootSearch, Step};
    use crate::testing::TinyNode;

    const WORKERS: usize = 3;

    /// A team in one thread, stepped in random order. A worker that finds nothing to do *sleeps*: it is
    /// stepped again when it has been notified.
    struct Sleepy<'a> {
        arena: &'a Arena<TinyNode>,
        team: Vec<Worker<'a, TinyNode>>,
        /// Of each worker that sleeps: where, and the epoch when it fell asleep.
        beds: [Option<(&'a EventCount, u32)>; WORKERS],
        rng: Rng,
        /// Nobody may sleep beside work, except when the iteration under way is over: the main worker,
        /// which begins the next, wakes them then.
        is_strict: bool,
    }

    impl<'a> Sleepy<'a> {
        fn new(arena: &'a Arena<TinyNode>, seed: u64, is_strict: bool) -> Sleepy<'a> {
            let team = arena.team().map(|id| Worker::new(arena, id)).collect();
            let event_count = arena.team_state().event_count();
            let bed = Some((event_count, event_count.epoch()));
            Sleepy { arena, team, beds: [None, bed, bed], rng: Rng::new(seed), is_strict }
        }

        /// A deepening, of which some searches are stopped, and some adopt what was done ahead.
        fn deepen(&mut self) {
            let params = Params {
                min_thread_depth: 1,
                min_thread_share: 0,
                crowd: u32::MAX,
                max_thread_group: 1 + self.rng.below(3) as u32,
                next_from: 1,
                next_depth: 1,
                ..Params::default()
            };
            let key = self.rng.below(u64::MAX);
            for height in 3..6 {
                let [root, next] =
                    [height, height + 1].map(|height| TinyNode::root_with_key(height, key));
                let adopts = self.arena.has_next_to_adopt() && self.rng.below(2) == 0;
                if self.arena.has_next() && !adopts {
                    self.give_up_next();
                }
                let search = RootSearch { root: &root, setup: &0, next: Some(&next), adopts };
                self.team[0].begin(&mut 0, &search, &params).unwrap();
                let until_stop = self.rng.below(400);
                self.run(until_stop, |arena| arena.is_over());
            }
            self.give_up_next();
        }

        fn give_up_next(&mut self) {
            if self.arena.has_next() {
                self.team[0].give_up_next().unwrap();
                self.run(u64::MAX, |arena| arena.is_next_clear());
            }
        }

        /// Steps workers that are awake until something is over; stops the search after some steps.
        fn run(&mut self, until_stop: u64, is_over: impl Fn(&Arena<TinyNode>) -> bool) {
            self.wake_up(&is_over);
            for step in 0.. {
                if is_over(self.arena) && self.team[0].is_idle() {
                    return;
                }
                let awake: Vec<_> =
                    (0..WORKERS).filter(|&place| self.beds[place].is_none()).collect();
                assert!(!awake.is_empty(), "all sleep for ever");
                let place = awake[self.rng.below(awake.len() as u64) as usize];
                let step_done = self.team[place].step(&mut 0).unwrap();
                if step == until_stop {
                    self.team[0].thread_stop().unwrap();
                }
                if matches!(step_done, Step::Idle | Step::Waiting)
                    && !self.is_ready(place, &is_over)
                {
                    let event_count = self.team[place].event_count();
                    self.beds[place] = Some((event_count, event_count.epoch()));
                }
                self.wake_up(&is_over);
            }
        }

        /// Those that have been notified wake up; the others have no reason to.
        fn wake_up(&mut self, is_over: impl Fn(&Arena<TinyNode>) -> bool) {
            for place in 0..WORKERS {
                let Some((event_count, epoch)) = self.beds[place] else { continue };
                if event_count.epoch() != epoch {
                    self.beds[place] = None;
                } else if self.is_strict && (place == 0 || !is_over(self.arena)) {
                    assert!(!self.is_ready(place, &is_over), "{place} sleeps for too long");
                }
            }
        }

        fn is_ready(&self, place: usize, is_over: impl Fn(&Arena<TinyNode>) -> bool) -> bool {
            let is_main = self.team[place].id() == WorkerId::MAIN;
            self.team[place].is_ready(|| is_main && is_over(self.arena))
        }
    }

    /// Runs `body` as if somebody slept at each of these places: notifications show in their epochs.
    fn with_sleepers(event_counts: &[&EventCount], body: &mut dyn FnMut()) {
        let Some((first, others)) = event_counts.split_first() else { return body() };
        let ready = || {
            with_sleepers(others, body);
            true
        };
        first.wait_unless(ready, None);
    }

    /// The main worker looks at the clock after each timeout, however long it may poll.
    #[test]
    fn whoever_has_a_timeout_does_not_poll_for_longer() {
        let arena: Arena<TinyNode> = Arena::new(1).unwrap();
        let mut main = Worker::new(&arena, WorkerId::MAIN);
        let minute = Duration::from_secs(60);
        main.strategy.peer_mut().params.idle_spin_us = minute.as_micros() as u32;
        let start = Instant::now();
        main.thread_wait(|| false, Some(Duration::from_millis(2)));
        assert!(start.elapsed() < minute / 2, "{:?}", start.elapsed());
    }

    #[test]
    fn nobody_sleeps_while_there_is_something_to_do() {
        for algorithm in Algorithm::ALL {
            // Their helpers may sleep beside work until the next notification, but not all of them.
            let is_strict =
                !matches!(algorithm, Algorithm::Aphid | Algorithm::Dpvs | Algorithm::Mwf);
            for seed in 0..50 {
                let arena: Arena<TinyNode> = Arena::new(WORKERS).unwrap();
                arena.set_algorithm(algorithm);
                let own = arena.team().map(|id| arena.mailbox(id).event_count());
                let event_counts: Vec<_> = own.chain([arena.team_state().event_count()]).collect();
                println!("{algorithm}, seed {seed}");
                with_sleepers(&event_counts, &mut || {
                    Sleepy::new(&arena, seed, is_strict).deepen();
                });
            }
        }
    }
}
