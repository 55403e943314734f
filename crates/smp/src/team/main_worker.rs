//! The main worker: starts a search, takes part in it, reads the result, and recovers the team after a death.

use std::time::Duration;

use cleave_sync::Instant;

use super::child_processes::{HASTE, PATIENCE};
use super::death_watch::DeathWatch;
use super::helpers::Helpers;
use super::process;
use super::root_search::{Finished, IteratingTeam, RootSearch};
use super::strategy::{Step, Strategies};
use crate::arena::{Alarmed, Arena, LockContext, Watch};
use crate::event::Counters;
use crate::ids::WorkerId;
use crate::node::{Context, Node};
use crate::params::Params;
use crate::stats::{Stats, WorkerStats};
use crate::team::Worker;

/// The time that the main worker sleeps while others search, before it checks the clock, the input and the other
/// workers.
const NAP: Duration = Duration::from_millis(2);

/// The worker on which the program calls searches.
pub struct MainWorker<'t, N: Node, S> {
    arena: &'t Arena<N, S>,
    helpers: &'t Helpers<'t, 't, N, S>,
    death_watch: &'t DeathWatch<'t, N, S>,
    worker: Worker<'t, N>,
    params: Params,
    /// The part of the statistics that has been reported.
    reported: Stats,
    /// The stack of nodes, which the team keeps between sessions.
    stack: &'t mut Vec<N>,
}

