//! The team: workers as threads or as forked processes.
//!
//! All workers do the same. The *main worker* is the thread from which the program calls a search. It starts the search
//! and returns the result; in between it searches or idles like any other worker.

mod begin;
mod child_processes;
mod death_watch;
mod helper_slot;
mod helpers;
mod interrupt;
mod main_worker;
mod peer;
mod placement;
mod process;
mod root_search;
mod strategy;
mod wait;
mod worker;

pub use helper_slot::{Helper, HelperSlot};
pub use main_worker::MainWorker;
pub use root_search::{End, Finished, IteratingTeam, RootSearch};
pub use strategy::{Step, Strategies, Strategy};
pub use worker::Worker;

pub(crate) use interrupt::Demand;
pub use interrupt::{CancellationCheck, Watchdog};
pub use peer::Peer;
pub(crate) use wait::PAUSES;

use std::cell::{Cell, RefCell};
use std::num::NonZero;
use std::{env, io, thread};

use cleave_sync::affinity::{Bound, ProcessorSet};

use crate::arena::{Arena, ArenaError, Common, Exclusive};
use crate::ids::WorkerId;
use crate::node::Node;
use crate::params::Params;
use child_processes::ChildProcesses;
use death_watch::DeathWatch;
use helpers::Helpers;
use placement::Placement;

/// Whether workers are processes or threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Backend {
    /// Forked processes. They are forked when a search first needs them, and stay. A process can be
    /// forked only while it has one thread: in a program with more, the team has no helpers, and the log
    /// says why. A main worker looks for deaths every 5 ms. A helper is also killed and replaced if it
    /// does not answer: for a second after another has died, while it holds a lock, or when the value
    /// of the search is known; for 200 ms when the search must stop. So no call of [`Node::open`] may
    /// take that long, and helpers without a processor do not delay the end of a search for longer.
    /// Only Linux has them: elsewhere the team has threads.
    Fork,
    /// Threads. They are started for each session, and end with it. The main worker waits for them.
    Thread,
}

impl Backend {
    /// Returns the backend that this system has in place of this one: threads if it cannot fork.
    pub fn here(self) -> Backend {
        if process::CAN_FORK { self } else { Backend::Thread }
    }

    /// Returns the message for the user if this system does not have the backend.
    pub fn missing(self) -> Option<&'static str> {
        (self.here() != self).then_some("workers are threads: this system cannot fork processes")
    }
}

impl Default for Backend {
    /// Returns [`Backend::Fork`] where this system has it.
    fn default() -> Backend {
        Backend::Fork.here()
    }
}

/// A team of workers and the arena they share.
pub struct Team<N: Node, S: Strategies<N>> {
    arena: Arena<N, S>,
    backend: Backend,
    /// Workers that the team should have now: fewer than wanted if there are fewer processors, or after repeated deaths.
    strength: Cell<usize>,
    /// Processors to run on, at least 1.
    processors: usize,
    /// The number of processors that the program has set; `None` for all that the system gives this process.
    wanted_processors: Option<usize>,
    placement: Placement,
    /// Where and when to split; takes effect with the next session.
    pub params: Params,
    children: RefCell<ChildProcesses>,
    /// Why the system refused to start a worker, if it did.
    refusal: RefCell<Option<io::Error>>,
    /// The main worker's stack of nodes, half a megabyte, between sessions.
    stack: Vec<N>,
}

impl<N: Node, S: Strategies<N>> Team<N, S> {
    /// Creates a team of this many workers.
    ///
    /// # Errors
    /// The number is out of range, or the memory is refused.
    pub fn new(workers: usize, backend: Backend) -> Result<Team<N, S>, ArenaError> {
        let processors = available_processors();
        Ok(Team {
            arena: Arena::new(workers)?,
            backend: backend.here(),
            strength: Cell::new(workers.min(processors)),
            processors,
            wanted_processors: None,
            placement: Placement::default(),
            params: Params::default(),
            children: RefCell::default(),
            refusal: RefCell::default(),
            stack: Vec::new(),
        })
    }

    /// Returns the memory that the workers share.
    pub fn arena(&self) -> &Arena<N, S> {
        &self.arena
    }

    /// Returns the memory of the strategies for changes between sessions. [Dismisses](Team::dismiss) forked helpers,
    /// because they have the old memory mapped.
    pub fn memory_mut(&mut self) -> &mut S {
        self.dismiss();
        self.arena.memory_mut()
    }

    /// Returns the number of workers wanted, including the main worker.
    pub fn workers(&self) -> usize {
        self.arena.max_workers()
    }

