//! Tests a worker that finds no work at once, and a worker whose work has become useless.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use super::{DtsBlocks, DtsWorker};
use crate::block_path::Waypoint;
use crate::ids::{BlockId, WorkerId};
use crate::node::Node;
use crate::params::{Grain, Params};
use crate::random::Rng;
use crate::team::{Peer, RootSearch, Step, Strategy, Worker};
use crate::testing::{TinyNode, at_open};
use crate::{Arena, driver};

type Forest = Arena<TinyNode>;

/// A wait that ends only if a test fails.
const TIMEOUT: Duration = Duration::from_secs(20);

fn forest() -> Forest {
    let arena = Arena::new(3).unwrap();
    arena.set_team_size(3);
    arena
}

fn blocks(arena: &Forest) -> &DtsBlocks<TinyNode> {
    arena.memory()
}

/// Returns the best job other than `passed_over`.
fn best_job(arena: &Forest, passed_over: Option<BlockId>) -> Option<BlockId> {
    blocks(arena).best_job(arena.team_state(), |block| Some(block) != passed_over)
}

/// Returns a worker at a live root.
fn at_root(arena: &Forest, root: TinyNode) -> Worker<'_, TinyNode> {
    let mut searcher = Worker::new(arena, WorkerId::MAIN);
    // No team is a large_team: a node is joinable when one child has been searched.
    let params = Params { large_team: u32::MAX, ..Params::default() };
    searcher.begin(&mut 0, &RootSearch::of(&root, &0), &params).unwrap();
    searcher
}

/// Returns a worker that searches and has made a block joinable.
fn with_a_job(arena: &Forest) -> Worker<'_, TinyNode> {
    let mut searcher = at_root(arena, TinyNode::root(10));
    while best_job(arena, None).is_none() {
        searcher.step(&mut 0).unwrap();
    }
    searcher
}

/// Makes two blocks joinable, and returns them, the better first.
fn with_two_jobs(arena: &Forest) -> [BlockId; 2] {
    let mut searcher = with_a_job(arena);
    loop {
        if let Some(best) = best_job(arena, None)
            && let Some(second) = best_job(arena, Some(best))
        {
            return [best, second];
        }
        searcher.step(&mut 0).unwrap();
    }
}

/// Makes a block joinable that has two blocks above it. Returns it, and then the blocks above.
fn with_a_job_deep_down(arena: &Forest) -> [BlockId; 3] {
    let mut searcher = with_a_job(arena);
    loop {
        searcher.step(&mut 0).unwrap();
        while let Some(block) = best_job(arena, None) {
            let above = |block| blocks(arena).block(block).parent();
            if let Some(parent) = above(block)
                && let Some(grandparent) = above(parent)
            {
                return [block, parent, grandparent];
            }
            withdraw(arena, block);
        }
    }
}

/// Removes a block from the job list.
fn withdraw(arena: &Forest, block: BlockId) {
    let lock_context = arena.lock_context(WorkerId::new(1));
    let mut body = blocks(arena).block(block).body.lock(&lock_context).unwrap();
    body.posted = 0;
    blocks(arena).pool(block.owner()).post(block.slot(), 0);
}

/// Runs `body` while another worker has this block locked. A message through the channel releases the lock.
fn while_locked(arena: &Forest, block: BlockId, body: impl FnOnce(mpsc::Sender<()>)) {
    let (is_locked, locked) = mpsc::channel();
    let (release, released) = mpsc::channel();
    thread::scope(|scope| {
        scope.spawn(move || {
            let lock_context = arena.lock_context(WorkerId::new(1));
            let _body = blocks(arena).block(block).body.lock(&lock_context).unwrap();
            is_locked.send(()).unwrap();
            released.recv().unwrap();
        });
        locked.recv().unwrap();
        body(release);
    });
}

fn look(arena: &Forest) -> (Step, Option<BlockId>) {
    let mut idle = Worker::new(arena, WorkerId::new(2));
    let step = idle.step(&mut 0).unwrap();
    (step, idle.claimed_block())
}

/// The worker that holds the lock may have lost its processor for milliseconds.
#[test]
fn a_block_that_is_locked_is_passed_over_for_the_second_best() {
    let arena = forest();
    let [best, second] = with_two_jobs(&arena);
    while_locked(&arena, best, |release| {
        assert_eq!(look(&arena), (Step::Joined, Some(second)));
        release.send(()).unwrap();
    });
}

