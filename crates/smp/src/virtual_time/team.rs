//! A team in virtual time.

use super::account::Account;
use super::clock::Clock;
use super::idle::Idle;
use super::invariants::Inspector;
use super::locks::Locks;
use super::ticks::Ticks;
use super::till::{Jitter, Till};
use super::trace::{Activity, Event, Trace};
use super::{Machine, VirtualRun};
use crate::arena::Arena;
use crate::ids::WorkerId;
use crate::meter::Use;
use crate::node::Node;
use crate::params::{Grain, Params};
use crate::stats::{Counters, Stats, WorkerStats};
use crate::strategy::{Algorithm, Step};
use crate::team::{Finished, Worker};

/// How long the main worker sleeps while others search before it looks at limits and input, as in real
/// time.
const NAP: Ticks = Ticks(2_000_000);

/// Workers that one thread moves in order of virtual time.
///
/// Time goes on from search to search, and the idle stay idle in between.
pub struct VirtualTeam<'t, 'c, N: Node> {
    arena: &'t Arena<N>,
    machine: Machine,
    params: Params,
    processors: Vec<Processor<'t, N>>,
    /// Those of all workers but the main worker.
    contexts: Vec<N::Context<'c>>,
    clock: Clock,
    idle: Idle,
    locks: Locks,
    jitter: Jitter,
    trace: Trace,
    inspector: Inspector,
    /// What the last step has used.
    uses: Vec<Use>,
    /// Blocks in the job list.
    joinable: i64,
    /// When the main worker last looked at limits and input because it had nothing else to do.
    looked: Ticks,
    /// The end of the last search.
    now: Ticks,
}

/// A worker and what is known of it.
struct Processor<'t, N: Node> {
    worker: Worker<'t, N>,
    account: Account,
    lock_waits: u64,
    /// When its last step ended.
    since: Ticks,
    /// Remaining depth of the block that its job is from.
    height: i32,
    /// It has just seen that there is something in the job list, and has not paid for that look.
    has_polled: bool,
}

/// What a processor had on its account when a search began.
type Before = (Account, u64);

impl<'t, 'c, N: Node> VirtualTeam<'t, 'c, N> {
    /// A team for this machine. `contexts` are those of the helpers; the main worker, worker 0, is given
    /// one with each search.
    ///
    /// # Panics
    /// The arena has no room for so many, or there are not as many contexts. A search panics if the
    /// arena is in use.
    pub fn new(
        arena: &'t Arena<N>,
        machine: Machine,
        params: Params,
        contexts: Vec<N::Context<'c>>,
    ) -> VirtualTeam<'t, 'c, N> {
        let workers = machine.workers;
        assert_eq!(contexts.len() + 1, workers, "every helper has a context");
        arena.set_team_size(workers);
        arena.set_processors(workers);
        // An earlier search may have left marks and calls that nobody has seen to. Harmless, but
        // they cost time, and a run must not depend on what was run before it.
        arena.team_state().active_pools().reset();
        arena.team().for_each(|id| arena.mailbox(id).attention.acknowledge());
        let costs = machine.costs;
        let spin = Ticks(1000 * u64::from(params.idle_spin_us));
        let mut idle = Idle::new(spin, costs.pause + costs.scan, costs.wake_up);
        let mut processors = Vec::new();
        for id in arena.team() {
            processors.push(Processor::new(Worker::metered(arena, id)));
            if id != WorkerId::MAIN {
                idle.rest(Ticks::ZERO, id);
            }
        }
        VirtualTeam {
            arena,
            machine,
            params: Params { grain: Grain::Node, ..params },
            processors,
            contexts,
            clock: Clock::default(),
            idle,
            locks: Locks::new(workers),
            jitter: Jitter::new(machine.seed, machine.jitter),
            trace: Trace::new(workers, machine.events),
            inspector: Inspector::new(workers),
            uses: Vec::new(),
            joinable: 0,
            looked: Ticks::ZERO,
            now: Ticks::ZERO,
        }
    }