    /// Sets the number of workers from the next session on. The memory that the game shares stays. The rest of the
    /// arena begins anew if the number changes. Also forgets earlier deaths: a team that has shrunk has its old size
    /// again.
    ///
    /// # Errors
    /// The number is out of range, or the memory is refused. The number stays as it was.
    pub fn set_workers(&mut self, workers: usize) -> Result<(), ArenaError> {
        if workers != self.workers() {
            // Forked helpers have the old arena mapped.
            self.dismiss();
            self.arena.resize(workers)?;
        }
        self.count_processors();
        Ok(())
    }

    /// Sets the number of processors that the team uses from the next session on. `None`, the default, means all
    /// processors that the system gives this process; each [`Team::set_workers`] counts them again, and an unknown
    /// number is no limit. The team starts no more workers than it has processors: they would displace others, and find
    /// their caches cold. Also forgets earlier deaths.
    pub fn set_processors(&mut self, processors: impl Into<Option<usize>>) {
        self.wanted_processors = processors.into();
        self.count_processors();
    }

    /// Limits the team to the number of processors.
    fn count_processors(&mut self) {
        self.processors = self.wanted_processors.unwrap_or_else(available_processors).max(1);
        self.strength.set(self.size());
    }

    /// Returns the number of processors that the team uses, at least 1; see [`Team::set_processors`].
    pub fn processors(&self) -> usize {
        self.processors
    }

    /// Binds the workers to these processors from the next session on: worker 0 to the first set, and so on. Workers without
    /// a set begin again with the first. Without sets, the default, no worker is bound. The main worker is bound while a
    /// session lasts. Returns true if this changes anything: then helpers are dismissed, and workers get their memory anew,
    /// where they run.
    pub fn set_placement(&mut self, sets: &[ProcessorSet]) -> bool {
        let placement = Placement::new(sets);
        let is_new = placement != self.placement;
        if is_new {
            self.dismiss();
            self.placement = placement;
            if let Err(error) = self.arena.resize(self.workers()) {
                log::warn!("the workers keep their memory: {error}");
            }
        }
        is_new
    }

    /// Returns the number of workers of a session, including the main worker: the number wanted, limited by the number of
    /// processors.
    pub fn size(&self) -> usize {
        self.workers().min(self.processors)
    }

    /// Returns false if the team has become smaller because the system refused a worker or workers died repeatedly.
    pub fn is_complete(&self) -> bool {
        self.strength.get() == self.size()
    }

    /// Returns why the system refused to start a worker, if it did since the last call.
    pub fn take_refusal(&self) -> Option<io::Error> {
        self.refusal.take()
    }

    /// Sets the backend from the next session on; see [`Backend::here`].
    pub fn set_backend(&mut self, backend: Backend) {
        let backend = backend.here();
        if backend != self.backend {
            self.dismiss();
            self.backend = backend;
        }
    }

    /// Dismisses all forked helpers and waits for their end. Call this after a change to memory that they have copied,
    /// such as the address of a table. The next session forks new helpers.
    pub fn dismiss(&mut self) {
        if self.shrink_to(1) {
            // The dead may still be counted as asleep.
            self.reset();
        }
    }

    /// Puts the arena back to the beginning, between sessions and without forked helpers.
    #[allow(unsafe_code)]
    fn reset(&mut self) {
        assert!(self.children.get_mut().children().is_empty(), "helpers are using the arena");
        // SAFETY: the only forked helpers left have been killed and are held by the kernel, and do nothing more.
        // Threads and a main worker exist only within a session, which borrows the team, and so do guards.
        self.arena.reset(&unsafe { Exclusive::assume() });
    }

    /// Searches a live root with every worker in its default context. Begins again until no worker dies.
    ///
    /// The team serves this search alone. [`Team::session`] keeps a team for several searches, with contexts of the
    /// caller's choice.
    pub fn search(&mut self, root: &N, setup: &N::Setup) -> Finished<N>
    where
        for<'c> N::Context<'c>: Default,
    {
        let helper = |slot: HelperSlot<'_, N, S>| slot.serve(&mut Default::default());
        self.session(&helper, |main_worker| {
            loop {
                let finished = main_worker.search(&mut Default::default(), root, setup);
                if !matches!(finished.end, End::WorkerDied) {
                    return finished;
                }
            }
        })
    }

