//! Lets an experiment observe a worker and record its events.

use super::snapshot::Observed;
use super::traced::Traced;
use crate::arena::{Arena, Common, Exclusive};
use crate::event::{Event, Meter, Record, SharedLine, Tracer};
use crate::ids::{BlockId, WorkerId};
use crate::node::Node;
use crate::params::{Grain, Params};
use crate::team::{Strategies, Worker};

impl<'a, N: Traced> Worker<'a, N> {
    /// Creates an idle worker that records the events of its steps.
    pub fn metered<S: Strategies<N>>(arena: &'a Arena<N, S>, id: WorkerId) -> Worker<'a, N> {
        let mut worker = Worker::new(arena, id);
        let peer = worker.strategy.peer_mut();
        (peer.meter, peer.tracer) = (Meter::on(), Tracer::on());
        worker
    }

    /// Returns a key for the position and window of the worker's current node; 0 between two nodes.
    pub fn trace_key(&self) -> u64 {
        self.strategy.current_node().map_or(0, N::trace_key)
    }
}

impl<'a, N: Node> Worker<'a, N> {
    fn meter(&mut self) -> &mut Meter {
        &mut self.strategy.peer_mut().meter
    }

    /// Returns the events since [`Worker::take_events`] was last called, in order.
    pub fn events(&self) -> &[Event] {
        self.strategy.peer().meter.events()
    }

    /// Takes the events since the last call, in order. `room` is a vector in which to record from now on, so that no
    /// memory is allocated. Its content is dropped.
    pub fn take_events(&mut self, room: Vec<Event>) -> Vec<Event> {
        self.meter().exchange(room)
    }

    /// Sets which blocks the worker finds locked in its next steps. When one thread moves all workers, the real locks
    /// are free between any two steps.
    pub fn set_locked(&mut self, blocks: impl Iterator<Item = BlockId>) {
        let locked = &mut self.meter().locked;
        locked.clear();
        locked.extend(blocks);
    }

    /// Returns true if the worker waits for others during a search.
    pub fn is_waiting(&self) -> bool {
        self.strategy.is_waiting()
    }

    /// Returns true if a step of an idle or waiting worker is likely to find work.
    pub fn would_find_work(&self) -> bool {
        self.strategy.would_find_work()
    }

    /// Returns true if all idle workers would find work or none would, so that one answer holds for all.
    pub fn finds_what_others_find(&self) -> bool {
        self.strategy.finds_what_others_find()
    }

    /// Returns the blocks that the worker owns, from the root down.
    pub fn owned_blocks(&self) -> &[BlockId] {
        self.strategy.owned_blocks()
    }

    /// Returns the block on which the worker holds its claim.
    pub fn claimed_block(&self) -> Option<BlockId> {
        self.strategy.claimed_block()
    }

    /// Returns the tree that the worker is in, or was last in: 0 or 1. The two take turns from one iteration to the
    /// next.
    pub fn tree(&self) -> usize {
        self.strategy.peer().tree.index()
    }
}

impl SharedLine {
    /// The number of kinds of lines.
    pub const KINDS: usize = 5;

    /// Returns the kind of the line, below [`SharedLine::KINDS`].
    pub fn kind(self) -> usize {
        match self {
            SharedLine::IdleMarks => 0,
            SharedLine::PoolMarks => 1,
            SharedLine::Whereabouts(_) => 2,
            SharedLine::Trail(_) => 3,
            SharedLine::OwnerMarks => 4,
        }
    }
}

impl Meter {
    /// Returns true if another worker has this block locked in simulated time.
    #[inline]
    pub(crate) fn is_locked(&self, block: BlockId) -> bool {
        self.locked.contains(&block)
    }

    /// Returns a meter that is on.
    pub fn on() -> Meter {
        Meter { record: Record::Kept(Vec::new()), ..Meter::default() }
    }

    /// Returns the events since the last exchange, in order.
    fn events(&self) -> &[Event] {
        if let Record::Kept(events) = &self.record { events } else { &[] }
    }

    /// Takes the events. Later events are kept in `room`.
    pub fn exchange(&mut self, mut room: Vec<Event>) -> Vec<Event> {
        room.clear();
        match std::mem::replace(&mut self.record, Record::Kept(room)) {
            Record::Kept(events) => events,
            Record::Off | Record::Logged(_) => Vec::new(),
        }
    }
}

impl Params {
    /// Returns these parameters with steps of another length.
    #[must_use]
    pub fn with_grain(mut self, grain: Grain) -> Params {
        self.grain = grain;
        self
    }

    /// Returns the length of a step.
    pub fn grain(&self) -> Grain {
        self.grain
    }
}

/// Returns the number of pools that a look through the job list visits.
pub fn active_pools<N: Node, S: Observed<N>>(arena: &Arena<N, S>) -> u32 {
    arena.memory().active_pools().count(arena.team_state().team_size())
}

/// Returns the number of workers that are counted as taking part in the search under way.
pub fn busy_workers<N: Node>(arena: &Common<N>) -> u32 {
    arena.busy()
}

/// Returns the number of workers that count as asleep because they have no work.
pub fn sleepers<N: Node>(arena: &Common<N>) -> u32 {
    arena.team_state().event_count().sleepers()
}

/// Clears the calls and the marks that an earlier search has left. They do no harm, but a response takes a step.
/// Without them a run does not depend on the runs before.
pub fn clear_signals<N: Node, S: Observed<N>>(arena: &Arena<N, S>) {
    arena.memory().active_pools().reset();
    arena.mark_all_idle();
    arena.team().for_each(|id| arena.mailbox(id).attention.acknowledge());
}

/// Recovers after a death, for one thread that moves all workers: every worker drops its work, and the arena is reset
/// except for the memory that the game shares.
///
/// # Panics
/// If a worker holds a lock.
pub fn recover<'a, 'w, N: Node, S: Observed<N>>(
    arena: &Arena<N, S>,
    workers: impl Iterator<Item = &'w mut Worker<'a, N>>,
) where
    'a: 'w,
{
    for worker in workers {
        worker.abandon();
        worker.take_events(Vec::new());
    }
    arena.reset(&Exclusive::between_steps());
    clear_signals(arena);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Arena;
    use crate::testing::TinyNode;

    #[test]
    fn clearing_removes_the_signals_of_an_earlier_search() {
        let arena: Arena<TinyNode> = Arena::new(2).unwrap();
        let helper = WorkerId::new(1);
        arena.begin_search();
        arena.team_state().idle_marks().reset();
        arena.memory().active_pools().mark_active(helper.index());
        arena.mailbox(helper).attention.call();
        let signals = || {
            let is_called = arena.mailbox(helper).attention.is_called();
            (active_pools(&arena), is_called, arena.team_state().idle_marks().count(2))
        };
        assert_eq!(signals(), (1, true, 0));
        clear_signals(&arena);
        assert_eq!(signals(), (0, false, 2), "all are idle");
    }

    #[test]
    fn each_kind_of_line_is_counted_by_itself() {
        let lines = [
            SharedLine::IdleMarks,
            SharedLine::PoolMarks,
            SharedLine::Whereabouts(WorkerId::MAIN),
            SharedLine::Trail(WorkerId::MAIN),
            SharedLine::OwnerMarks,
        ];
        let kinds = lines.map(SharedLine::kind);
        assert_eq!(kinds, std::array::from_fn::<_, { SharedLine::KINDS }, _>(|kind| kind));
        assert_eq!(SharedLine::Whereabouts(WorkerId::new(3)).kind(), kinds[2]);
    }
}
