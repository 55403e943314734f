//! A worker of a team, which moves step by step; the strategy determines what a step does.

use super::peer::Peer;
use super::root_search::RootSearch;
use super::strategy::{Step, Strategies, Strategy};
use crate::arena::{Alarmed, Arena, Watch};
use crate::event::{Counters, Event};
use crate::ids::WorkerId;
use crate::node::Node;
use crate::params::Params;

/// A worker of a team.
pub struct Worker<'a, N: Node> {
    pub(crate) strategy: Box<dyn Strategy<'a, N> + 'a>,
    /// The number of notifications when it last passed one on.
    pub(super) passed_on: u32,
}

impl<'a, N: Node> Worker<'a, N> {
    /// Creates an idle worker.
    ///
    /// # Panics
    /// If the arena has no room for a worker with this number.
    pub fn new<S: Strategies<N>>(arena: &'a Arena<N, S>, id: WorkerId) -> Worker<'a, N> {
        Worker::watching(arena, id, None, Vec::new())
    }

    /// Creates a worker that may also watch over others. `stack` is empty, or one to reuse.
    pub(crate) fn watching<S: Strategies<N>>(
        arena: &'a Arena<N, S>,
        id: WorkerId,
        watch: Option<&'a dyn Watch>,
        stack: Vec<N>,
    ) -> Worker<'a, N> {
        let strategy = arena.memory().worker(Peer::new(arena, id, watch, stack));
        Worker { strategy, passed_on: 0 }
    }

    /// Touches the worker's own memory, so that the system allocates it near the processor that runs the worker.
    ///
    /// # Errors
    /// The alarm is on.
    pub(crate) fn thread_init(&mut self) -> Result<(), Alarmed> {
        self.strategy.thread_init()
    }

    /// Takes the stack for reuse. The worker must not search any more.
    pub(crate) fn take_stack(&mut self) -> Vec<N> {
        std::mem::take(&mut self.strategy.peer_mut().stack)
    }

    /// Returns the worker's number.
    pub fn id(&self) -> WorkerId {
        self.strategy.peer().id
    }

    /// Returns the counters of the latest search and the searches that it adopted; all zero if the worker took no part.
    pub fn counters(&self) -> Counters {
        let Peer { common, counters, .. } = self.strategy.peer();
        if common.team_state().is_counted(counters.serial) {
            *counters
        } else {
            Counters::default()
        }
    }

    /// Returns true if the worker takes no part in a search.
    pub fn is_idle(&self) -> bool {
        self.strategy.is_idle()
    }

    /// Begins a search, or adopts the next iteration as this search. Then begins the search's own next iteration, if
    /// the parameters and the algorithm allow it. The main worker calls this while it is idle and the last search is
    /// over. A next iteration that is not to be adopted must have been given up.
    ///
    /// A next iteration that has been stopped is adopted as well, and then this search stops: see
    /// [`Common::has_next_to_adopt`](crate::Common::has_next_to_adopt).
    ///
    /// The caller steps the workers until [`Common::is_over`](crate::Common::is_over).
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
            Some(next) if params.searches_ahead(next.depth()) => {
                self.strategy.begin_next(context, next)
            }
            _ => Ok(()),
        }
    }

    /// Gives the next iteration up, if there is one. The caller steps the workers until
    /// [`Common::is_next_clear`](crate::Common::is_next_clear).
    ///
    /// # Errors
    /// The alarm is on.
    pub fn give_up_next(&mut self) -> Result<(), Alarmed> {
        self.strategy.give_up_next()
    }

    /// Moves the worker by one step. Never waits for work: an idle worker looks for work once.
    ///
    /// # Errors
    /// The alarm is on. The worker has dropped all its work and must touch nothing more.
    pub fn step(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        let step = match self.answer_call() {
            Ok(()) => self.strategy.step(context),
            Err(alarmed) => Err(alarmed),
        };
        match step {
            Ok(Step::Idle) => {
                let Peer { common, id, meter, .. } = self.strategy.peer_mut();
                common.mark_idle(*id, meter);
            }
            Ok(_) => {}
            Err(Alarmed) => self.abandon(),
        }
        step
    }

    /// Checks on the other workers now and then, and responds if one of them has called this worker.
    fn answer_call(&mut self) -> Result<(), Alarmed> {
        let peer = self.strategy.peer_mut();
        peer.watchdog.tick(&peer.lock_context);
        if peer.mailbox.attention.is_called() {
            peer.report(Event::AttentionChecked);
            peer.mailbox.attention.acknowledge();
            peer.common.team_state().alarm.check()?;
            self.strategy.check_cancelled();
        }
        Ok(())
    }

    /// Stops the whole search.
    ///
    /// # Errors
    /// The alarm is on.
    pub fn thread_stop(&mut self) -> Result<(), Alarmed> {
        self.strategy.stop()
    }

    /// Drops all work after an alarm. The arena will be reset.
    pub fn abandon(&mut self) {
        self.strategy.abandon();
    }
}
