//! Tests the algorithm on a tiny game: a uniform tree with 4 children per node.

use cleave_smp::driver::{self, Never};
use cleave_smp::instrument::Grain;
use cleave_smp::seam::{Peer, Strategy};
use cleave_smp::{Params, RootSearch, WorkerId};

use super::{SharedMove, TexelWorker};
use crate::algorithms::Algorithm;
use crate::testing::TinyNode;
use crate::{Arena, Node};

const DEPTH: i32 = 5;

/// A worker with its context, the number of nodes that it has opened.
type Worker<'a> = (TexelWorker<'a, TinyNode>, u64);

fn arena() -> Arena<TinyNode> {
    let arena = Arena::new(3).unwrap();
    arena.memory().select(Algorithm::LazyTexel);
    arena
}

fn shared(arena: &Arena<TinyNode>) -> &SharedMove<TinyNode> {
    arena.memory().root_move()
}

/// Returns the main worker at the first move of the root, and two helpers that have followed it. The second searches
/// the move as deep as the main worker, the first a ply deeper.
fn begun(arena: &Arena<TinyNode>) -> [Worker<'_>; 3] {
    begun_at(arena, TinyNode::root(DEPTH))
}

fn begun_at(arena: &Arena<TinyNode>, root: TinyNode) -> [Worker<'_>; 3] {
    let stack = || vec![TinyNode::default(); TinyNode::STACK];
    let peer = |id| Peer::new(arena, WorkerId::new(id), None, stack());
    let mut team = [0, 1, 2].map(|id| (TexelWorker::new(peer(id), shared(arena)), 0));
    let params = Params::default().with_grain(Grain::Node);
    team[0].0.peer.publish(&mut 0, &RootSearch::of(&root, &0), &params).unwrap();
    team[0].0.begin(&mut 0, &root).unwrap();
    for id in [1, 2] {
        step(&mut team[id]);
        assert_eq!((team[id].0.number, team[id].0.deeper), (1, id as i32 % 2));
    }
    team
}

fn step((worker, nodes): &mut Worker<'_>) {
    worker.check_cancelled();
    worker.step(nodes).unwrap();
}

/// Steps a worker until the condition holds.
fn step_until(worker: &mut Worker<'_>, holds: impl Fn(&TexelWorker<'_, TinyNode>) -> bool) {
    (0..10_000)
        .find(|_| {
            holds(&worker.0) || {
                step(worker);
                false
            }
        })
        .expect("it comes to that");
}

fn value_of(root: TinyNode) -> Option<i32> {
    driver::search(&mut 0, &mut vec![root; TinyNode::STACK], &mut Never)
}

fn value() -> Option<i32> {
    value_of(TinyNode::root(DEPTH))
}

#[test]
fn a_helpers_first_result_is_the_main_workers_result() {
    let arena = arena();
    let [mut main_worker, _, mut helper] = begun(&arena);
    for number in 1..=4 {
        step(&mut main_worker);
        let nodes = main_worker.1;
        step_until(&mut helper, |helper| helper.number == number);
        step_until(&mut helper, |_| shared(&arena).is_answered(number));
        assert_eq!((helper.0.number, helper.0.deeper), (number, 1), "and on, a ply deeper");
        step_until(&mut main_worker, |worker| worker.number > number || worker.is_idle());
        assert_eq!(main_worker.1, nodes, "it has searched nothing since");
    }
    assert_eq!(arena.outcome().unwrap().value, value());
    step_until(&mut helper, |helper| helper.is_idle());
}

#[test]
fn a_stopped_worker_leaves_its_search_to_all_without_a_value() {
    let arena = arena();
    let [mut main_worker, mut first, mut second] = begun(&arena);
    step(&mut first);
    main_worker.0.stop().unwrap();
    for worker in [&mut main_worker, &mut first, &mut second] {
        let nodes = worker.1;
        step_until(worker, |worker| worker.is_idle());
        assert_eq!(worker.1, nodes, "nothing is searched any more");
    }
    assert_eq!(arena.outcome().unwrap().value, None);
}

#[test]
fn helpers_follow_the_main_worker_from_move_to_move() {
    let arena = arena();
    let [mut main_worker, mut ahead, mut level] = begun(&arena);
    for number in 2..=4 {
        step_until(&mut main_worker, |worker| worker.number == number);
        for helper in [&mut ahead, &mut level] {
            assert_eq!(helper.0.number, number - 1);
            step(helper);
            assert_eq!(
                (helper.0.number, helper.0.peer.counters.aborts),
                (number, u64::from(number) - 1)
            );
        }
        assert_eq!((ahead.0.deeper, level.0.deeper), (1, 0), "each begins anew");
    }
    step_until(&mut main_worker, |worker| worker.is_idle());
    assert_eq!(arena.outcome().unwrap().value, value());
}

/// An answer in the search before, or for the move before, does not count.
#[test]
fn an_old_answer_counts_as_no_answer() {
    let arena = arena();
    let [mut main_worker, mut ahead, mut level] = begun(&arena);
    step_until(&mut level, |_| shared(&arena).is_answered(1));
    step_until(&mut main_worker, |worker| worker.number == 2);
    assert!(shared(&arena).search.lock(&mut main_worker.0.peer).unwrap().answer.is_none());
    for worker in [&mut main_worker, &mut ahead, &mut level] {
        step_until(worker, |worker| worker.is_idle());
    }
    assert!(arena.is_over());
    drop((main_worker, ahead, level));
    let [again, ..] = begun(&arena);
    assert!(!shared(&arena).is_answered(again.0.number));
}

#[test]
fn the_first_answer_counts() {
    let arena = arena();
    let [mut main_worker, mut ahead, mut level] = begun(&arena);
    step_until(&mut level, |_| shared(&arena).is_answered(1));
    let mut answer = || {
        let under_way = shared(&arena).search.lock(&mut main_worker.0.peer).unwrap();
        under_way.answer.map(|answer| answer.value)
    };
    let first = answer();
    step_until(&mut ahead, |ahead| ahead.deeper == 2);
    step_until(&mut level, |level| level.deeper == 2);
    assert_eq!(answer(), first);
}

/// The second search is a separate job, which helpers answer anew.
#[test]
fn a_move_that_is_searched_again_is_searched_again_by_all() {
    let arena = arena();
    let root = TinyNode::root_that_searches_again(DEPTH);
    let [mut main_worker, _, mut level] = begun_at(&arena, root);
    for number in 1..=8 {
        step_until(&mut level, |level| level.number == number);
        step_until(&mut level, |_| shared(&arena).is_answered(number));
        step_until(&mut main_worker, |worker| worker.number > number || worker.is_idle());
    }
    assert!(main_worker.0.is_idle());
    assert_eq!(arena.outcome().unwrap().value, value_of(root));
}