impl<'t, N: Node, S: Strategies<N>> MainWorker<'t, N, S> {
    pub(super) fn new(
        arena: &'t Arena<N, S>,
        helpers: &'t Helpers<'t, 't, N, S>,
        death_watch: &'t DeathWatch<'t, N, S>,
        params: Params,
        stack: &'t mut Vec<N>,
    ) -> MainWorker<'t, N, S> {
        let nodes = std::mem::take(stack);
        let mut worker = Worker::watching(arena, WorkerId::MAIN, Some(death_watch), nodes);
        // If the alarm is on, the first search reports it.
        let _ = worker.thread_init();
        let reported = Stats::default();
        MainWorker { arena, helpers, death_watch, worker, params, reported, stack }
    }

    /// Returns the memory that the game shares.
    pub fn shared(&self) -> &'t N::Shared {
        self.arena.shared()
    }

    /// Returns the context in which the main worker takes locks. While it waits for a lock, it checks on the others,
    /// because one may have died with the lock held.
    fn lock_context(&self) -> LockContext<'t> {
        self.arena.watching_lock_context(WorkerId::MAIN, Some(self.death_watch))
    }

    /// Returns the number of workers in the team, including the main worker. It is lower than requested if there are
    /// fewer processors or if workers have died.
    pub fn team_size(&self) -> usize {
        self.arena.team_state().team_size()
    }

    /// Returns the process IDs of the forked helpers.
    pub fn helper_processes(&self) -> Vec<u32> {
        self.helpers.processes().into_iter().map(process::number).collect()
    }

    /// Searches a live root with the whole team.
    ///
    /// `root` has been opened; `setup` is what the helpers' contexts learn by [`Context::prepare`] before
    /// their first job. The program prepares this worker's own `context` with the same setup before it
    /// makes the root; the search does so again.
    ///
    /// If the search ends with [`End::WorkerDied`](super::End::WorkerDied), the team is ready again. Unless the search must
    /// stop, the caller may search again, as [`Team::search`](super::Team::search) does. Little is lost, because the memory that the game shares, such as a table, stays.
    pub fn search(
        &mut self,
        context: &mut N::Context<'_>,
        root: &N,
        setup: &N::Setup,
    ) -> Finished<N> {
        self.search_iteration(context, &RootSearch::of(root, setup))
    }

    /// Recovers from an alarm, and looks at the clock and the input meanwhile. Returns the result of the search that it
    /// ended.
    fn recover(&mut self, context: &mut N::Context<'_>) -> Finished<N> {
        self.worker.abandon();
        self.helpers.recover(self.arena, || {
            context.smp_idle();
            context.must_stop()
        });
        self.reported = Stats::default();
        Finished::after_a_death()
    }

    /// Ends a search that helpers do not leave. Its outcome counts if it is known.
    fn leave_behind(&mut self, context: &mut N::Context<'_>) -> Finished<N> {
        let outcome = self.arena.known_outcome(&self.lock_context());
        self.arena.raise_alarm();
        let finished = self.recover(context);
        match outcome {
            Some(outcome) => Finished::new(outcome, Stats::default()),
            None => finished,
        }
    }

    /// Begins a search. Returns whether it adopts the next iteration, and the statistics of a next iteration that it
    /// gave up.
    fn begin(
        &mut self,
        context: &mut N::Context<'_>,
        search: &RootSearch<'_, N>,
    ) -> Result<(bool, Stats), Alarmed> {
        self.arena.team_state().alarm.check()?;
        let adopts = search.adopts && self.arena.has_next_to_adopt();
        let mut given_up = Stats::default();
        if !adopts {
            given_up = self.clear_next(context)?;
            self.reported = Stats::default();
        }
        // A helper may stop the next iteration just now. Then this search is stopped at once.
        self.worker.begin(context, &RootSearch { adopts, ..*search }, &self.params)?;
        Ok((adopts, given_up))
    }

    fn clear_next(&mut self, context: &mut N::Context<'_>) -> Result<Stats, Alarmed> {
        let arena = self.arena;
        if !arena.has_next() {
            return Ok(Stats::default());
        }
        self.worker.give_up_next()?;
        if !self.take_part_until(context, || false, || arena.is_next_clear())? {
            self.arena.raise_alarm();
        }
        self.arena.team_state().alarm.check()?;
        Ok(self.unreported_stats(Duration::ZERO))
    }

    /// Works until `is_over` returns true and this worker is out of the tree. Returns false if helpers stay in the tree for
    /// too long, although the search must stop or `is_wanted` returns false. Then they get no processor.
    fn take_part_until(
        &mut self,
        context: &mut N::Context<'_>,
        is_wanted: impl Fn() -> bool,
        is_over: impl Fn() -> bool,
    ) -> Result<bool, Alarmed> {
        let mut since = None;
        while !(self.worker.is_idle() && is_over()) {
            if !matches!(self.worker.step(context)?, Step::Idle | Step::Waiting) {
                continue;
            }
            self.idle(context, &is_over)?;
            let must_stop = context.must_stop();
            if must_stop || !is_wanted() {
                let patience = if must_stop { HASTE } else { PATIENCE };
                let waited = since.get_or_insert_with(Instant::now).elapsed();
                if waited > patience && self.helpers.are_processes() {
                    log::warn!("helpers do not leave a search that is over");
                    return Ok(false);
                }
            }
        }
        self.arena.team_state().alarm.check()?;
        Ok(true)
    }

    /// Waits for work.
    fn idle(
        &mut self,
        context: &mut N::Context<'_>,
        is_over: impl Fn() -> bool,
    ) -> Result<(), Alarmed> {
        self.worker.thread_wait(is_over, Some(NAP));
        self.death_watch.check(None);
        context.smp_idle();
        if context.must_stop() { self.worker.thread_stop() } else { Ok(()) }
    }

    /// Returns the counters of this worker that have been reported.
    fn reported_of(&self, id: WorkerId) -> Counters {
        self.reported.workers.get(id.index()).map(|reported| reported.counters).unwrap_or_default()
    }

    /// Returns the statistics since the last report.
    fn unreported_stats(&mut self, wall: Duration) -> Stats {
        let team_state = self.arena.team_state();
        let workers = self
            .arena
            .team()
            .map(|id| {
                let mailbox = self.arena.mailbox(id);
                let counters = match mailbox.counters.lock(&self.lock_context()) {
                    Ok(counters)
                        if counters.has_value() && team_state.is_counted(counters.serial) =>
                    {
                        *counters
                    }
                    Ok(_) => Counters::default(),
                    // A worker has died just after the search. Its counters cannot be read, so they do not change.
                    Err(Alarmed) => self.reported_of(id),
                };
                WorkerStats { counters, lock_waits: mailbox.lock_waits() }
            })
            .collect();
        let all = Stats { wall: Duration::ZERO, workers };
        let reported = std::mem::replace(&mut self.reported, all.clone());
        Stats { wall, ..all.since(&reported) }
    }
}

