//! Interrupts a private search: when its value is no longer needed, or when a worker is idle, so that the subtree can be
//! split. Checks on the other workers now and then.

use cleave_sync::FreeMap;

use super::peer::Peer;
use crate::arena::{Common, LockContext, Mailbox, TeamState};
use crate::driver::Interrupt;
use crate::event::Meter;
use crate::node::Node;

/// Checks at every node of a subtree whether the worker has been called and its work is useless. An alarm makes all
/// work useless; the algorithm supplies the other reasons.
pub struct CancellationCheck<'a, N: Node, F> {
    team_state: &'a TeamState<N>,
    lock_context: LockContext<'a>,
    mailbox: &'a Mailbox,
    is_useless: F,
    /// The worker's watchdog. The worker takes it back after the search.
    pub watchdog: Watchdog,
}

impl<'a, N: Node, F: Fn() -> bool> CancellationCheck<'a, N, F> {
    /// Creates the check for this worker. It evaluates `is_useless` after each call.
    #[inline]
    pub fn new(peer: &Peer<'a, N>, is_useless: F) -> CancellationCheck<'a, N, F> {
        CancellationCheck {
            team_state: peer.common.team_state(),
            lock_context: peer.lock_context,
            mailbox: peer.mailbox,
            is_useless,
            watchdog: peer.watchdog,
        }
    }

    #[cold]
    fn check_cancelled(&self) -> bool {
        self.mailbox.attention.acknowledge();
        self.team_state.alarm.check().is_err() || (self.is_useless)()
    }
}

impl<N: Node, F: Fn() -> bool> Interrupt<N> for CancellationCheck<'_, N, F> {
    #[inline(always)]
    fn is_raised(&mut self) -> bool {
        self.watchdog.tick(&self.lock_context);
        self.mailbox.attention.is_called() && self.check_cancelled()
    }
}

/// Nodes and steps between two checks. Each takes about a microsecond; the check reads the clock.
const EVERY: u32 = 512;

/// Counts down the nodes and steps until the next check on the other workers.
#[derive(Clone, Copy, Default)]
pub struct Watchdog {
    left: u32,
}

impl Watchdog {
    /// Counts a node or step. Checks on the others when the count is complete.
    #[inline(always)]
    pub fn tick(&mut self, lock_context: &LockContext<'_>) {
        self.left = match self.left.checked_sub(1) {
            Some(left) => left,
            None => {
                lock_context.check_on_others(None);
                EVERY
            }
        };
    }
}

/// Checks at every node of a private search whether its value has become useless or a worker is idle. When a worker is
/// idle, the check collects the jobs of the recursion as it unwinds.
pub(crate) struct Demand<'a, N: Node, F> {
    check: CancellationCheck<'a, N, F>,
    common: &'a Common<N>,
    /// The blocks for the subtree, if the worker may split it.
    free: Option<&'a FreeMap>,
    /// A worker is idle.
    has_idle_worker: bool,
    jobs: Vec<N::Job>,
    value: Option<N::Value>,
}

/// A search that was interrupted.
pub(crate) struct Left<N: Node> {
    /// The jobs from the root of the subtree to the node whose value is known, the deepest first.
    pub(crate) jobs: Vec<N::Job>,
    pub(crate) value: Option<N::Value>,
}

impl<'a, N: Node, F: Fn() -> bool> Demand<'a, N, F> {
    /// Creates the check for this worker, which may split its subtree if it has a pool for it. The check evaluates
    /// `is_useless` after each call.
    pub(crate) fn new(
        peer: &Peer<'a, N>,
        is_useless: F,
        free: Option<&'a FreeMap>,
    ) -> Demand<'a, N, F> {
        Demand {
            check: CancellationCheck::new(peer, is_useless),
            common: peer.common,
            free,
            has_idle_worker: false,
            jobs: Vec::new(),
            value: None,
        }
    }

    #[cold]
    fn finds_idle_worker(&mut self) -> bool {
        // Without a free block the recursion would be left at every node for nothing.
        self.has_idle_worker = self.free.is_some_and(|free| free.used() != u64::MAX)
            && self.common.has_idle_worker(&mut Meter::default());
        self.has_idle_worker
    }

    /// Returns the watchdog to the worker, and the interrupted search if a worker is idle.
    pub(crate) fn into_parts(self) -> (Watchdog, Option<Left<N>>) {
        let left = Left { jobs: self.jobs, value: self.value };
        (self.check.watchdog, self.has_idle_worker.then_some(left))
    }
}