    /// What the game shares.
    pub fn shared(&self) -> &'t N::Shared {
        self.arena.shared()
    }

    /// Searches a live root.
    pub fn search(
        &mut self,
        main_worker: &mut N::Context<'_>,
        root: &N,
        setup: &N::Setup,
    ) -> Finished<N> {
        let begin = self.now;
        let before: Vec<Before> = self
            .processors
            .iter()
            .map(|processor| (processor.account, processor.lock_waits))
            .collect();
        self.begin(main_worker, root, setup);
        let mut now = begin;
        while !self.arena.is_over() {
            let (at, id) =
                self.clock.next().expect("while a search is under way somebody searches");
            self.idle_main_worker(at, main_worker);
            now = match id.index().checked_sub(1) {
                None => self.turn(at, id, main_worker),
                Some(helper) => {
                    // Taken out for the step: the step needs the rest of the team as well.
                    let mut contexts = std::mem::take(&mut self.contexts);
                    let end = self.turn(at, id, &mut contexts[helper]);
                    self.contexts = contexts;
                    end
                }
            };
        }
        self.end(now);
        let outcome = self.arena.outcome().expect("nobody dies in virtual time");
        Finished::new(outcome, self.stats(begin, &before))
    }

    fn begin(&mut self, main_worker: &mut N::Context<'_>, root: &N, setup: &N::Setup) {
        let id = WorkerId::MAIN;
        let worker = &mut self.processors[id.index()].worker;
        worker.begin(main_worker, root, setup, &self.params).expect("nobody dies in virtual time");
        let mut till = self.till(self.now, id);
        till.pay_begin();
        let at = till.now;
        self.record(self.now, at, id, Activity::Split);
        self.clock.schedule(at, id);
    }

    /// A main worker without work looks now and then if the search must stop.
    fn idle_main_worker(&mut self, now: Ticks, main_worker: &mut N::Context<'_>) {
        let id = WorkerId::MAIN;
        let worker = &mut self.processors[id.index()].worker;
        if now < self.looked + NAP || !worker.is_idle() {
            return;
        }
        self.looked = now;
        N::smp_idle(main_worker);
        if N::must_stop(main_worker) {
            worker.thread_stop().expect("nobody dies in virtual time");
            let now = now.max(self.processors[id.index()].since);
            self.charge(now, id, Step::Idle, 0);
        }
    }

    /// One step of one worker. Returns when it ends.
    fn turn(&mut self, at: Ticks, id: WorkerId, context: &mut N::Context<'_>) -> Ticks {
        let processor = &mut self.processors[id.index()];
        self.locks.pass_to(at);
        if processor.worker.is_idle() {
            let locked = &mut processor.worker.meter().locked;
            locked.clear();
            locked.extend(self.locks.locked_at(at, id));
        }
        let nodes = N::nodes(context);
        let step = processor.worker.step(context).expect("nobody dies in virtual time");
        let nodes = N::nodes(context) - nodes;
        let trace_key = processor.worker.trace_key();
        let end = self.charge(at, id, step, nodes);
        self.trace.step(id, at, trace_key);
        if self.machine.is_checked && self.arena.algorithm() == Algorithm::Dts {
            self.inspect();
        }
        if step == Step::Idle && self.joinable == 0 {
            self.idle.rest(end, id);
        } else {
            self.processors[id.index()].has_polled = step == Step::Idle;
            self.clock.schedule(end, id);
        }
        if self.joinable > 0 {
            for (at, id) in self.idle.notice(at) {
                self.processors[id.index()].has_polled = true;
                self.clock.schedule(at, id);
            }
        }
        end
    }

    /// Lets a worker pay for its step, and wakes whom it has rung for. Returns when the step ends.
    fn charge(&mut self, at: Ticks, id: WorkerId, step: Step, nodes: u64) -> Ticks {
        self.idle_until(id, at);
        let room = std::mem::take(&mut self.uses);
        let uses = self.processors[id.index()].worker.meter().exchange(room);
        let has_polled = std::mem::take(&mut self.processors[id.index()].has_polled);
        let pools =
            has_polled.then(|| self.arena.team_state().active_pools().count(self.machine.workers));
        let mut till = self.till(at, id);
        if let Some(pools) = pools {
            till.pay_for(Use::Scan(pools));
        }
        if step == Step::Searched {
            till.pay_attention();
        }
        till.pay_nodes(nodes);
        let mut now = till.now;
        let mut inside = None;
        for &used in &uses {
            let mut till = Till { now, inside, ..self.till(at, id) };
            till.pay_for(used);
            (now, inside) = (till.now, till.inside);
            match used {
                Use::Ring => {
                    if let Some((wakes, sleeper)) = self.idle.wake_one(now) {
                        self.clock.schedule(wakes, sleeper);
                        let mut till = self.till(now, id);
                        till.pay_ring();
                        now = till.now;
                    }
                }
                Use::Posted => {
                    self.joinable += 1;
                    if self.idle.is_anyone_awake(now) {
                        let mut till = self.till(now, id);
                        till.pay_posting();
                        now = till.now;
                    }
                }
                Use::Withdrawn => self.joinable -= 1,
                Use::HandOut(height) => self.processors[id.index()].height = height,
                _ => {}
            }
        }
        self.record(at, now, id, activity(step, &uses));
        self.uses = uses;
        now
    }

    /// A worker has done something for so long.
    fn record(&mut self, from: Ticks, to: Ticks, id: WorkerId, activity: Activity) {
        let processor = &mut self.processors[id.index()];
        let (worker, height) = (id.index(), processor.height);
        self.trace.note(Event { worker, from, to, activity, height });
        processor.since = to;
    }

    /// A worker has had nothing to do since its last step.
    fn idle_until(&mut self, id: WorkerId, now: Ticks) {
        let processor = &mut self.processors[id.index()];
        processor.account.idle += now.less(processor.since);
        let (worker, from) = (id.index(), processor.since);
        let activity = Activity::Idle;
        self.trace.note(Event { worker, from, to: now, activity, height: 0 });
        processor.since = processor.since.max(now);
    }

    /// # Panics
    /// Something in the arena is not as it should be.
    fn inspect(&mut self) {
        let workers = self.processors.iter().map(|processor| &processor.worker);
        if let Err(broken) = self.inspector.inspect(self.arena, workers, self.joinable) {
            panic!("{broken}, on {:?}", self.machine);
        }
    }

    /// The search is over: the main worker sees it, and all who sleep wake.
    fn end(&mut self, over: Ticks) {
        let id = WorkerId::MAIN;
        let sees = self.clock.cancel(id).or_else(|| self.idle.fetch(id, over));
        self.now = sees.expect("the captain searches or is idle").max(over);
        self.idle.wake_all(over);
        self.idle_until(id, self.now);
    }

    fn till(&mut self, now: Ticks, who: WorkerId) -> Till<'_> {
        let Processor { account, lock_waits, .. } = &mut self.processors[who.index()];
        Till {
            who,
            workers: self.machine.workers,
            costs: &self.machine.costs,
            jitter: &mut self.jitter,
            locks: &mut self.locks,
            account,
            lock_waits,
            now,
            inside: None,
        }
    }

    fn stats(&self, begin: Ticks, before: &[Before]) -> Stats {
        let serial = self.arena.team_state().serial();
        let worker_stats = |(processor, before): (&Processor<'_, N>, &Before)| {
            let took_part = processor.worker.counters().serial == serial;
            let counters =
                if took_part { *processor.worker.counters() } else { Counters::default() };
            let busy_ns = (processor.account.busy() - before.0.busy()).0;
            WorkerStats {
                counters: Counters { busy_ns, ..counters },
                lock_waits: processor.lock_waits - before.1,
            }
        };
        Stats {
            wall: (self.now - begin).into(),
            workers: self.processors.iter().zip(before).map(worker_stats).collect(),
        }
    }

    /// True if no worker holds a claim.
    pub fn is_idle(&self) -> bool {
        self.processors.iter().all(|processor| processor.worker.is_idle())
    }

    /// All that has happened so far.
    pub fn run(&self) -> VirtualRun {
        let account = |processor: &Processor<'_, N>| {
            let idle = processor.account.idle + self.now.less(processor.since);
            Account { idle, ..processor.account }
        };
        VirtualRun {
            time: self.now,
            accounts: self.processors.iter().map(account).collect(),
            hash: self.trace.hash(),
            events: self.trace.events().to_vec(),
        }
    }
}

impl<'t, N: Node> Processor<'t, N> {
    fn new(worker: Worker<'t, N>) -> Processor<'t, N> {
        let (account, since) = (Account::default(), Ticks::ZERO);
        Processor { worker, account, lock_waits: 0, since, height: 0, has_polled: false }
    }
}

fn activity(step: Step, uses: &[Use]) -> Activity {
    if uses.contains(&Use::Abort) {
        return Activity::Abort;
    }
    if uses.contains(&Use::Join) {
        return Activity::Join;
    }
    match step {
        Step::Idle => Activity::Look,
        Step::Joined => Activity::Join,
        Step::Opened | Step::Searched => Activity::Search,
        Step::HandedOut | Step::BackedUp | Step::Left => Activity::Split,
        Step::GaveBack => Activity::Abort,
    }
}
