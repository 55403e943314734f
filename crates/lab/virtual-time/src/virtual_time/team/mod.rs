//! A team in virtual time.

mod charging;
mod death;
mod iterations;

pub use death::Death;

use std::cell::{Cell, OnceCell};
use std::time::Duration;

use super::account::Account;
use super::clock::Clock;
use super::deadline::Deadline;
use super::idle::IdleQueue;
use super::invariants::{Holding, Inspector};
use super::lines::Lines;
use super::locks::Locks;
use super::machine::{Machine, VirtualRun};
use super::step_cost::Jitter;
use super::ticks::Ticks;
use super::trace::Trace;
use crate::recording::{Mark, Recorder};
use cleave_algorithms::{Arena, CompleteNode};
use cleave_smp::instrument::Grain;
use cleave_smp::instrument::{self, Event, Snapshot};
use cleave_smp::{
    Context, Counters, Finished, IteratingTeam, Params, RootSearch, Stats, Step, Worker, WorkerId,
    WorkerStats,
};
use death::Fate;

/// How long the main worker sleeps while others search before it looks at limits and input, as in
/// real time.
const NAP: Ticks = Ticks(2_000_000);

/// A team whose workers are moved by one thread in order of virtual time.
///
/// Time goes on from search to search, and idle workers stay idle in between.
pub struct VirtualTeam<'t, 'c, N: CompleteNode> {
    arena: &'t Arena<N>,
    machine: Machine,
    params: Params,
    processors: Vec<Processor<'t, N>>,
    /// The contexts of all workers but the main worker.
    contexts: Vec<N::Context<'c>>,
    clock: Clock,
    idle: IdleQueue,
    /// Owners that wait for their clients.
    waiting: IdleQueue,
    locks: Locks,
    lines: Lines,
    jitter: Jitter,
    trace: Trace,
    inspector: Inspector,
    recorder: Option<Recorder>,
    /// The events of the last step.
    events: Vec<Event>,
    /// Something has been noted since the last question to the idle workers. A step that notes nothing changes no
    /// answer.
    has_news: bool,
    /// Blocks in the job list.
    joinable: i64,
    /// When the main worker last looked at limits and input because it had nothing else to do.
    looked: Ticks,
    /// The end of the last search.
    now: Ticks,
    deadline: Deadline,
    fate: Fate,
    /// The clock that shows the time to the game.
    shown: Option<&'c Cell<Duration>>,
    /// The counters that have been reported, by worker.
    reported: Vec<Counters>,
}

/// A worker and its account.
struct Processor<'t, N: CompleteNode> {
    worker: Worker<'t, N>,
    account: Account,
    lock_waits: u64,
    /// When its last step ended.
    since: Ticks,
    /// Remaining depth of the block that its job is from.
    depth: i32,
    /// Another has called it since it last looked at its attention word.
    is_called: bool,
    /// It has just seen that the job list holds something, and has not paid for that look.
    has_polled: bool,
    /// The number of its first events that have been recorded, but not charged for.
    recorded: usize,
}

/// A processor's account and lock waits when a search began.
type Before = (Account, u64);

impl<'t, 'c, N: CompleteNode> VirtualTeam<'t, 'c, N> {
    /// Returns a team for this machine. `contexts` are the helpers' contexts; each search brings one for the main
    /// worker, worker 0.
    ///
    /// # Panics
    /// If the arena has no room for the workers, contexts and helpers differ in number, or [`Machine::death`] names no
    /// helper. A search panics if the arena is in use.
    pub fn new(
        arena: &'t Arena<N>,
        machine: Machine,
        params: Params,
        contexts: Vec<N::Context<'c>>,
    ) -> VirtualTeam<'t, 'c, N> {
        let workers = machine.workers;
        assert_eq!(contexts.len() + 1, workers, "every helper has a context");
        let is_helper = |death: Death| (1..workers).contains(&death.worker.index());
        assert!(machine.death.is_none_or(is_helper), "only a helper can be killed");
        arena.set_team_size(workers);
        instrument::clear_signals(arena);
        let costs = machine.costs.for_learning(arena.memory().selected().learning(), workers);
        let machine = Machine { costs, ..machine };
        let spin = Ticks(1000 * u64::from(params.idle_spin_us));
        let mut idle = IdleQueue::new(spin, costs.pause + costs.scan, costs.wake_up);
        let waiting = IdleQueue::new(spin, costs.pause, costs.wake_up);
        let mut processors = Vec::new();
        for id in (0..workers).map(WorkerId::new) {
            processors.push(Processor::new(Worker::metered(arena, id)));
            if id != WorkerId::MAIN {
                idle.rest(Ticks::ZERO, id);
            }
        }
        VirtualTeam {
            arena,
            machine,
            params: params.with_grain(Grain::Node),
            processors,
            contexts,
            clock: Clock::default(),
            idle,
            waiting,
            locks: Locks::new(workers),
            lines: Lines::new(workers),
            jitter: Jitter::new(machine.seed, machine.jitter),
            trace: Trace::new(workers, machine.events),
            inspector: Inspector::new(workers),
            recorder: machine.is_recorded.then(|| Recorder::new(workers)),
            events: Vec::new(),
            has_news: false,
            joinable: 0,
            looked: Ticks::ZERO,
            now: Ticks::ZERO,
            deadline: Deadline::default(),
            fate: Fate::of(machine.death),
            shown: None,
            reported: vec![Counters::default(); workers],
        }
    }

