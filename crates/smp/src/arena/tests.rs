//! Tests what an arena keeps, and what a reset restores.

use std::sync::atomic::Ordering;

use super::*;
use crate::Arena;
use crate::dts::DtsBlocks;
use crate::ids::TreeId;
use crate::params::Params;
use crate::team::Worker;
use crate::testing::TinyNode;

fn arena() -> Arena<TinyNode> {
    Arena::new(2).unwrap()
}

fn blocks(arena: &Arena<TinyNode>) -> &DtsBlocks<TinyNode> {
    arena.memory()
}

#[test]
fn sizes_out_of_range_are_refused_with_a_reason() {
    for workers in [0, MAX_WORKERS + 1] {
        let error = Arena::<TinyNode>::new(workers).err().unwrap();
        assert_eq!(
            error.to_string(),
            format!("{workers} workers are too few or too many; a team has 1 to 1024")
        );
    }
}

#[test]
fn memory_that_is_refused_is_named_with_its_size() {
    let Err(ArenaError::Refused { bytes, .. }) = map::<u64>("too much", 1 << 45) else {
        panic!("there is no address space for that");
    };
    assert_eq!(bytes, 1 << 48);
}

#[test]
fn a_next_iteration_that_has_been_stopped_is_not_adopted() {
    let arena = arena();
    let team_state = arena.team_state();
    team_state.begin();
    assert!(!team_state.has_next_to_adopt(), "it has not begun");
    for _ in 0..2 {
        team_state.begin_next();
        assert!(team_state.has_next_to_adopt());
        team_state.note_stop(team_state.under_way());
        assert!(team_state.has_next_to_adopt(), "the one before has been stopped");
        team_state.note_stop(team_state.under_way().other());
        assert!(!team_state.has_next_to_adopt() && team_state.has_next());
    }
}

#[test]
fn lock_is_exclusive() {
    let arena = arena();
    let mine = arena.lock_context(WorkerId::new(0));
    let search_setup = &arena.team_state().search_setup;
    let mut guard = search_setup.lock(&mine).unwrap();
    guard.put(SearchSetup { setup: Default::default(), params: Params::default() });
    std::thread::scope(|scope| {
        let yours = || arena.lock_context(WorkerId::new(1));
        scope.spawn(move || assert!(search_setup.try_lock(&yours()).is_none()));
    });
    drop(guard);
    assert!(search_setup.try_lock(&mine).is_some_and(|guard| guard.has_value()));
}

/// The statistics show contention by these counts.
#[test]
fn sleeps_on_a_lock_are_counted_for_the_worker_that_waits() {
    let arena = arena();
    let waits = |worker| arena.mailbox(WorkerId::new(worker)).lock_waits();
    let search_setup = &arena.team_state().search_setup;
    let guard = search_setup.lock(&arena.lock_context(WorkerId::new(0))).unwrap();
    std::thread::scope(|scope| {
        scope.spawn(|| search_setup.lock(&arena.lock_context(WorkerId::new(1))).is_ok());
        while waits(1) < 2 {
            std::thread::yield_now();
        }
        drop(guard);
    });
    assert_eq!(waits(0), 0);
    arena.mailbox(WorkerId::new(1)).begin_search();
    assert_eq!(waits(1), 0, "a search begins");
}

#[test]
fn locks_of_dead_workers_are_free_after_a_reset() {
    let arena = arena();
    let _worker = Worker::new(&arena, WorkerId::MAIN);
    let pool = blocks(&arena).pool(WorkerId::new(1));
    let body = &pool.blocks[pool.free.take().unwrap()].body;
    std::thread::scope(|scope| {
        let dead = || arena.lock_context(WorkerId::new(1));
        scope.spawn(move || std::mem::forget(body.lock(&dead()).unwrap()));
    });
    arena.reset(&Exclusive::in_a_test());
    assert_eq!(blocks(&arena).in_use(), 0);
    std::thread::scope(|scope| {
        scope.spawn(|| assert!(body.try_lock(&arena.lock_context(WorkerId::new(0))).is_some()));
    });
}

#[test]
fn reset_covers_workers_that_have_left_the_team() {
    let arena: Arena<TinyNode> = Arena::new(3).unwrap();
    let _worker = Worker::new(&arena, WorkerId::MAIN);
    blocks(&arena).pool(WorkerId::new(2)).free.take().unwrap();
    blocks(&arena).active_pools().mark_active(2);
    arena.set_team_size(1);
    arena.reset(&Exclusive::in_a_test());
    assert_eq!(blocks(&arena).in_use(), 0);
    let active = blocks(&arena).active_pools().count(3);
    assert_eq!(active, 0, "every look through the job list would visit the pool");
}

#[test]
fn another_size_keeps_the_memory_of_the_game() {
    let mut arena: Arena<TinyNode> = Arena::new(1).unwrap();
    arena.shared().store(7, Ordering::Relaxed);
    for workers in [16, 2, 1] {
        blocks(&arena).pool(WorkerId::new(0)).free.take().unwrap();
        blocks(&arena).active_pools().mark_active(arena.max_workers() - 1);
        arena.resize(workers).unwrap();
        assert_eq!(
            blocks(&arena).best_job(arena.team_state(), |_| true),
            None,
            "no pool is looked into that is no more"
        );
        assert_eq!((arena.max_workers(), arena.team().count()), (workers, workers));
        assert_eq!(blocks(&arena).in_use(), 0, "pools begin anew");
        assert_eq!(arena.shared().load(Ordering::Relaxed), 7);
    }
    assert!(arena.resize(0).is_err() && arena.resize(MAX_WORKERS + 1).is_err());
    assert_eq!(arena.max_workers(), 1, "as it was");
}

#[test]
fn a_worker_that_waits_for_a_lock_notices_the_alarm() {
    let arena = arena();
    let dead = arena.lock_context(WorkerId::new(1));
    let outcome = arena.team_state().outcome(TreeId::default());
    std::mem::forget(outcome.lock(&dead).unwrap());
    std::thread::scope(|scope| {
        let waiting = scope.spawn(|| outcome.lock(&arena.lock_context(WorkerId::new(0))).is_err());
        assert!(arena.team_state().alarm.raise());
        assert!(waiting.join().unwrap());
    });
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "lock order")]
fn locks_are_taken_in_order() {
    let arena = arena();
    let lock_context = arena.lock_context(WorkerId::new(0));
    let _search_setup = arena.team_state().search_setup.lock(&lock_context).unwrap();
    let outcome = arena.team_state().outcome(TreeId::default());
    let _outcome = outcome.lock(&lock_context).unwrap();
}

#[test]
#[should_panic(expected = "a lock is held between two steps")]
fn a_reset_without_proof_takes_no_lock_from_its_holder() {
    let arena: Arena<TinyNode> = Arena::new(1).unwrap();
    let counters = &arena.mailbox(WorkerId::MAIN).counters;
    std::mem::forget(counters.lock(&arena.lock_context(WorkerId::MAIN)).unwrap());
    crate::instrument::recover(&arena, std::iter::empty());
}
