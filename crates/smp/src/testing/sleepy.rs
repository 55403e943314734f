//! Checks that no worker sleeps while there is work.

use cleave_sync::EventCount;

use super::TinyNode;
use crate::generic::Arena;
use crate::random::Rng;
use crate::seam::Strategies;
use crate::{Params, RootSearch, Step, Worker, WorkerId};

pub(crate) const WORKERS: usize = 3;

/// A team in one thread, stepped in random order. A worker that finds no work *sleeps*: it is stepped again after a
/// notification.
struct Sleepy<'a, S> {
    arena: &'a Arena<TinyNode, S>,
    team: Vec<Worker<'a, TinyNode>>,
    /// For each sleeping worker: its event count, and the epoch when it fell asleep.
    beds: [Option<(&'a EventCount, u32)>; WORKERS],
    rng: Rng,
    /// No worker may sleep while there is work, except at the end of an iteration: then the main worker begins the next
    /// one and wakes them.
    is_strict: bool,
}

impl<'a, S: Strategies<TinyNode>> Sleepy<'a, S> {
    fn new(arena: &'a Arena<TinyNode, S>, seed: u64, is_strict: bool) -> Sleepy<'a, S> {
        let team = arena.team().map(|id| Worker::new(arena, id)).collect();
        let event_count = arena.team_state().event_count();
        let bed = Some((event_count, event_count.epoch()));
        Sleepy { arena, team, beds: [None, bed, bed], rng: Rng::new(seed), is_strict }
    }

    /// Deepens iteratively. Some searches are stopped, and some adopt the next iteration.
    fn deepen(&mut self) {
        let params = Params::default().with(|params| {
            params.min_thread_depth = 1;
            params.min_thread_share = 0;
            params.large_team = u32::MAX;
            params.max_thread_group = 1 + self.rng.below(3) as u32;
            params.next_from = 1;
            params.next_depth = 1;
        });
        let key = self.rng.below(u64::MAX);
        for depth in 3..6 {
            let [root, next] = [depth, depth + 1].map(|depth| TinyNode::root_with_key(depth, key));
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

    /// Steps workers that are awake until `is_over` returns true. Stops the search after some steps.
    fn run(&mut self, until_stop: u64, is_over: impl Fn(&Arena<TinyNode, S>) -> bool) {
        self.wake_up(&is_over);
        for step in 0.. {
            if is_over(self.arena) && self.team[0].is_idle() {
                return;
            }
            let awake: Vec<_> = (0..WORKERS).filter(|&place| self.beds[place].is_none()).collect();
            assert!(!awake.is_empty(), "all sleep for ever");
            let place = awake[self.rng.below(awake.len() as u64) as usize];
            let step_done = self.team[place].step(&mut 0).unwrap();
            if step == until_stop {
                self.team[0].thread_stop().unwrap();
            }
            if matches!(step_done, Step::Idle | Step::Waiting) && !self.is_ready(place, &is_over) {
                let event_count = self.team[place].event_count();
                self.beds[place] = Some((event_count, event_count.epoch()));
            }
            self.wake_up(&is_over);
        }
    }

    /// Wakes the workers that have been notified. The others must have no reason to wake up.
    fn wake_up(&mut self, is_over: impl Fn(&Arena<TinyNode, S>) -> bool) {
        for place in 0..WORKERS {
            let Some((event_count, epoch)) = self.beds[place] else { continue };
            if event_count.epoch() != epoch {
                self.beds[place] = None;
            } else if self.is_strict && (place == 0 || !is_over(self.arena)) {
                assert!(!self.is_ready(place, &is_over), "{place} sleeps for too long");
            }
        }
    }

    fn is_ready(&self, place: usize, is_over: impl Fn(&Arena<TinyNode, S>) -> bool) -> bool {
        let is_main = self.team[place].id() == WorkerId::MAIN;
        self.team[place].is_ready(|| is_main && is_over(self.arena))
    }
}

/// Deepens as if a worker slept at each place where workers sleep. Fails if a worker sleeps while there is work. If not
/// `is_strict`, fails only if all do.
pub(crate) fn deepen<S: Strategies<TinyNode>>(
    arena: &Arena<TinyNode, S>,
    seed: u64,
    is_strict: bool,
) {
    let own = arena.team().map(|id| arena.mailbox(id).event_count());
    let event_counts: Vec<_> = own.chain([arena.team_state().event_count()]).collect();
    with_sleepers(&event_counts, &mut || Sleepy::new(arena, seed, is_strict).deepen());
}

/// Runs `body` as if a worker slept at each of these places, so that notifications show in the epochs.
fn with_sleepers(event_counts: &[&EventCount], body: &mut dyn FnMut()) {
    let Some((first, others)) = event_counts.split_first() else { return body() };
    let ready = || {
        with_sleepers(others, body);
        true
    };
    first.wait_unless(ready, None);
}