impl<N: Node, F: Fn() -> bool> Interrupt<N> for Demand<'_, N, F> {
    #[inline(always)]
    fn is_raised(&mut self) -> bool {
        if self.check.is_raised() {
            return true;
        }
        self.free.is_some() && self.common.has_idle_marks() && self.finds_idle_worker()
    }

    fn keep(&mut self, job: &N::Job, value: N::Value) {
        self.value = Some(value);
        self.jobs.push(*job);
    }

    fn keep_above(&mut self, job: &N::Job) {
        self.jobs.push(*job);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dts::DtsWorker;
    use crate::event::Counters;
    use crate::ids::{BlockId, WorkerId};
    use crate::params::Grain;
    use crate::params::Params;
    use crate::team::{RootSearch, Step, Strategy};
    use crate::testing::{TinyNode, at_open, calls_of};
    use crate::{Arena, driver};

    const DEPTH: i32 = 9;
    const FRONTIER: i32 = 4;

    fn root() -> TinyNode {
        TinyNode::root_with_cutoffs(DEPTH)
    }

    /// Returns a main worker that has begun a search while its helper is busy elsewhere in the tree.
    fn with_busy_helper(arena: &Arena<TinyNode>, grain: Grain) -> DtsWorker<'_, TinyNode> {
        let mut main_worker =
            DtsWorker::of(Peer::new(arena, WorkerId::MAIN, None, Vec::new()), arena.memory());
        let params = Params {
            grain,
            min_thread_depth: FRONTIER,
            min_thread_share: 0,
            idle_thread_depth: FRONTIER,
            next_from: 0,
            ..Params::default()
        };
        main_worker.peer.publish(&mut 0, &RootSearch::of(&root(), &0), &params).unwrap();
        main_worker.begin(&mut 0, &root()).unwrap();
        let under_way = arena.team_state().under_way();
        arena.enter_tree(WorkerId::new(1), under_way, false, &mut Meter::default());
        main_worker
    }

    /// Makes the helper idle.
    fn helper_leaves(arena: &Arena<TinyNode>) {
        let helper = WorkerId::new(1);
        arena.leave_tree(helper, arena.team_state().under_way(), &mut Meter::default());
        arena.mark_idle(helper, &mut Meter::default());
    }

    /// Searches to the end. Returns the value.
    fn finish(arena: &Arena<TinyNode>, main_worker: &mut DtsWorker<'_, TinyNode>) -> Option<i32> {
        while !arena.is_over() {
            main_worker.step(&mut 0).unwrap();
        }
        assert_eq!(arena.memory().in_use(), 0);
        arena.outcome().unwrap().value
    }

    #[test]
    #[cfg_attr(miri, ignore = "takes more than ten minutes")]
    fn nothing_is_shared_until_a_worker_is_idle() {
        for grain in [Grain::Node, Grain::Subtree] {
            let arena = Arena::new(2).unwrap();
            let mut main_worker = with_busy_helper(&arena, grain);
            while !main_worker.is_idle() {
                main_worker.step(&mut 0).unwrap();
            }
            assert_eq!(main_worker.peer.counters.offers, 0);
        }
    }

    /// The recursion is the one place that other tests cannot check.
    #[test]
    #[cfg_attr(miri, ignore = "takes more than ten minutes")]
    fn a_recursion_that_is_shared_calls_what_the_sequential_program_calls() {
        let expected = calls_of(|| {
            let mut stack = vec![root(); TinyNode::STACK];
            driver::search(&mut 0, &mut stack, &mut driver::Never)
        });
        let opened = expected.1.iter().filter(|(operation, _)| *operation == "open").count();
        let mut shared = 0;
        for open in (1..opened as u64).step_by(opened / 20) {
            // The helper leaves by a hook that outlives this test.
            let arena: &'static Arena<TinyNode> = Box::leak(Box::new(Arena::new(2).unwrap()));
            let mut main_worker = with_busy_helper(arena, Grain::Subtree);
            at_open(open, || helper_leaves(arena));
            let found = calls_of(|| finish(arena, &mut main_worker));
            assert!(found == expected, "when {open} nodes are open");
            shared += u32::from(main_worker.peer.counters.offers > 3);
        }
        assert!(shared > 15, "{shared}");
    }

    /// Each block has one claim out. The search continues below them to the same value.
    #[test]
    #[cfg_attr(miri, ignore = "takes more than ten minutes")]
    fn the_stack_above_the_frontier_becomes_blocks_and_the_search_goes_on() {
        let mut stack = vec![root(); TinyNode::STACK];
        let value = driver::search(&mut 0, &mut stack, &mut driver::Never);
        let mut longest = 0;
        for steps in (1..400).step_by(7) {
            let arena = Arena::new(2).unwrap();
            let mut main_worker = with_busy_helper(&arena, Grain::Node);
            for _ in 0..steps {
                main_worker.step(&mut 0).unwrap();
            }
            if main_worker.private_search.depth() == 0 {
                continue;
            }
            helper_leaves(&arena);
            // The last of them is entered, and the step that shares the others opens it.
            let nodes = &main_worker.peer.stack[..=main_worker.private_search.depth()];
            let expected = nodes.iter().filter(|node| node.depth() >= FRONTIER).count();
            main_worker.step(&mut 0).unwrap();
            let blocks = arena.memory();
            let above: Vec<BlockId> = blocks.chain_above(main_worker.block).collect();
            assert_eq!(above.len(), expected, "after {steps} steps");
            for block in above.into_iter().chain([main_worker.block]) {
                assert_eq!(main_worker.lock(block).unwrap().claims.out(), 1);
            }
            longest = longest.max(expected);
            assert_eq!(finish(&arena, &mut main_worker), value, "after {steps} steps");
        }
        assert!(longest > 3, "{longest}");
    }

    /// A worker becomes idle while the pool of the busy one is full. Later, in the same private search, others finish blocks.
    #[test]
    #[cfg_attr(miri, ignore = "takes more than ten minutes")]
    fn a_worker_with_a_full_pool_listens_until_it_has_a_block() {
        for grain in [Grain::Node, Grain::Subtree] {
            let arena: &'static Arena<TinyNode> = Box::leak(Box::new(Arena::new(2).unwrap()));
            let mut main_worker = with_busy_helper(arena, grain);
            let free = &arena.memory().pool(WorkerId::MAIN).free;
            let taken: Vec<usize> = std::iter::from_fn(|| free.take()).collect();
            at_open(50, move || {
                helper_leaves(arena);
                at_open(50, move || taken.iter().for_each(|&slot| free.put(slot)));
            });
            while main_worker.step(&mut 0).unwrap() != Step::BackedUp {}
            let Counters { offers, pool_empty, .. } = main_worker.peer.counters;
            assert!(offers > 0, "{grain:?}: the private search was never split");
            assert_eq!(pool_empty, 0, "{grain:?}: it does not try without a block");
            let mut stack = vec![root(); TinyNode::STACK];
            let value = driver::search(&mut 0, &mut stack, &mut driver::Never);
            assert_eq!(finish(arena, &mut main_worker), value);
        }
    }

    /// A subtree may take seconds. Its worker must leave it on an alarm, as on a stop above.
    #[test]
    fn an_alarm_or_a_stop_above_ends_the_search_of_a_subtree() {
        let raise_alarm = |arena: &Arena<TinyNode>, _| assert!(arena.team_state().alarm.raise());
        let stop = |arena: &Arena<TinyNode>, block| arena.memory().block(block).stop();
        for interrupt in [raise_alarm, stop] {
            let arena: Arena<TinyNode> = Arena::new(1).unwrap();
            let block = BlockId::new(WorkerId::MAIN, 0);
            let peer = Peer::new(&arena, WorkerId::MAIN, None, Vec::new());
            let mut check =
                CancellationCheck::new(&peer, || arena.memory().has_stopped_ancestor(block));
            peer.mailbox.attention.call();
            assert!(!check.is_raised(), "the call was for others");
            interrupt(&arena, block);
            assert!(!check.is_raised(), "no worker has called");
            peer.mailbox.attention.call();
            assert!(check.is_raised());
        }
    }
}