/// Repeated scans would take processor time from the lock's holder.
#[test]
fn a_worker_that_finds_only_a_locked_block_waits_for_it() {
    let arena = forest();
    let [best, second] = with_two_jobs(&arena);
    withdraw(&arena, second);
    while_locked(&arena, best, |release| {
        thread::scope(|scope| {
            let waiting = scope.spawn(|| look(&arena));
            thread::sleep(Duration::from_millis(20));
            assert!(!waiting.is_finished(), "a worker has given up on a lock");
            release.send(()).unwrap();
            assert_eq!(waiting.join().unwrap(), (Step::Joined, Some(best)));
        });
    });
}

/// For example because it has become full. The list is a hint and may be late.
#[test]
fn a_block_that_cannot_be_joined_is_passed_over_for_the_second_best() {
    let arena = forest();
    let [best, second] = with_two_jobs(&arena);
    let lock_context = arena.lock_context(WorkerId::new(1));
    blocks(&arena).block(best).body.lock(&lock_context).unwrap().posted = 0;
    assert_eq!(look(&arena), (Step::Joined, Some(second)));
}

/// A searching worker wakes one sleeper, which wakes the next when it has joined. Without a wake-up they sleep until
/// the search is over: the result is right, but the search is not parallel.
#[test]
#[cfg_attr(miri, ignore = "Miri is too slow for its limit of time")]
fn sleepers_are_woken_for_a_job() {
    let arena = forest();
    let is_over = AtomicBool::new(false);
    let (joined, joins) = mpsc::channel();
    thread::scope(|scope| {
        for id in 1..3 {
            let (arena, is_over, joined) = (&arena, &is_over, joined.clone());
            scope.spawn(move || {
                let mut idle = Worker::new(arena, WorkerId::new(id));
                let is_over = || is_over.load(Ordering::Relaxed);
                idle.thread_wait(is_over, None);
                while !is_over() && idle.step(&mut 0).unwrap() == Step::Idle {
                    idle.thread_wait(is_over, None);
                }
                joined.send(id).unwrap();
            });
        }
        // Waits until both are asleep.
        thread::sleep(Duration::from_millis(50));
        let _searching = with_a_job(&arena);
        let first = joins.recv_timeout(TIMEOUT);
        let second = joins.recv_timeout(TIMEOUT);
        is_over.store(true, Ordering::Relaxed);
        arena.team_state().event_count().notify_all();
        assert!(first.is_ok(), "the searcher has woken no worker");
        assert!(second.is_ok(), "the worker that joined has woken no other");
    });
}

fn helper(arena: &Forest) -> DtsWorker<'_, TinyNode> {
    DtsWorker::of(Peer::new(arena, WorkerId::new(1), None, Vec::new()), blocks(arena))
}

/// A worker may have acknowledged the call for the stop before it joined, and no other call follows. A worker that
/// knows the path to the block's parent takes no step from the stopped block.
#[test]
fn a_job_below_a_stopped_block_is_given_back() {
    for knows_the_path in [false, true] {
        let arena = forest();
        let [block, parent, grandparent] = with_a_job_deep_down(&arena);
        let mut helper = helper(&arena);
        if knows_the_path {
            helper.peer.counters.serial = arena.team_state().serial();
            let lock_context = arena.lock_context(WorkerId::new(1));
            let body = blocks(&arena).block(parent).body.lock(&lock_context).unwrap();
            helper.copied_path.follow(&body.path);
            helper.copied_path.note_taken();
        }
        blocks(&arena).block(grandparent).stop();
        assert_eq!(helper.step(&mut 0).unwrap(), Step::Joined);
        assert_eq!(helper.claimed_block(), Some(block));
        let one = size_of::<Waypoint<TinyNode>>() as u64;
        assert_eq!(helper.peer.counters.join_bytes == one, knows_the_path);
        let counters = &helper.peer.counters;
        assert_eq!((counters.aborts, counters.claims), (1, 1), "{knows_the_path}");
        assert_eq!(helper.step(&mut 0).unwrap(), Step::Left, "others are at the block");
    }
}

