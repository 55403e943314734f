//! A worker of a team, which moves step by step; the strategy determines what a step does.

use super::peer::Peer;
use super::root_search::RootSearch;
use super::step::Step;
use super::strategy::{Strategies, Strategy};
use crate::arena::{Alarmed, Arena, Watch};
use crate::event::Event;
use crate::ids::WorkerId;
use crate::node::Node;
use crate::params::Params;
use crate::stats::Counters;

/// One of the peers.
pub struct Worker<'a, N: Node> {
    pub(crate) strategy: Box<dyn Strategy<'a, N> + 'a>,
}

impl<'a, N: Node> Worker<'a, N> {
    /// A worker with nothing to do.
    ///
    /// # Panics
    /// The arena has no room for a worker of this number.
    pub fn new<S: Strategies<N>>(arena: &'a Arena<N, S>, id: WorkerId) -> Worker<'a, N> {
        Worker::watching(arena, id, None, Vec::new())
    }

    /// A worker that may also watch over others, with a stack to be reused, or an empty one.
    pub(crate) fn watching<S: Strategies<N>>(
        arena: &'a Arena<N, S>,
        id: WorkerId,
        watch: Option<&'a dyn Watch>,
        stack: Vec<N>,
    ) -> Worker<'a, N> {
        Worker { strategy: arena.memory().worker(Peer::new(arena, id, watch, stack)) }
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

    /// What it has done in the latest search, and those that it adopts; all zero if it has taken no
    /// part in it.
    pub fn counters(&self) -> Counters {
        let Peer { common, counters, .. } = self.strategy.peer();
        if common.team_state().is_counted(counters.serial) {
            *counters
        } else {
            Counters::default()
        }
    }

    /// True if it takes no part in a search.
    pub fn is_idle(&self) -> bool {
        self.strategy.is_idle()
    }

    /// Begins a search, or adopts the next iteration as this search; then begins the search's own next
    /// iteration, if the parameters and the algorithm allow it. For the main worker, when it is idle,
    /// the search before is over, and a next iteration that is not to be adopted has been given up.
    ///
    /// A next iteration that has been stopped is adopted as well, and then this search is stopped: see
    /// [`Common::has_next_to_adopt`](crate::Common::has_next_to_adopt).
    ///
    /// The search is over when [`Common::is_over`](crate::Common::is_over); until then the workers
    /// are to be stepped.
    ///
    /// # Errors
    /// The alarm is on.
    pub fn begin(
        &mut self,
        context: &mut N::Context<'_>,
        search: &RootSearch<'_, N>,
        params: &Params,
    ) -> Result<(), Alarmed> {
        let peer = self.strategy.peer_mut();
        if search.adopts && peer.common.has_next() {
            peer.adopt_next(context, search, params)?;
        } else {
            peer.publish(context, search, params)?;
            self.strategy.begin(context, search.root)?;
        }
        let params = &self.strategy.peer().params;
        match search.next {
            Some(next) if params.searches_ahead(next.height()) => {
                self.strategy.begin_next(context, next)
            }
            _ => Ok(()),
        }
    }

    /// Gives the next iteration up, if there is one. Nothing is left of it when
    /// [`Common::is_next_clear`](crate::Common::is_next_clear); until then the workers are to be
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
        peer.watchdog.tick(&peer.lock_context);
        if peer.mailbox.attention.is_called() {
            peer.report(Event::AttentionChecked);
            peer.mailbox.attention.acknowledge();
            peer.common.team_state().alarm.check()?;
            self.strategy.check_cancelled();
        }
        let step = self.strategy.step(context)?;
        if step == Step::Idle {
            let Peer { common, id, meter, .. } = self.strategy.peer_mut();
            common.mark_idle(*id, meter);
        }
        Ok(step)
    }

    /// Stops the whole search.
    ///
    /// # Errors
    /// The alarm is on.
    pub fn thread_stop(&mut self) -> Result<(), Alarmed> {
        self.strategy.stop()
    }

    /// After an alarm: forgets everything, as it will be reset.
    pub fn abandon(&mut self) {
        self.strategy.abandon();
    }
}