    /// Returns the game's shared memory.
    pub fn shared(&self) -> &'t N::Shared {
        self.arena.shared()
    }

    /// Sets when a search is to stop, in time since the team was made; `None` for never. The main
    /// worker stops it when the first worker has its turn at that time or later.
    pub fn set_deadline(&mut self, deadline: Option<Ticks>) {
        self.deadline = Deadline::new(deadline);
    }

    /// Returns true if the deadline has passed while a search was under way.
    pub fn is_time_up(&self) -> bool {
        self.deadline.has_passed()
    }

    /// Shows the time on this clock, from now on. That is the time of the worker whose turn it is, and between searches
    /// the end of the last one.
    pub fn show_time_on(&mut self, clock: &'c Cell<Duration>) {
        self.shown = Some(clock);
    }

    fn show_time(&self, now: Ticks) {
        if let Some(clock) = self.shown {
            clock.set(now.into());
        }
    }

    /// Searches a live root.
    pub fn search(
        &mut self,
        main_worker: &mut N::Context<'_>,
        root: &N,
        setup: &N::Setup,
    ) -> Finished<N> {
        self.search_iteration(main_worker, &RootSearch::of(root, setup))
    }

    /// Time is up: the main worker stops the search as soon as its step ends. Returns when it has.
    fn stop(&mut self, now: Ticks) -> Ticks {
        let id = WorkerId::MAIN;
        let turn = self.clock.cancel(id);
        let worker = &mut self.processors[id.index()].worker;
        worker.thread_stop().expect("the arena's alarm is never on in virtual time");
        let begin = turn.unwrap_or_else(|| now.max(self.processors[id.index()].since));
        let end = self.charge(begin, id, Step::Idle, 0);
        // Its own call may have woken it.
        let woken = self.clock.cancel(id);
        if let Some(next) = turn.or(woken) {
            self.clock.schedule(next.max(end), id);
        }
        end
    }

    /// A main worker without work checks now and then whether the search must stop.
    fn idle_main_worker(&mut self, now: Ticks, main_worker: &mut N::Context<'_>) {
        let id = WorkerId::MAIN;
        let worker = &mut self.processors[id.index()].worker;
        if now < self.looked + NAP || !(worker.is_idle() || worker.is_waiting()) {
            return;
        }
        self.looked = now;
        main_worker.smp_idle();
        if main_worker.must_stop() {
            worker.thread_stop().expect("the arena's alarm is never on in virtual time");
            let now = now.max(self.processors[id.index()].since);
            self.charge(now, id, Step::Idle, 0);
        }
    }

    /// One step of one worker. Returns when it ends.
    fn turn(&mut self, at: Ticks, id: WorkerId, context: &mut N::Context<'_>) -> Ticks {
        let processor = &mut self.processors[id.index()];
        self.locks.pass_to(at);
        if processor.worker.is_idle() || processor.worker.is_waiting() {
            processor.worker.set_locked(self.locks.locked_at(at, id));
        }
        let nodes = context.nodes();
        let step =
            processor.worker.step(context).expect("the arena's alarm is never on in virtual time");
        let nodes = context.nodes() - nodes;
        let trace_key = processor.worker.trace_key();
        let end = self.charge(at, id, step, nodes);
        self.trace.step(id, at, trace_key);
        if self.machine.is_checked && self.arena.memory().selected().has_split_blocks() {
            self.inspect();
        }
        if self.machine.is_checked {
            self.count_busy();
        }
        let processor = &mut self.processors[id.index()];
        match step {
            Step::Idle if self.joinable == 0 || !processor.worker.would_find_work() => {
                self.idle.rest(end, id);
            }
            Step::Waiting if !processor.worker.would_find_work() => self.waiting.rest(end, id),
            _ => {
                processor.has_polled = step == Step::Idle;
                self.clock.schedule(end, id);
            }
        }
        // With many idle workers and a long job list most of a run's real time would go into this.
        if std::mem::take(&mut self.has_news) && self.joinable > 0 {
            let all_find_it = OnceCell::new();
            let finds_it = |id: WorkerId| {
                let worker = &self.processors[id.index()].worker;
                let asked = || worker.would_find_work();
                if worker.finds_what_others_find() {
                    *all_find_it.get_or_init(asked)
                } else {
                    asked()
                }
            };
            for (at, id) in self.idle.notice(at, finds_it) {
                self.processors[id.index()].has_polled = true;
                self.clock.schedule(at, id);
            }
        }
        end
    }

    /// Records something that concerns the whole team.
    fn mark(&mut self, mark: Mark) {
        if let Some(recorder) = &mut self.recorder {
            recorder.mark(mark);
        }
    }

    /// # Panics
    /// If an invariant of the arena does not hold.
    fn inspect(&mut self) {
        let busy = self.processors.iter().map(|processor| &processor.worker);
        let busy = busy.filter(|worker| !worker.is_idle());
        let holdings = busy.map(|worker| Holding {
            worker: worker.id(),
            claim: worker.claimed_block(),
            tree: worker.tree(),
            owned: worker.owned_blocks(),
        });
        let snapshot = Snapshot::of(self.arena);
        if let Err(broken) = self.inspector.inspect(&snapshot, holdings, self.joinable) {
            panic!("{broken}, on {:?}", self.machine);
        }
    }

    /// # Panics
    /// If more or fewer workers take part in the search than are counted.
    fn count_busy(&self) {
        let busy = self.processors.iter().filter(|processor| !processor.worker.is_idle()).count();
        let counted = instrument::busy_workers(self.arena);
        assert_eq!(counted as usize, busy, "workers counted and found busy on {:?}", self.machine);
    }

    /// The search is over: the main worker sees it, and all sleepers wake.
    fn end(&mut self, over: Ticks) {
        let id = WorkerId::MAIN;
        let sees = self.clock.cancel(id).or_else(|| self.idle.fetch(id, over));
        self.now = sees.expect("the main worker searches or is idle").max(over);
        self.show_time(self.now);
        self.idle.wake_all(over);
        self.idle_until(id, self.now);
    }

    /// Returns the counts since the last report, and the time they took.
    fn stats(&mut self, begin: Ticks, before: &[Before]) -> Stats {
        self.mark(Mark::Ends);
        let reported = self.reported.iter_mut();
        let worker_stats = |((processor, before), reported): (_, &mut Counters)| {
            let (processor, before): (&Processor<'_, N>, &Before) = (processor, before);
            let mut counters = processor.worker.counters();
            let all = std::mem::replace(reported, counters);
            counters -= all;
            counters.busy_ns = (processor.account.busy() - before.0.busy()).0;
            WorkerStats { counters, lock_waits: processor.lock_waits - before.1 }
        };
        Stats {
            wall: (self.now - begin).into(),
            workers: self.processors.iter().zip(before).zip(reported).map(worker_stats).collect(),
        }
    }

    /// Returns true if no worker holds a claim.
    pub fn is_idle(&self) -> bool {
        self.processors.iter().all(|processor| processor.worker.is_idle())
    }

    /// Returns the run so far.
    pub fn run(&self) -> VirtualRun {
        let account = |processor: &Processor<'_, N>| {
            let idle = processor.account.idle + self.now.less(processor.since);
            Account { idle, ..processor.account }
        };
        VirtualRun {
            time: self.now,
            accounts: self.processors.iter().map(account).collect(),
            writes: self.lines.writes,
            hash: self.trace.hash(),
            events: self.trace.events().to_vec(),
            recording: self.recorder.as_ref().map(Recorder::recording),
        }
    }
}

impl<'t, N: CompleteNode> Processor<'t, N> {
    fn new(worker: Worker<'t, N>) -> Processor<'t, N> {
        let (account, since) = (Account::default(), Ticks::ZERO);
        Processor {
            worker,
            account,
            lock_waits: 0,
            since,
            depth: 0,
            is_called: false,
            has_polled: false,
            recorded: 0,
        }
    }

    /// Takes all work and calls from the worker.
    fn forget(&mut self) {
        (self.depth, self.is_called, self.has_polled, self.recorded) = (0, false, false, 0);
    }
}