/// The worker has not written the path that it took to its trail, so it takes the path anew the next time.
#[test]
fn the_trail_of_a_worker_that_finds_no_job_does_not_lead_to_the_block() {
    let arena = forest();
    let [block, ..] = with_a_job_deep_down(&arena);
    let mut helper = helper(&arena);
    let lock_context = arena.lock_context(WorkerId::new(1));
    blocks(&arena).block(block).body.lock(&lock_context).unwrap().claims.exhaust();
    assert_eq!(helper.step(&mut 0).unwrap(), Step::Joined);
    assert!(helper.is_idle());
    assert_eq!(helper.copied_path.to_take().count(), helper.copied_path.blocks().length());
}

/// A block has room for a path of 64.
#[test]
#[cfg_attr(miri, ignore = "takes more than five minutes")]
fn a_node_below_too_many_blocks_is_searched_alone() {
    let arena = forest();
    let root = TinyNode::root(70);
    let mut searcher = Worker::new(&arena, WorkerId::MAIN);
    let params = Params { min_thread_depth: 1, min_thread_share: 0, ..Params::default() };
    searcher.begin(&mut 0, &RootSearch::of(&root, &0), &params).unwrap();
    let mut longest = 0;
    for _ in 0..500 {
        searcher.step(&mut 0).unwrap();
        let block = searcher.claimed_block().unwrap();
        longest = longest.max(1 + blocks(&arena).chain_above(block).count());
    }
    assert_eq!((longest, searcher.counters().pool_empty), (64, 0));
}

/// Otherwise each worker would search its subtree to the end for nothing.
#[test]
#[cfg_attr(miri, ignore = "takes more than ten minutes")]
fn a_cutoff_calls_the_workers_below_and_no_others() {
    let cutoffs = (8..16).map(cutoffs_that_call).sum::<u32>();
    assert!(cutoffs > 0, "no node was cut off while others searched below it: nothing was tested");
}

/// Returns the number of cutoffs in a tree of this depth at which a worker was called. Checks that each calls all
/// workers below and no others.
fn cutoffs_that_call(depth: i32) -> u32 {
    let arena: Forest = Arena::new(4).unwrap();
    let outside = WorkerId::new(3);
    let is_called = |id: WorkerId| arena.mailbox(id).attention.is_called();
    let main_worker = at_root(&arena, TinyNode::root_with_cutoffs(depth));
    let helpers = [1, 2].map(|id| Worker::new(&arena, WorkerId::new(id)));
    let mut team: Vec<_> = std::iter::once(main_worker).chain(helpers).collect();
    while !arena.is_over() {
        for worker in &mut team {
            worker.step(&mut 0).unwrap();
            if worker.counters().cutoffs > 0 {
                let called: Vec<_> = arena.team().filter(|&id| is_called(id)).collect();
                assert!(!called.is_empty(), "no worker is called");
                assert!(!called.contains(&worker.id()) && !called.contains(&outside), "{called:?}");
                return 1;
            }
        }
    }
    0
}

/// Nodes that a helper opens below a root that is stopped when it has opened `before`.
fn nodes_after_a_cutoff(before: u64, params: Params) -> u64 {
    // The cutoff comes by a hook that outlives this test.
    let arena: &'static Forest = Box::leak(Box::new(Arena::new(2).unwrap()));
    arena.set_team_size(2);
    let mut searcher = Worker::new(arena, WorkerId::MAIN);
    let root = TinyNode::root(8);
    searcher.begin(&mut 0, &RootSearch::of(&root, &0), &params).unwrap();
    let is_root = |block: &BlockId| blocks(arena).block(*block).parent().is_none();
    let root = loop {
        searcher.step(&mut 0).unwrap();
        if let Some(root) = best_job(arena, None).filter(is_root) {
            break root;
        }
    };
    let mut helper = Worker::new(arena, WorkerId::new(1));
    let mut nodes = 0;
    assert_eq!(helper.step(&mut nodes).unwrap(), Step::Joined);
    at_open(before - nodes, move || {
        blocks(arena).block(root).stop();
        arena.mailbox(WorkerId::new(1)).attention.call();
    });
    while helper.step(&mut nodes).unwrap() != Step::Left {
        assert!(!helper.is_idle(), "it has left without saying so");
    }
    nodes.checked_sub(before).expect("its subtree is larger")
}

