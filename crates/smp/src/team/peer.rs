//! The part of a worker that is the same in all strategies.

use cleave_sync::Instant;

use super::interrupt::Watchdog;
use super::strategy::Step;
use crate::arena::{Alarmed, Common, LockContext, Mailbox, RootOutcome, SearchSetup, Watch};
use crate::event::{Counters, Event, Meter, Task, Tracer};
use crate::ids::{TreeId, WorkerId};
use crate::node::{Context, Node};
use crate::params::Params;

/// A worker of a team, under any strategy.
pub struct Peer<'a, N: Node> {
    /// The worker's number.
    pub id: WorkerId,
    /// The memory that all workers share.
    pub common: &'a Common<N>,
    /// The context in which the worker takes locks.
    pub lock_context: LockContext<'a>,
    /// The worker's own mailbox.
    pub mailbox: &'a Mailbox,
    /// The worker is the whole team.
    pub is_alone: bool,
    /// The tree that the worker is in or was last in.
    pub(crate) tree: TreeId,
    /// The parameters of this search.
    pub params: Params,
    /// Private nodes.
    pub stack: Vec<N>,
    /// The worker's counts in this search.
    pub counters: Counters,
    /// Records the worker's events.
    pub meter: Meter,
    /// Describes the worker's nodes in recordings.
    pub(crate) tracer: Tracer<N>,
    /// Nodes that the worker had searched before this search.
    nodes_before: u64,
    pub(crate) busy_since: Instant,
    /// When it next checks on the others.
    pub watchdog: Watchdog,
}

impl<'a, N: Node> Peer<'a, N> {
    /// Creates a worker that may also watch over others. `stack` is empty, or one to reuse.
    pub fn new(
        common: &'a Common<N>,
        id: WorkerId,
        watch: Option<&'a dyn Watch>,
        mut stack: Vec<N>,
    ) -> Peer<'a, N> {
        stack.resize(N::STACK, N::default());
        Peer {
            id,
            common,
            lock_context: common.watching_lock_context(id, watch),
            mailbox: common.mailbox(id),
            is_alone: false,
            tree: TreeId::default(),
            params: Params::default(),
            stack,
            counters: Counters::default(),
            meter: Meter::default(),
            tracer: Tracer::default(),
            nodes_before: 0,
            busy_since: Instant::now(),
            watchdog: Watchdog::default(),
        }
    }

    /// Reports an event: counts it, and keeps it if a program measures.
    #[inline]
    pub fn report(&mut self, event: Event) {
        self.meter.note(event);
        self.counters.count(event);
    }

    /// Describes a piece of work to a program that measures. Otherwise costs nothing, and all numbers are 0.
    #[inline]
    pub(crate) fn task(&self, node: &N, job: Option<&N::Job>) -> Task {
        if self.meter.is_on() { (self.tracer.task)(node, job) } else { Task::default() }
    }

    /// Describes a value to a program that measures; 0 otherwise.
    #[inline]
    pub(crate) fn number(&self, value: N::Value) -> i32 {
        if self.meter.is_on() { (self.tracer.number)(value) } else { 0 }
    }

    /// Returns true if the worker has not yet taken part in the search under way.
    pub fn is_new_to_search(&self) -> bool {
        self.counters.serial != self.common.team_state().serial()
    }

    /// Becomes busy in a tree. Another worker must stay busy there until this returns, unless the block that the worker
    /// joins `was_parked`.
    ///
    /// # Errors
    /// The alarm is on.
    pub(crate) fn join_tree(&mut self, tree: TreeId, was_parked: bool) -> Result<(), Alarmed> {
        let team_state = self.common.team_state();
        if self.is_new_to_search() {
            self.meter.begin_search(self.id);
            // The counters start anew, with the look at the job list that found this job.
            self.params = team_state.search_setup.lock(&self.lock_context)?.params;
            let serial = self.counters.serial;
            if !team_state.is_counted(serial) {
                self.counters = Counters { serial, scans: 1, locks: 1, ..Counters::default() };
                self.report(Event::Entered { looks: 1 });
            }
        }
        self.common.enter_tree(self.id, tree, was_parked, &mut self.meter);
        self.tree = tree;
        self.busy_since = Instant::now();
        Ok(())
    }

    /// Copies the setup of the search under way. Returns the number of bytes copied.
    ///
    /// # Errors
    /// The alarm is on.
    pub fn read_setup(&mut self, context: &mut N::Context<'_>) -> Result<usize, Alarmed> {
        let search_setup = &self.common.team_state().search_setup;
        let search_setup = *search_setup.lock(&self.lock_context)?;
        // The parameters read in `join_tree` belong to the iteration before if this one was adopted in between.
        self.params = search_setup.params;
        self.start_search(context, &search_setup.setup);
        Ok(size_of::<SearchSetup<N>>())
    }

    pub(super) fn start_search(&mut self, context: &mut N::Context<'_>, setup: &N::Setup) {
        context.prepare(setup);
        let team_state = self.common.team_state();
        if !team_state.is_counted(self.counters.serial) {
            self.nodes_before = context.nodes();
        }
        self.counters.serial = team_state.serial();
        self.is_alone = self.common.team_state().team_size() == 1;
    }

    /// Ends the search of the root: with its value, or with none if the search was stopped.
    ///
    /// # Errors
    /// The alarm is on.
    pub fn conclude(&mut self, value: Option<N::Value>, line: &N::Line) -> Result<(), Alarmed> {
        self.put_outcome(RootOutcome { value, line: *line, window: None })
    }

    pub(crate) fn put_outcome(&mut self, outcome: RootOutcome<N>) -> Result<(), Alarmed> {
        let value = outcome.value.map(|value| self.number(value));
        self.report(Event::Concluded { value });
        let team_state = self.common.team_state();
        team_state.outcome(self.tree).lock(&self.lock_context)?.put(outcome);
        team_state.note_value(self.tree);
        Ok(())
    }

    /// Leaves the tree. The worker is no longer busy.
    ///
    /// # Errors
    /// The alarm is on.
    pub fn leave(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        self.publish_counters(context)?;
        self.common.leave_tree(self.id, self.tree, &mut self.meter);
        Ok(Step::Left)
    }

    /// Leaves a block that the worker parks and whose lock it holds. The worker is no longer busy.
    ///
    /// # Errors
    /// The alarm is on.
    pub(crate) fn leave_parked(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        self.publish_counters(context)?;
        self.common.leave_parked_block(self.id, &mut self.meter);
        Ok(Step::Left)
    }

    /// Publishes the worker's counters.
    fn publish_counters(&mut self, context: &mut N::Context<'_>) -> Result<(), Alarmed> {
        context.leave();
        self.counters.busy_ns += self.busy_since.elapsed().as_nanos() as u64;
        self.counters.nodes = context.nodes() - self.nodes_before;
        self.report(Event::Left);
        self.mailbox.counters.lock(&self.lock_context)?.put(self.counters);
        Ok(())
    }
}
