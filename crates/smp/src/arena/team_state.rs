//! The state of the whole team.

use std::sync::atomic::{AtomicU32, Ordering};

use cleave_shared_memory::{Plain, Shareable};

use super::alarm::Alarm;
use super::alone::Alone;
use super::locked::{Locked, order};
use crate::algorithm::Algorithm;
use crate::chaos;
use crate::event_count::EventCount;
use crate::ids::BlockId;
use crate::node::Node;
use crate::own_root::Window;
use crate::params::Params;
use crate::split::active_pools::ActivePools;

/// What concerns the whole team.
#[derive(Shareable)]
#[repr(C)]
pub(crate) struct TeamState<N: Node> {
    pub(crate) alarm: Alarm,
    /// Number of the search under way, or of the last.
    serial: AtomicU32,
    /// Workers in the team.
    team_size: AtomicU32,
    /// How the team shares a tree: the place of the [`Algorithm`] among all.
    algorithm: AtomicU32,
    /// Processors that the team may run on.
    processors: AtomicU32,
    /// The block of the root while its value is wanted, packed.
    root: AtomicU32,
    event_count: Alone<EventCount>,
    active_pools: Alone<ActivePools>,
    /// Workers that take part in the search, those that wait in it included.
    busy: Alone<AtomicU32>,
    /// Workers that keep looking at the job list.
    polling: Alone<AtomicU32>,
    pub(crate) search_setup: Locked<SearchSetup<N>, { order::SEARCH_SETUP }>,
    pub(crate) outcome: Locked<Outcome<N>, { order::OUTCOME }>,
}

/// What a worker must know to take part in a search.
#[derive(Clone, Copy, Plain)]
pub(crate) struct SearchSetup<N: Node> {
    pub(crate) setup: N::Setup,
    pub(crate) params: Params,
}

/// What a search has come to.
#[derive(Clone, Copy, Plain)]
pub struct Outcome<N: Node> {
    /// `None`: it has been stopped.
    pub value: Option<N::Value>,
    /// The best line at the root.
    pub line: N::Line,
    /// The window that the value was found with, if it is not that of the root that was to be
    /// searched.
    pub window: Option<Window>,
}

impl<N: Node> TeamState<N> {
    pub(crate) fn event_count(&self) -> &EventCount {
        &self.event_count
    }

    pub(crate) fn active_pools(&self) -> &ActivePools {
        &self.active_pools
    }

    pub(crate) fn team_size(&self) -> usize {
        self.team_size.load(Ordering::Relaxed) as usize
    }

    pub(crate) fn set_team_size(&self, workers: usize) {
        self.team_size.store(workers as u32, Ordering::Relaxed);
    }

    pub(crate) fn algorithm(&self) -> Algorithm {
        Algorithm::ALL[self.algorithm.load(Ordering::Relaxed) as usize]
    }

    pub(crate) fn set_algorithm(&self, algorithm: Algorithm) {
        self.algorithm.store(algorithm.index() as u32, Ordering::Relaxed);
    }

    /// Sets on how many processors the team may run.
    pub(crate) fn set_processors(&self, processors: usize) {
        self.processors.store(processors as u32, Ordering::Relaxed);
    }

    /// Processors that the team may run on.
    pub(crate) fn processors(&self) -> usize {
        self.processors.load(Ordering::Relaxed) as usize
    }

    /// The number of the search under way. Relaxed: who asks takes part in that search, or begins it.
    #[inline]
    pub(crate) fn serial(&self) -> u32 {
        self.serial.load(Ordering::Relaxed)
    }

    /// A new search begins, with the main worker busy; for the main worker, when nobody is.
    pub(crate) fn begin(&self) {
        let before = self.busy.swap(1, Ordering::Relaxed);
        assert_eq!(before, 0, "a search begins while another is under way");
        self.serial.fetch_add(1, Ordering::Relaxed);
    }

    /// One more worker is busy. It holds the lock of what it joins, a split block or the team's search,
    /// and has seen that alive, so another worker, which keeps it alive, is counted already: the
    /// count never goes up from 0 within a search.
    pub(crate) fn one_more_busy(&self) {
        chaos::point();
        self.busy.fetch_add(1, Ordering::Relaxed);
    }

    /// One worker has left the search. The last one out wakes the main worker.
    ///
    /// Release, paired with the acquire in [`TeamState::is_over`]: when the main worker sees 0 it sees all
    /// that anybody has done in this search.
    pub(crate) fn one_less_busy(&self) {
        chaos::point();
        if self.busy.fetch_sub(1, Ordering::AcqRel) == 1 {
            self.event_count().notify_all();
        }
    }

    /// Workers that take part in the search.
    pub(crate) fn busy(&self) -> u32 {
        self.busy.load(Ordering::Relaxed)
    }

    /// Wakes a sleeper for work just posted, if there is a processor for it: with as many workers
    /// busy as there are processors it would only take one from them, and each of them looks at the
    /// job list anyway before it sleeps.
    #[inline]
    pub(crate) fn ring_for_work(&self) {
        self.event_count.ring_if(|| self.has_idle_processor());
    }

    /// True if a worker that polls takes no processor from those that search, or from others that
    /// poll. The worker counts as polling until [`TeamState::stop_polling`].
    pub(crate) fn start_polling(&self) -> bool {
        self.polling.fetch_add(1, Ordering::Relaxed);
        self.may_poll()
    }

    /// True if those that poll take no processor from those that search.
    pub(crate) fn may_poll(&self) -> bool {
        let polling = self.polling.load(Ordering::Relaxed);
        self.busy() + polling <= self.processors.load(Ordering::Relaxed)
    }

    /// The worker polls no longer.
    pub(crate) fn stop_polling(&self) {
        self.polling.fetch_sub(1, Ordering::Relaxed);
    }

    /// True if there are workers outside the search, and a processor for one of them.
    pub(crate) fn is_somebody_idle(&self) -> bool {
        (self.busy() as usize) < self.team_size() && self.has_idle_processor()
    }

    /// True if fewer workers take part in the search than there are processors.
    pub(crate) fn has_idle_processor(&self) -> bool {
        self.busy() < self.processors.load(Ordering::Relaxed)
    }

    /// True when no worker takes part in a search: then the root is finished, or there is none.
    pub(crate) fn is_over(&self) -> bool {
        self.busy.load(Ordering::Acquire) == 0
    }

    /// The root's block while its value is wanted.
    pub(crate) fn root(&self) -> Option<BlockId> {
        BlockId::unpack(self.root.load(Ordering::Relaxed))
    }

    /// Sets it; with the lock of the root's block held.
    pub(crate) fn set_root(&self, root: Option<BlockId>) {
        self.root.store(BlockId::pack(root), Ordering::Relaxed);
    }

    /// After a death.
    pub(super) fn reset(&self) {
        self.set_root(None);
        self.busy.store(0, Ordering::Relaxed);
        self.polling.store(0, Ordering::Relaxed);
        self.event_count().reset();
        self.active_pools().reset();
        self.search_setup.force_unlock();
        self.outcome.force_unlock();
    }
}