/// Otherwise it would search its subtree of thousands of nodes to the end for nothing.
#[test]
#[cfg_attr(miri, ignore = "takes minutes")]
fn a_worker_alone_in_a_subtree_notices_a_cutoff_above() {
    for grain in [Grain::Subtree, Grain::Node] {
        // Below the frontier it never splits; above, as soon as a worker is idle.
        for min_thread_depth in [9, 6] {
            let params = Params {
                grain,
                min_thread_depth,
                min_thread_share: 0,
                idle_thread_depth: 8,
                large_team: u32::MAX,
                ..Params::default()
            };
            for before in [50, 200] {
                let nodes = nodes_after_a_cutoff(before, params);
                assert!(nodes <= 2, "{nodes} nodes: {grain:?}, {min_thread_depth}, {before}");
            }
        }
    }
}

/// Otherwise it would search its subtree to the end for nothing.
#[test]
fn a_worker_that_stops_the_search_gives_its_own_job_back() {
    let arena = forest();
    let mut searcher = with_a_job(&arena);
    searcher.thread_stop().unwrap();
    while !searcher.is_idle() {
        let step = searcher.step(&mut 0).unwrap();
        assert!(matches!(step, Step::GaveBack | Step::Left), "{step:?}");
    }
}

/// The arena is about to be reset, so the worker may touch nothing more.
#[test]
fn a_worker_that_is_called_checks_the_alarm() {
    let arena = forest();
    let _searching = with_a_job(&arena);
    let mut helper = Worker::new(&arena, WorkerId::new(1));
    assert_eq!(helper.step(&mut 0).unwrap(), Step::Joined);
    assert!(arena.team_state().alarm.raise());
    arena.call_all(WorkerId::MAIN);
    assert!(helper.step(&mut 0).is_err());
    assert!(helper.is_idle());
}

#[test]
fn the_best_job_of_all_is_found() {
    let arena: Forest = Arena::new(2).unwrap();
    assert_eq!(best_job(&arena, None), None);
    for (id, priorities) in [(0, [3, 0]), (1, [0, 7])] {
        let pool = blocks(&arena).pool(WorkerId::new(id));
        for priority in priorities {
            let slot = pool.free.take().unwrap();
            pool.post(slot, priority);
        }
        blocks(&arena).active_pools().mark_active(id);
    }
    let active_pools = || blocks(&arena).active_pools().pools(2).collect::<Vec<_>>();
    assert_eq!(active_pools(), [0, 1]);
    assert_eq!(best_job(&arena, None), Some(BlockId::new(WorkerId::new(1), 1)));
    blocks(&arena).pool(WorkerId::new(0)).post(0, 0);
    assert_eq!(best_job(&arena, None), Some(BlockId::new(WorkerId::new(1), 1)));
    assert_eq!(active_pools(), [1], "nothing is left behind the other");
    let best = best_job(&arena, None);
    assert_eq!(best_job(&arena, best), None);
    assert_eq!(best_job(&arena, None), best, "a block passed over once can be joined later");
}

#[test]
fn a_worker_that_joins_has_the_path_to_its_block() {
    let seeds = if cfg!(miri) { 1 } else { 20 };
    for seed in 0..seeds {
        let arena = Forest::new(3).unwrap();
        let root = TinyNode::root_with_cutoffs(7);
        let mut team = [0, 1, 2].map(|id| {
            let peer = Peer::new(&arena, WorkerId::new(id), None, Vec::new());
            DtsWorker::of(peer, arena.memory())
        });
        let params = Params { min_thread_depth: 2, min_thread_share: 0, ..Params::default() };
        team[0].peer.publish(&mut 0, &RootSearch::of(&root, &0), &params).unwrap();
        team[0].begin(&mut 0, &root).unwrap();
        let mut rng = Rng::new(seed);
        while !arena.is_over() {
            let worker = &mut team[rng.below(3) as usize];
            if worker.step(&mut 0).unwrap() == Step::Joined && !worker.is_idle() {
                let body = worker.lock(worker.block).unwrap();
                assert!(worker.copied_path.has_taken(&body.path));
            }
        }
        let mut stack = vec![root; TinyNode::STACK];
        let value = driver::search(&mut 0, &mut stack, &mut driver::Never);
        assert_eq!(arena.outcome().unwrap().value, value);
        assert_eq!(arena.memory().in_use(), 0);
        assert!(team.iter().map(|worker| worker.peer.counters.joins).sum::<u64>() > 0);
    }
}
