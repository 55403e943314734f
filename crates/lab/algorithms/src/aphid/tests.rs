//! Tests the algorithm on a tiny game: a uniform tree with 4 children per node.

use cleave_smp::instrument::Grain;
use cleave_smp::seam::{Peer, Strategy};
use cleave_smp::{Params, RootSearch, Step, Worker, WorkerId};

use super::duty::Visit;
use super::leaf::tests::leaf;
use super::table::{FORGOTTEN_AFTER, PLACES};
use super::{AphidWorker, SharedLeaves, UPPER_DEPTH};
use crate::Arena;
use crate::algorithms::Algorithm;
use crate::testing::{TinyNode, exclusive};
use crate::traits::OwnRoot;

const LEAVES: usize = 1 << (2 * UPPER_DEPTH);
/// Plies below the root: 3 below each leaf.
const DEPTH: i32 = UPPER_DEPTH + 3;
/// More steps than any search here takes.
const MANY: usize = 100_000;

/// Workers with their contexts. The first is the main worker.
type Workers<'a> = Vec<(Worker<'a, TinyNode>, u64)>;

fn arena(workers: usize) -> Arena<TinyNode> {
    let arena = Arena::new(workers).unwrap();
    arena.memory().select(Algorithm::Aphid);
    arena
}

/// Returns a team that has just begun to search this root.
fn begin<'a>(arena: &'a Arena<TinyNode>, root: &TinyNode) -> Workers<'a> {
    let ids = (0..arena.max_workers()).map(WorkerId::new);
    let mut team: Workers<'a> = ids.map(|id| (Worker::new(arena, id), 0)).collect();
    begin_again(&mut team, root);
    team
}

fn begin_again(team: &mut Workers<'_>, root: &TinyNode) {
    let params = Params::default().with_grain(Grain::Node);
    let (main_worker, context) = &mut team[0];
    main_worker.begin(context, &RootSearch::of(root, &0), &params).unwrap();
}

fn step(team: &mut Workers<'_>, who: usize) -> Step {
    let (worker, context) = &mut team[who];
    worker.step(context).unwrap()
}

/// Steps the main worker until its pass is over: it waits or has left.
fn pass(team: &mut Workers<'_>) {
    let is_over = |team: &Workers<'_>| team[0].0.is_waiting() || team[0].0.is_idle();
    step(team, 0);
    (0..MANY).find(|_| is_over(team) || { step(team, 0) == Step::Left }).expect("a pass ends");
}

/// Steps these workers in turn until the main worker has left. Returns false if it never does.
fn run(team: &mut Workers<'_>, who: &[usize]) -> bool {
    (0..MANY).any(|_| {
        who.iter().for_each(|&who| {
            step(team, who);
        });
        team[0].0.is_idle()
    })
}

/// Returns the value that one worker finds.
fn value(root: &TinyNode) -> i32 {
    let arena = arena(1);
    let mut team = begin(&arena, root);
    assert!(run(&mut team, &[0]));
    arena.outcome().unwrap().value.unwrap()
}

fn leaves(arena: &Arena<TinyNode>) -> &SharedLeaves<TinyNode> {
    arena.memory().leaves()
}

/// Returns a root to be searched with the window of all values.
fn open_root() -> TinyNode {
    TinyNode::root_with_window(DEPTH, TinyNode::full_window())
}

fn count(arena: &Arena<TinyNode>, of: impl Fn(super::duty::Duty) -> bool) -> usize {
    leaves(arena).table.candidates().filter(|candidate| of(candidate.duty)).count()
}

#[test]
fn helpers_deepen_their_leaves_without_another_request() {
    let arena = arena(2);
    let mut team = begin(&arena, &open_root());
    pass(&mut team);
    assert_eq!(count(&arena, |duty| duty.plies_behind == 3), LEAVES, "known by estimates only");
    let mut most_behind = 3;
    while step(&mut team, 1) != Step::Left {
        let most = leaves(&arena).table.candidates().map(|leaf| leaf.duty.plies_behind).max();
        let most = most.unwrap();
        let level = count(&arena, |duty| most - duty.plies_behind <= 1);
        assert_eq!(level, LEAVES, "none is deepened twice before all others are");
        assert!(most <= most_behind);
        most_behind = most;
    }
    assert_eq!(most_behind, 0);
    assert_eq!(count(&arena, |duty| duty.is_ahead), LEAVES, "and a ply beyond what was asked");
    pass(&mut team);
    assert!(arena.is_over());
    assert_eq!(arena.outcome().unwrap().value, Some(value(&open_root())));
}

/// Without cutoffs every leaf counts.
#[test]
fn one_uncertain_leaf_that_counts_keeps_the_iteration_open() {
    let arena = arena(3);
    let mut team = begin(&arena, &open_root());
    pass(&mut team);
    assert_eq!(step(&mut team, 2), Step::Joined);
    while step(&mut team, 1) != Step::Left {}
    assert_eq!(count(&arena, |duty| duty.plies_behind > 0), 1, "worker 2 has not moved");
    for _ in 0..3 {
        pass(&mut team);
        assert!(team[0].0.is_waiting(), "the main worker waits for the last leaf");
    }
    assert!(run(&mut team, &[0, 2]));
    assert_eq!(arena.outcome().unwrap().value, Some(value(&open_root())));
}

