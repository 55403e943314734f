//! A worker of a team, which moves step by step; the strategy determines what a step does.

use super::peer::Peer;
use crate::arena::{Arena, Watch};
use crate::ids::WorkerId;
use crate::lock::Alarmed;
use crate::meter::{Meter, Use};
use crate::node::Node;
use crate::params::Params;
use crate::split::BlockId;
use crate::stats::Counters;
use crate::strategy::{self, Step, Strategy};

/// One of the peers.
pub struct Worker<'a, N: Node> {
    pub(super) strategy: Box<dyn Strategy<'a, N> + 'a>,
}

impl<'a, N: Node> Worker<'a, N> {
    /// A worker with nothing to do.
    pub fn new(arena: &'a Arena<N>, id: WorkerId) -> Worker<'a, N> {
        Worker::watching(arena, id, None, Vec::new())
    }

    /// A worker in virtual time, which records what it does.
    pub(crate) fn metered(arena: &'a Arena<N>, id: WorkerId) -> Worker<'a, N> {
        let mut worker = Worker::new(arena, id);
        *worker.meter() = Meter::on();
        worker
    }

    /// A worker that may also watch over others, with a stack to be reused, or an empty one.
    pub(crate) fn watching(
        arena: &'a Arena<N>,
        id: WorkerId,
        watch: Option<&'a dyn Watch>,
        stack: Vec<N>,
    ) -> Worker<'a, N> {
        Worker { strategy: strategy::worker(Peer::new(arena, id, watch, stack)) }
    }

    /// Touches the worker's own memory, so that the system allocates it near the processor that the
    /// worker runs on.
    ///
    /// # Errors
    /// The alarm is on.
    pub fn thread_init(&mut self) -> Result<(), Alarmed> {
        self.strategy.thread_init()
    }

    /// The stack, for another worker to reuse.
    pub(crate) fn into_stack(mut self) -> Vec<N> {
        std::mem::take(&mut self.strategy.peer_mut().stack)
    }

    /// The worker's number.
    pub fn id(&self) -> WorkerId {
        self.strategy.peer().id
    }

    /// What it has done in the search it last took part in.
    pub fn counters(&self) -> &Counters {
        &self.strategy.peer().counters
    }

    pub(crate) fn meter(&mut self) -> &mut Meter {
        &mut self.strategy.peer_mut().meter
    }

    /// True if it takes no part in a search.
    pub fn is_idle(&self) -> bool {
        self.strategy.is_idle()
    }

    /// Begins a search at a live root; for the main worker, when nobody is busy.
    ///
    /// The search is over when [`Arena::is_over`](crate::Arena::is_over); until then the workers
    /// are to be stepped.
    ///
    /// # Errors
    /// The alarm is on.
    pub fn begin(
        &mut self,
        context: &mut N::Context<'_>,
        root: &N,
        setup: &N::Setup,
        params: &Params,
    ) -> Result<(), Alarmed> {
        self.strategy.peer_mut().publish(context, root, setup, params)?;
        self.strategy.begin(context, root)
    }

    /// Goes on with the next iteration as the search under way, at this live root; for the main
    /// worker, when the search before is over and it is idle.
    ///
    /// # Errors
    /// The alarm is on.
    pub fn adopt_next(
        &mut self,
        context: &mut N::Context<'_>,
        root: &N,
        setup: &N::Setup,
        params: &Params,
    ) -> Result<(), Alarmed> {
        self.strategy.peer_mut().adopt_next(context, root, setup, params)
    }

    /// Begins the next iteration at this live root, if the parameters and the algorithm allow it; for
    /// the main worker, after [`Worker::begin`] or [`Worker::adopt_next`].
    ///
    /// # Errors
    /// The alarm is on.
    pub fn begin_next(&mut self, context: &mut N::Context<'_>, next: &N) -> Result<(), Alarmed> {
        if !self.strategy.peer().params.searches_ahead(next.height()) {
            return Ok(());
        }
        self.strategy.begin_next(context, next)
    }

    /// Gives the next iteration up, if there is one. Nothing is left of it when
    /// [`Arena::is_next_clear`](crate::Arena::is_next_clear); until then the workers are to be
    /// stepped.
    ///
    /// # Errors
    /// The alarm is on.
    pub fn give_up_next(&mut self) -> Result<(), Alarmed> {
        self.strategy.give_up_next()
    }

    /// Moves the worker by one step. Never waits for work: an idle worker looks for some once.
    ///
    /// # Errors
    /// The alarm is on. The worker must touch nothing more, and has dropped all it had.
    pub fn step(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        let step = self.try_step(context);
        if step.is_err() {
            self.abandon();
        }
        step
    }

    fn try_step(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        let peer = self.strategy.peer_mut();
        peer.rounds.walk(&peer.lock_context);
        if peer.mailbox.attention.is_called() {
            peer.meter.note(Use::AttentionCheck);
            peer.mailbox.attention.acknowledge();
            peer.arena.team_state().alarm.check()?;
            self.strategy.heed();
        }
        self.strategy.step(context)
    }

    /// Stops the whole search.
    ///
    /// # Errors
    /// The alarm is on.
    pub fn thread_stop(&mut self) -> Result<(), Alarmed> {
        self.strategy.stop()
    }

    /// After an alarm: forgets everything, as it will be reset.
    pub(crate) fn abandon(&mut self) {
        self.strategy.abandon();
    }

    /// The position and window that the worker has come to, as a number: 0 between two nodes.
    pub(crate) fn trace_key(&self) -> u64 {
        self.strategy.trace_key()
    }

    /// True if the worker waits for others in the middle of a search.
    pub(crate) fn is_waiting(&self) -> bool {
        self.strategy.is_waiting()
    }

    /// True if a step may come to something, of a worker that is idle or waits.
    pub(crate) fn would_find_work(&self) -> bool {
        self.strategy.would_find_work()
    }

    /// The tree that the worker is in, or was in last.
    pub(crate) fn tree(&self) -> usize {
        self.strategy.peer().tree.index()
    }

    /// The blocks that this worker owns.
    pub(crate) fn owned_blocks(&self) -> &[BlockId] {
        self.strategy.owned_blocks()
    }

    /// The block on which this worker holds its claim.
    pub(crate) fn claimed_block(&self) -> Option<BlockId> {
        self.strategy.claimed_block()
    }
}