impl<N: Node, S: Strategies<N>> IteratingTeam<N> for MainWorker<'_, N, S> {
    fn search_iteration(
        &mut self,
        context: &mut N::Context<'_>,
        search: &RootSearch<'_, N>,
    ) -> Finished<N> {
        let start = Instant::now();
        self.death_watch.check(None);
        let Ok((is_adopted, given_up)) = self.begin(context, search) else {
            return self.recover(context);
        };
        let arena = self.arena;
        match self.take_part_until(context, || arena.is_wanted(), || arena.is_over()) {
            Ok(true) => {}
            Ok(false) => return Finished { is_adopted, ..self.leave_behind(context) },
            Err(Alarmed) => return self.recover(context),
        }
        let Ok(outcome) = arena.outcome() else { return self.recover(context) };
        self.helpers.search_went_well();
        let mut stats = self.unreported_stats(start.elapsed());
        stats += given_up;
        Finished { is_adopted, ..Finished::new(outcome, stats) }
    }

    fn give_up_next(&mut self, context: &mut N::Context<'_>) -> Option<Stats> {
        let stats = self.clear_next(context);
        if stats.is_err() {
            self.recover(context);
        }
        stats.ok()
    }

    fn has_next(&self) -> bool {
        self.arena.has_next()
    }

    fn has_next_to_adopt(&self) -> bool {
        self.arena.has_next_to_adopt()
    }
}

impl<N: Node, S> Drop for MainWorker<'_, N, S> {
    fn drop(&mut self) {
        *self.stack = self.worker.take_stack();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::thread;

    use super::*;
    use crate::team::Backend;
    use crate::testing::TinyNode;
    use crate::{HelperSlot, MainWorker, Team};

    /// Creates a team of two threads whose helper dies with its counters locked, and then runs `ask` on the main
    /// worker. Returns the result, or `None` if that takes too long.
    fn with_dead_helper<T: Send + 'static>(
        ask: impl FnOnce(&mut MainWorker<'_, TinyNode>) -> T + Send + 'static,
    ) -> Option<T> {
        let (heard, hears) = mpsc::channel();
        thread::spawn(move || {
            let mut team: Team<TinyNode> = Team::new(2, Backend::Thread).unwrap();
            team.set_processors(2);
            let (locked, is_locked) = mpsc::channel();
            let dies_with_lock = |slot: HelperSlot<'_, TinyNode>| {
                let counters = &slot.arena.mailbox(slot.id()).counters;
                let dead = slot.arena.lock_context(slot.id());
                std::mem::forget(counters.lock(&dead).unwrap());
                locked.send(()).unwrap();
            };
            team.session(&dies_with_lock, |main_worker| {
                is_locked.recv().unwrap();
                heard.send(ask(main_worker)).unwrap();
            });
        });
        hears.recv_timeout(Duration::from_secs(10)).ok()
    }

    /// The counters of a helper in an adopted search have been reported. Then it dies, and its counters cannot be read
    /// again.
    #[test]
    fn nothing_is_reported_of_a_helper_whose_counters_cannot_be_read() {
        let reported = with_dead_helper(|main_worker| {
            let counters = Counters { nodes: 7, ..Counters::default() };
            let reported = WorkerStats { counters, ..WorkerStats::default() };
            main_worker.reported.workers = vec![WorkerStats::default(), reported];
            main_worker.unreported_stats(Duration::ZERO).nodes()
        });
        assert_eq!(reported, Some(0));
    }

    /// Nobody else would notice: the main worker is not searching.
    #[test]
    fn a_lock_that_a_dead_helper_holds_raises_the_alarm() {
        let is_alarmed = with_dead_helper(|main_worker| {
            let counters = &main_worker.arena.mailbox(WorkerId::new(1)).counters;
            counters.lock(&main_worker.lock_context()).is_err()
        });
        assert_eq!(is_alarmed, Some(true), "the main worker waits for ever");
    }
}