/// Worker 1 takes the first leaf and never comes back. A brother of that leaf causes a cutoff.
#[test]
fn a_guess_is_good_enough_where_it_does_not_count() {
    let root = TinyNode::root_with_bound(DEPTH, 100);
    let arena = arena(3);
    let mut team = begin(&arena, &root);
    pass(&mut team);
    assert_eq!(step(&mut team, 1), Step::Joined);
    assert!(run(&mut team, &[0, 2]), "the main worker waits for a leaf that does not count");
    assert_eq!(count(&arena, |duty| duty.is_taken && duty.plies_behind > 0), 1);
    assert!(!arena.is_over(), "worker 1 is still there");
    while step(&mut team, 1) != Step::Left {}
    while !arena.is_over() {
        step(&mut team, 2);
    }
    assert_eq!(arena.outcome().unwrap().value, Some(value(&root)));
    assert_eq!(count(&arena, |duty| duty.is_taken), 0, "it is given back");
}

/// Worker 2 has chosen a leaf of one search, and takes it only after the next search, of another root, has begun. Its
/// result would be stored in an unrelated leaf at the same place.
#[test]
fn a_leaf_of_the_last_search_is_not_taken() {
    let arena = arena(3);
    let mut team = begin(&arena, &open_root());
    pass(&mut team);
    let mut late =
        AphidWorker::new(Peer::new(&arena, WorkerId::new(2), None, Vec::new()), leaves(&arena));
    let serial = arena.team_state().serial();
    let place = late.find_leaf().expect("all leaves are due");
    assert!(run(&mut team, &[0, 1]));
    while !arena.is_over() {
        step(&mut team, 1);
    }
    begin_again(&mut team, &TinyNode::root_with_bound(DEPTH, 100));
    assert_eq!(late.join(&mut 0, serial, place).unwrap(), Step::Idle);
    assert!(late.is_idle());
}

/// Worker 1 dies while it writes to a leaf. Worker 2 does the rest.
#[test]
fn the_leaves_of_a_dead_worker_are_searched_by_others_and_results_stay() {
    let root = open_root();
    let arena = arena(3);
    let mut team = begin(&arena, &root);
    pass(&mut team);
    for _ in 0..20 * LEAVES {
        step(&mut team, 1);
        step(&mut team, 2);
    }
    let done = count(&arena, |duty| duty.plies_behind < 3);
    assert!(done == LEAVES && count(&arena, |duty| duty.is_taken) == 2);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let dead = arena.lock_context(WorkerId::new(1));
            std::mem::forget(leaves(&arena).table.lock(0, &dead).unwrap());
        });
    });
    team.iter_mut().for_each(|(worker, _)| worker.abandon());
    arena.reset(&exclusive());
    assert_eq!(count(&arena, |duty| duty.is_taken), 0);
    assert_eq!(leaves(&arena).table.entries().count(), LEAVES - 1, "one was half written");
    begin_again(&mut team, &root);
    pass(&mut team);
    assert!(count(&arena, |duty| duty.plies_behind < 3) >= done - 1, "what was found stays");
    assert!(run(&mut team, &[0, 2]));
    assert_eq!(arena.outcome().unwrap().value, Some(value(&root)));
}

/// Fills the table with leaves that were visited in these passes.
fn fill(arena: &Arena<TinyNode>, pass: impl Fn(usize) -> u32) {
    let lock_context = arena.lock_context(WorkerId::MAIN);
    for place in 0..PLACES {
        let visit = Visit { pass: pass(place), rank: 0 };
        let (key, owner) = (place as u64 + 1, WorkerId::new(1));
        leaves(arena).table.put(place, key, leaf(), (owner, visit), &lock_context).unwrap();
    }
}

#[test]
fn leaves_of_another_root_are_forgotten() {
    let arena = arena(2);
    let kept_from = |key| {
        fill(&arena, |_| 1);
        leaves(&arena).expect_root(key);
        leaves(&arena).table.entries().count()
    };
    assert_eq!([Some(7), Some(7), Some(8), None, None].map(kept_from), [0, PLACES, 0, 0, 0]);
}

#[test]
fn a_full_table_forgets_the_entry_not_visited_for_longest() {
    let arena = arena(2);
    let table = &leaves(&arena).table;
    assert_eq!(table.find_room(1), Some(0));
    fill(&arena, |place| if place < 2 { 5 + place as u32 } else { 100 });
    assert_eq!(table.find_room(6 + FORGOTTEN_AFTER), Some(0));
    assert_eq!(table.find_room(5 + FORGOTTEN_AFTER), None);
    let lock_context = arena.lock_context(WorkerId::MAIN);
    table.lock(0, &lock_context).unwrap().assign(|duty| duty.is_taken = true);
    assert_eq!(table.find_room(6 + FORGOTTEN_AFTER), None, "a helper is at it");
    let who = (WorkerId::new(1), Visit { pass: 6 + FORGOTTEN_AFTER, rank: 0 });
    let put = table.put(0, 7, leaf(), who, &lock_context);
    assert_eq!(put.unwrap(), None, "it has been taken since there was room");
    assert_eq!(table.find_room(7 + FORGOTTEN_AFTER), Some(1));
}

#[test]
fn the_main_worker_searches_leaves_without_room_in_the_table() {
    let arena = arena(2);
    let root = open_root();
    let mut team = begin(&arena, &root);
    fill(&arena, |_| 1);
    pass(&mut team);
    assert!(arena.is_over(), "nobody is asked");
    assert_eq!(arena.outcome().unwrap().value, Some(value(&root)));
}
