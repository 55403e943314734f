//! The main worker: starts a search, takes part in it, reads the result, and has the team recover
//! when a worker has died.

use std::time::{Duration, Instant};

use nix::unistd::Pid;

use super::death_watch::DeathWatch;
use super::helpers::Helpers;
use crate::arena::{Arena, LockContext, Outcome, Watch};
use crate::ids::WorkerId;
use crate::lock::Alarmed;
use crate::node::Node;
use crate::own_root::Window;
use crate::params::Params;
use crate::stats::{Stats, WorkerStats};
use crate::strategy::Step;
use crate::team::Worker;

/// How long the main worker sleeps while others search, before it checks the clock, the input, and
/// the other workers.
const NAP: Duration = Duration::from_millis(2);

/// How a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End<V> {
    /// The value of the root is known.
    Value(V),
    /// It has been stopped.
    Stopped,
    /// A worker has died. It has been replaced, or the team is smaller now; the search can be
    /// started again.
    WorkerDied,
}

/// The result of a search.
pub struct Finished<N: Node> {
    /// How it ended.
    pub end: End<N::Value>,
    /// The best line at the root; that of no node if a worker has died.
    pub line: N::Line,
    /// The window that the value was found with, if it is not that of the root that was to be
    /// searched: the value is exact within this window.
    pub window: Option<Window>,
    /// Its statistics; empty if a worker has died.
    pub stats: Stats,
}

impl<N: Node> Finished<N> {
    /// The end of a search that came to this outcome.
    pub fn new(outcome: Outcome<N>, stats: Stats) -> Finished<N> {
        let end = outcome.value.map_or(End::Stopped, End::Value);
        Finished { end, line: outcome.line, window: outcome.window, stats }
    }

    fn without_a_result() -> Finished<N> {
        let line = *N::vacant().line();
        Finished { end: End::WorkerDied, line, window: None, stats: Stats::default() }
    }
}

/// The worker that the program searches with.
pub struct MainWorker<'t, N: Node> {
    arena: &'t Arena<N>,
    helpers: &'t Helpers<'t, 't, N>,
    death_watch: &'t DeathWatch<'t, N>,
    worker: Worker<'t, N>,
    params: Params,
}

impl<'t, N: Node> MainWorker<'t, N> {
    pub(super) fn new(
        arena: &'t Arena<N>,
        helpers: &'t Helpers<'t, 't, N>,
        death_watch: &'t DeathWatch<'t, N>,
        params: Params,
        stack: Vec<N>,
    ) -> MainWorker<'t, N> {
        let mut worker = Worker::watching(arena, WorkerId::MAIN, Some(death_watch), stack);
        // If the alarm is on, the first search reports it.
        let _ = worker.thread_init();
        MainWorker { arena, helpers, death_watch, worker, params }
    }

    pub(super) fn into_stack(self) -> Vec<N> {
        self.worker.into_stack()
    }

    /// What the game shares.
    pub fn shared(&self) -> &'t N::Shared {
        self.arena.shared()
    }

    /// The context in which it takes locks. While it waits for a lock it checks on the others: one
    /// of them may have died with the lock held.
    fn lock_context(&self) -> LockContext<'t> {
        self.arena.watching_lock_context(WorkerId::MAIN, Some(self.death_watch))
    }

    /// Workers in the team, the main worker included; fewer than wanted if workers have died.
    pub fn workers(&self) -> usize {
        self.arena.team_state().team_size()
    }

    /// Processes of the forked helpers.
    pub fn helper_processes(&self) -> Vec<Pid> {
        self.helpers.processes()
    }

    /// Searches a live root with the whole team.
    pub fn search(
        &mut self,
        context: &mut N::Context<'_>,
        root: &N,
        setup: &N::Setup,
    ) -> Finished<N> {
        let start = Instant::now();
        self.death_watch.look(None);
        match self.try_search(context, root, setup) {
            Ok(outcome) => {
                self.helpers.search_went_well();
                Finished::new(outcome, self.stats(start.elapsed()))
            }
            Err(Alarmed) => {
                self.worker.abandon();
                self.helpers.recover(self.arena);
                Finished::without_a_result()
            }
        }
    }

    fn try_search(
        &mut self,
        context: &mut N::Context<'_>,
        root: &N,
        setup: &N::Setup,
    ) -> Result<Outcome<N>, Alarmed> {
        let team_state = self.arena.team_state();
        team_state.alarm.check()?;
        self.worker.begin(context, root, setup, &self.params)?;
        while !team_state.is_over() {
            if matches!(self.worker.step(context)?, Step::Idle | Step::Waiting) {
                self.idle(context)?;
            }
        }
        team_state.alarm.check()?;
        Ok(*team_state.outcome.lock(&self.lock_context())?)
    }

    /// There is nothing to do at the moment.
    fn idle(&mut self, context: &mut N::Context<'_>) -> Result<(), Alarmed> {
        let team_state = self.arena.team_state();
        self.worker.thread_wait(|| team_state.is_over(), Some(NAP));
        self.death_watch.look(None);
        N::smp_idle(context);
        if N::must_stop(context) { self.worker.thread_stop() } else { Ok(()) }
    }

    fn stats(&self, wall: Duration) -> Stats {
        let team_state = self.arena.team_state();
        let workers = self
            .arena
            .team()
            .map(|id| {
                let mailbox = self.arena.mailbox(id);
                let counters = mailbox.counters.lock(&self.lock_context()).ok();
                let counters = counters
                    .filter(|counters| {
                        counters.has_value() && counters.serial == team_state.serial()
                    })
                    .map(|counters| *counters)
                    .unwrap_or_default();
                WorkerStats { counters, lock_waits: mailbox.lock_waits() }
            })
            .collect();
        Stats { wall, workers }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::thread;

    use super::*;
    use crate::team::{Backend, HelperSlot, Team};
    use crate::testing::TinyNode;

    /// Nobody else would notice: the main worker is not searching.
    #[test]
    fn a_lock_that_a_dead_helper_holds_raises_the_alarm() {
        let (heard, hears) = mpsc::channel();
        thread::spawn(move || {
            let mut team: Team<TinyNode> = Team::new(2, Backend::Thread).unwrap();
            team.set_workers(2).unwrap();
            let (locked, is_locked) = mpsc::channel();
            let dies_with_lock = |slot: &HelperSlot<'_, TinyNode>| {
                let counters = &slot.arena.mailbox(slot.id()).counters;
                let dead = slot.arena.lock_context(slot.id());
                std::mem::forget(counters.lock(&dead).unwrap());
                locked.send(()).unwrap();
            };
            team.session(&dies_with_lock, |main_worker| {
                is_locked.recv().unwrap();
                let counters = &main_worker.arena.mailbox(WorkerId::new(1)).counters;
                heard.send(counters.lock(&main_worker.lock_context()).is_err()).unwrap();
            });
        });
        let alarmed = hears.recv_timeout(Duration::from_secs(10));
        assert_eq!(alarmed, Ok(true), "the main worker waits for ever");
    }
}