    /// Runs `body` with a main worker. Each helper runs `helper`, which must build a context and serve; see
    /// [`HelperSlot::serve`].
    ///
    /// Missing helpers are forked, and stay for later sessions with a copy of the program's memory at that time. Data that
    /// changes from search to search must be in the setup. If the system refuses to start helpers, the session has fewer
    /// workers ([`Team::take_refusal`]).
    pub fn session<R>(
        &mut self,
        helper: Helper<'_, N, S>,
        body: impl FnOnce(&mut MainWorker<'_, N, S>) -> R,
    ) -> R {
        let bound = self.placement.bind(WorkerId::MAIN);
        let home = bound.as_ref().map(Bound::before);
        if self.backend == Backend::Thread {
            return self.session_of_threads(home, helper, body);
        }
        let has_lost_helpers = self.shrink_to(self.strength.get());
        let (children, strength, refusal) = (&self.children, &self.strength, &self.refusal);
        let (placement, deaths) = (&self.placement, Cell::new(0));
        let helpers =
            Helpers::Processes { children, helper, placement, home, strength, refusal, deaths };
        if has_lost_helpers || has_left_a_search(&self.arena) {
            self.arena.raise_alarm();
            helpers.recover(&self.arena, || true);
        }
        helpers.fork_missing(&self.arena);
        let result = body(&mut MainWorker::new(
            &self.arena,
            &helpers,
            &DeathWatch::new(&self.arena, &helpers),
            self.params,
            &mut self.stack,
        ));
        if self.arena.team_state().alarm.check().is_err() {
            // The main worker met a dead worker's lock after the last search. Parked helpers must wake before they can
            // be dismissed.
            helpers.recover(&self.arena, || true);
        }
        result
    }

    fn session_of_threads<R>(
        &mut self,
        home: Option<ProcessorSet>,
        helper: Helper<'_, N, S>,
        body: impl FnOnce(&mut MainWorker<'_, N, S>) -> R,
    ) -> R {
        if has_left_a_search(&self.arena) {
            self.reset();
        }
        let (arena, workers) = (&self.arena, self.size());
        let (placement, strength, refusal) = (&self.placement, &self.strength, &self.refusal);
        arena.set_team_size(workers);
        thread::scope(|scope| {
            let dismissal = Dismissal { common: arena };
            let start = |index| {
                let id = WorkerId::new(index);
                arena.mailbox(id).engage();
                let serve = move || {
                    placement.bind_for_good(id, home);
                    helper(HelperSlot::new(arena, id));
                };
                let started = thread::Builder::new().spawn_scoped(scope, serve);
                let complain = |reason| {
                    log::warn!(
                        "{id} could not be started; going on with {index} workers: {reason}"
                    );
                    refusal.replace(Some(reason));
                };
                started.map_err(complain).ok()
            };
            let threads: Vec<_> = (1..workers).map_while(start).collect();
            strength.set(1 + threads.len());
            arena.set_team_size(strength.get());
            let helpers = Helpers::Threads(threads);
            let result = body(&mut MainWorker::new(
                arena,
                &helpers,
                &DeathWatch::new(arena, &helpers),
                self.params,
                &mut self.stack,
            ));
            drop(dismissal);
            // The end of the scope waits only for their work. A fork right after it might still count the threads.
            helpers.join();
            result
        })
    }

    /// Dismisses the forked helpers beyond this number of workers. Returns true if helpers had died before, or have been
    /// killed because they did not end.
    fn shrink_to(&mut self, workers: usize) -> bool {
        let children = self.children.get_mut();
        let has_lost_helpers = children.count_dead() > 0;
        children.dismiss_from(&self.arena, workers);
        children.wait_for_end(workers, || true);
        children.take_killed() || has_lost_helpers
    }
}

impl<N: Node, S: Strategies<N>> Drop for Team<N, S> {
    fn drop(&mut self) {
        self.dismiss();
    }
}

/// Returns the number of processors that the system gives this process; no limit if nothing reports it. WebAssembly has no
/// call for it. Its host may set the variable that Windows sets.
fn available_processors() -> usize {
    let of_host = || env::var("NUMBER_OF_PROCESSORS").ok()?.parse().ok();
    thread::available_parallelism().ok().or_else(of_host).map_or(usize::MAX, NonZero::get)
}

/// Returns true if the last session left a search in the arena: it panicked, or ended without
/// [giving up](IteratingTeam::give_up_next) the next iteration. Threads end with their claims, so such a search would never
/// end.
fn has_left_a_search<N: Node>(common: &Common<N>) -> bool {
    let has_left = !common.is_at_rest();
    if has_left {
        log::warn!("the team's last session left a search unfinished; its blocks are freed");
    }
    has_left
}

/// Dismisses the threads of a session when it ends, also by a panic.
struct Dismissal<'a, N: Node> {
    common: &'a Common<N>,
}

impl<N: Node> Drop for Dismissal<'_, N> {
    fn drop(&mut self) {
        for id in self.common.team() {
            self.common.mailbox(id).dismiss();
        }
        let team_state = self.common.team_state();
        team_state.alarm.all_clear();
        team_state.event_count().notify_all();
    }
}
