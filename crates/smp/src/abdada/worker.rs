//! One worker of simplified ABDADA.

use super::descent::{Descent, Progress};
use super::{Root, SharedRoot};
use crate::arena::{Arena, LockContext, Mailbox};
use crate::driver::Interrupt;
use crate::lock::Alarmed;
use crate::meter::Use;
use crate::node::Node;
use crate::strategy::{Step, Strategy};
use crate::team::{Peer, Rounds};

/// A worker that searches the whole root on a stack of its own.
pub(crate) struct AbdadaWorker<'a, N: Node> {
    peer: Peer<'a, N>,
    shared: &'a SharedRoot<N>,
    state: State,
    descent: Descent<'a, N>,
}

/// Where a worker is between two steps.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Idle,
    Searching,
    /// What it has searched is of no use: to leave.
    Aborting,
}

impl<'a, N: Node> Strategy<'a, N> for AbdadaWorker<'a, N> {
    fn peer(&self) -> &Peer<'a, N> {
        &self.peer
    }

    fn peer_mut(&mut self) -> &mut Peer<'a, N> {
        &mut self.peer
    }

    fn thread_init(&mut self) -> Result<(), Alarmed> {
        Ok(())
    }

    fn begin(&mut self, context: &mut N::Context<'_>, root: &N) -> Result<(), Alarmed> {
        N::keep_root_results(context);
        let root = Root { node: *root, step: root.step(context) };
        let mut shared_root = self.shared.root.lock(&self.peer.lock_context)?;
        shared_root.put(root);
        self.shared.set_open(self.peer.counters.serial);
        drop(shared_root);
        self.enter(&root);
        self.peer.meter.note(Use::Posted);
        let team_state = self.peer.arena.team_state();
        for _ in 1..team_state.team_size() {
            self.peer.meter.note(Use::Ring);
            team_state.ring_for_work();
        }
        Ok(())
    }

    fn step(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        match self.state {
            State::Idle => self.look_for_work(context),
            State::Searching => self.search(context),
            State::Aborting => self.leave(context),
        }
    }

    fn heed(&mut self) {
        if self.state == State::Searching && !self.is_open() {
            self.abort();
        }
    }

    fn stop(&mut self) -> Result<(), Alarmed> {
        let shared_root = self.shared.root.lock(&self.peer.lock_context)?;
        if self.shared.is_open(self.peer.arena.team_state().serial()) {
            self.peer.conclude(None, N::vacant().line())?;
            self.shared.set_open(0);
            drop(shared_root);
            self.peer.meter.note(Use::Withdrawn);
            self.call_all();
            self.peer.mailbox.attention.call();
        }
        Ok(())
    }

    fn abandon(&mut self) {
        self.state = State::Idle;
        self.descent.restart();
    }

    fn is_idle(&self) -> bool {
        self.state == State::Idle
    }

    fn has_work(&self) -> bool {
        let serial = self.peer.arena.team_state().serial();
        self.peer.is_new_to_search() && self.shared.is_open(serial)
    }

    fn trace_key(&self) -> u64 {
        match self.state {
            State::Searching => self.peer.stack[self.descent.depth()].trace_key(),
            State::Idle | State::Aborting => 0,
        }
    }
}

impl<'a, N: Node> AbdadaWorker<'a, N> {
    /// A worker with nothing to do.
    pub(crate) fn new(peer: Peer<'a, N>, shared: &'a SharedRoot<N>) -> AbdadaWorker<'a, N> {
        let descent = Descent::new(&shared.busy_jobs, peer.id);
        AbdadaWorker { peer, shared, state: State::Idle, descent }
    }

    /// True until somebody has finished the root that this worker searches.
    fn is_open(&self) -> bool {
        self.shared.is_open(self.peer.counters.serial)
    }

    fn look_for_work(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        let team_state = self.peer.arena.team_state();
        team_state.alarm.check()?;
        self.peer.counters.scans += 1;
        self.peer.meter.note(Use::Scan(1));
        if !(team_state.has_idle_processor() && self.has_work()) {
            return Ok(Step::Idle);
        }
        let shared_root = self.shared.root.lock(&self.peer.lock_context)?;
        if !self.shared.is_open(team_state.serial()) {
            return Ok(Step::Idle);
        }
        // Whoever closes the search is busy and needs the lock for it.
        self.peer.join()?;
        let root = *shared_root;
        drop(shared_root);
        let bytes = self.peer.read_setup(context)? + size_of::<Root<N>>();
        N::keep_root_results(context);
        N::retrace(context, &root.step);
        self.enter(&root);
        self.peer.counters.joins += 1;
        self.peer.counters.join_bytes += bytes as u64;
        self.peer.meter.note(Use::Join);
        self.peer.meter.note(Use::Copy(bytes as u64));
        Ok(Step::Joined)
    }

    fn enter(&mut self, root: &Root<N>) {
        self.peer.stack[0] = root.node;
        self.descent.restart();
        self.state = State::Searching;
    }

    fn search(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        let grain = self.peer.params.grain;
        let mut closed = Closed {
            arena: self.peer.arena,
            shared: self.shared,
            lock_context: self.peer.lock_context,
            mailbox: self.peer.mailbox,
            serial: self.peer.counters.serial,
            rounds: self.peer.rounds,
        };
        let progress = self.descent.step(context, &mut self.peer.stack, grain, &mut closed);
        self.peer.rounds = closed.rounds;
        if N::must_stop(context) {
            self.stop()?;
        }
        self.peer.arena.team_state().alarm.check()?;
        match progress {
            Progress::Deeper => {}
            Progress::Interrupted => self.abort(),
            Progress::Done(value) => return self.finish(context, value),
        }
        Ok(Step::Searched)
    }

    /// The root is searched to the end. The first to come here ends the search for all.
    fn finish(&mut self, context: &mut N::Context<'_>, value: N::Value) -> Result<Step, Alarmed> {
        let shared_root = self.shared.root.lock(&self.peer.lock_context)?;
        if self.is_open() {
            self.peer.conclude(Some(value), self.peer.stack[0].line())?;
            N::publish_root_results(context);
            self.shared.set_open(0);
            drop(shared_root);
            self.peer.meter.note(Use::Withdrawn);
            self.call_all();
        } else {
            self.peer.counters.wasted += 1;
        }
        self.leave(context)
    }

    fn leave(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        self.state = State::Idle;
        self.peer.leave(context)
    }

    fn abort(&mut self) {
        self.peer.counters.aborts += 1;
        self.peer.meter.note(Use::Abort);
        self.descent.restart();
        self.state = State::Aborting;
    }

    fn call_all(&mut self) {
        self.peer.meter.note(Use::CallAll);
        self.peer.arena.call_all(self.peer.id);
    }
}

/// Looks up at every node of a subtree: has the search been closed?
struct Closed<'a, N: Node> {
    arena: &'a Arena<N>,
    shared: &'a SharedRoot<N>,
    lock_context: LockContext<'a>,
    mailbox: &'a Mailbox,
    serial: u32,
    rounds: Rounds,
}

impl<N: Node> Interrupt for Closed<'_, N> {
    #[inline(always)]
    fn is_raised(&mut self) -> bool {
        self.rounds.walk(&self.lock_context);
        self.mailbox.attention.is_called() && self.look_around()
    }
}

impl<N: Node> Closed<'_, N> {
    #[cold]
    fn look_around(&self) -> bool {
        self.mailbox.attention.acknowledge();
        self.arena.team_state().alarm.check().is_err() || !self.shared.is_open(self.serial)
    }
}
