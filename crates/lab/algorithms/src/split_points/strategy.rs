//! A worker of an older split-point algorithm: the worker of Dynamic Tree Splitting, which may wait as the owner of a
//! block.

use cleave_smp::seam::{BlockId, Peer, Strategy};
use cleave_smp::{Alarmed, Step};

use super::memory::OlderMemory;
use super::policy::SplitPolicy;
use super::rules::{self, Older, OlderWorker};
use crate::traits::Narrow;

/// Returns a worker with nothing to do.
pub(crate) fn worker<'a, N: Narrow, P: SplitPolicy>(
    peer: Peer<'a, N>,
    memory: &'a OlderMemory<N>,
) -> Waiter<'a, N, P> {
    Waiter(rules::worker(peer, memory))
}

/// A worker that may wait for its clients while it is busy.
pub(crate) struct Waiter<'a, N: Narrow, P: SplitPolicy>(pub(super) OlderWorker<'a, N, P>);

impl<'a, N: Narrow, P: SplitPolicy> Strategy<'a, N> for Waiter<'a, N, P> {
    fn peer(&self) -> &Peer<'a, N> {
        self.0.peer()
    }

    fn peer_mut(&mut self) -> &mut Peer<'a, N> {
        self.0.peer_mut()
    }

    fn thread_init(&mut self) -> Result<(), Alarmed> {
        self.0.thread_init()
    }

    fn begin(&mut self, context: &mut N::Context<'_>, root: &N) -> Result<(), Alarmed> {
        self.0.begin(context, root)
    }

    fn step(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        match self.0.rules.awaits {
            Some(awaited) => Older::wait(&mut self.0, context, awaited),
            None => self.0.step(context),
        }
    }

    fn check_cancelled(&mut self) {
        if self.is_idle() {
            return;
        }
        let worker = &mut self.0;
        if !Older::is_useless(worker) {
            worker.rules.must_narrow = P::NARROWS;
        } else if let Some(awaited) = worker.rules.awaits {
            worker.blocks.block(awaited).extra().end_wait();
        } else {
            worker.abort();
        }
    }

    fn stop(&mut self) -> Result<(), Alarmed> {
        self.0.stop()
    }

    fn abandon(&mut self) {
        self.0.abandon();
        self.0.rules.owned.clear();
        self.0.rules.awaits = None;
    }

    fn is_idle(&self) -> bool {
        self.0.is_idle() && !self.is_waiting()
    }

    fn is_waiting(&self) -> bool {
        self.0.rules.awaits.is_some()
    }

    fn has_work(&self) -> bool {
        if self.is_waiting() || P::SELECTS {
            self.would_find_work()
        } else {
            self.0.best_job(|_| true).is_some()
        }
    }

    fn would_find_work(&self) -> bool {
        match self.0.rules.awaits {
            Some(awaited) => Older::may_stop_waiting(&self.0, awaited),
            None => self.0.would_find_work(),
        }
    }

    fn finds_what_others_find(&self) -> bool {
        !P::NAMES_WORKERS
    }

    fn current_node(&self) -> Option<&N> {
        self.0.current_node()
    }

    fn claimed_block(&self) -> Option<BlockId> {
        self.0.claimed_block()
    }

    fn owned_blocks(&self) -> &[BlockId] {
        &self.0.rules.owned
    }
}
