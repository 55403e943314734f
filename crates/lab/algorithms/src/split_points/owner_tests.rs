//! Tests what wakes an owner that waits for its clients. It sleeps without a limit, so a missing wake-up hangs the
//! search. Also tests that it begins to wait once per step.

use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use cleave_smp::random::Rng;
use cleave_smp::{Alarmed, Params, RootSearch, Step, Worker, WorkerId};

use super::tests::{Forest, best_job};
use crate::Arena;
use crate::algorithms::Algorithm;
use crate::testing::TinyNode;

/// A wait that ends only if a test fails.
const TIMEOUT: Duration = Duration::from_secs(10);

/// The time for which the owner is left waiting.
const WAITED: Duration = Duration::from_millis(20);

/// The least depth of a block.
const FRONTIER: i32 = 4;

/// Lets an owner of the root, the only block, sleep while a client has the last job. Then runs `wake` in the client's
/// thread. Returns the result of the owner's next step.
fn woken_by(
    algorithm: Algorithm,
    wake: impl FnOnce(&Forest, &mut Worker<'_, TinyNode>),
) -> Result<Step, Alarmed> {
    let woken = woken_within(TIMEOUT, algorithm, FRONTIER, wake);
    woken.expect("nobody has woken the owner")
}

/// As [`woken_by`], below a root of this depth. Returns `None` if the owner sleeps for longer than `patience`.
fn woken_within(
    patience: Duration,
    algorithm: Algorithm,
    depth: i32,
    wake: impl FnOnce(&Forest, &mut Worker<'_, TinyNode>),
) -> Option<Result<Step, Alarmed>> {
    let arena: Forest = Arena::new(2).unwrap();
    arena.memory().select(algorithm);
    let (posts, is_posted) = mpsc::channel();
    let (joins, has_joined) = mpsc::channel();
    let (wakes, is_awake) = mpsc::channel();
    thread::scope(|scope| {
        let arena = &arena;
        scope.spawn(move || {
            let mut owner = Worker::new(arena, WorkerId::MAIN);
            let (min_thread_depth, idle_thread_depth) = (FRONTIER, FRONTIER);
            let params = Params::default().with(|params| {
                params.min_thread_depth = min_thread_depth;
                params.idle_thread_depth = idle_thread_depth;
            });
            let start = Instant::now();
            let root = TinyNode::root(depth);
            owner.begin(&mut 0, &RootSearch::of(&root, &0), &params).unwrap();
            // Its root is the only block that can be joined.
            while best_job(arena).is_none() || owner.owned_blocks().len() > 1 {
                owner.step(&mut 0).unwrap();
            }
            posts.send(()).unwrap();
            has_joined.recv().unwrap();
            while owner.step(&mut 0).unwrap() != Step::Waiting {}
            wakes.send(None).unwrap();
            owner.thread_wait(|| false, None);
            wakes.send(Some(owner.step(&mut 0))).unwrap();
            let busy = Duration::from_nanos(owner.counters().busy_ns);
            assert!(busy + WAITED <= start.elapsed(), "waiting is counted as busy");
        });
        is_posted.recv().unwrap();
        let mut client = Worker::new(arena, WorkerId::new(1));
        assert_eq!(client.step(&mut 0).unwrap(), Step::Joined);
        joins.send(()).unwrap();
        assert!(is_awake.recv().unwrap().is_none());
        let too_early = is_awake.recv_timeout(WAITED);
        assert!(too_early.is_err(), "the owner has not waited");
        wake(arena, &mut client);
        let woken = is_awake.recv_timeout(patience);
        if woken.is_err() {
            // Lets its thread end.
            arena.team_state().alarm.raise();
            arena.wake_owners();
        }
        woken.ok().map(|step| step.expect("it has been woken"))
    })
}

/// The algorithms whose owners wait, helpful or not.
const OWNERS: [Algorithm; 2] = [Algorithm::Ybwc, Algorithm::YbwcHelpful];

#[test]
fn the_last_client_out_wakes_the_owner() {
    for algorithm in OWNERS {
        let leave = |client: &mut Worker<'_, TinyNode>| {
            while client.step(&mut 0).unwrap() != Step::Left {}
        };
        let woken = woken_by(algorithm, |_, client| leave(client));
        assert_eq!(woken.unwrap(), Step::Left, "{algorithm}: the owner has finished the root");
    }
}

#[test]
fn a_stop_wakes_the_owner() {
    for algorithm in OWNERS {
        let woken = woken_by(algorithm, |_, client| client.thread_stop().unwrap());
        assert_eq!(woken.unwrap(), Step::Left, "{algorithm}: the client clears away");
    }
}

#[test]
fn the_alarm_wakes_the_owner() {
    for algorithm in OWNERS {
        let woken = woken_by(algorithm, |arena, _| {
            assert!(arena.team_state().alarm.raise());
            arena.wake_owners();
        });
        assert!(woken.is_err(), "{algorithm}");
    }
}

/// The client's job is deep enough to be shared.
#[test]
fn work_below_wakes_a_helpful_owner_and_no_other() {
    let share = |arena: &Forest, client: &mut Worker<'_, TinyNode>| {
        while best_job(arena).is_none() {
            client.step(&mut 0).unwrap();
        }
    };
    let depth = FRONTIER + 1;
    let woken = woken_within(TIMEOUT, Algorithm::YbwcHelpful, depth, share);
    let step = woken.expect("nobody has woken the owner").unwrap();
    assert_eq!(step, Step::Joined, "the owner works for its client");
    let woken = woken_within(WAITED, Algorithm::Ybwc, depth, share);
    assert!(woken.is_none(), "an owner that helps nobody waits for its client to leave");
}

/// A visit that finds nothing ends in another wait. If the wait began the next visit, the calls would nest.
#[test]
fn an_owner_begins_to_wait_once_a_step() {
    let mut visits_in_vain = 0;
    for seed in 0..40 {
        let arena: Forest = Arena::new(3).unwrap();
        arena.memory().select(Algorithm::YbwcHelpful);
        let mut team = [0, 1, 2].map(|id| Worker::new(&arena, WorkerId::new(id)));
        let params = Params::default().with(|params| {
            params.min_thread_depth = 2;
            params.min_thread_share = 0;
        });
        let root = TinyNode::root_with_cutoffs(7);
        team[0].begin(&mut 0, &RootSearch::of(&root, &0), &params).unwrap();
        let mut rng = Rng::new(seed);
        while !arena.is_over() {
            let worker = &mut team[rng.below(3) as usize];
            let before = worker.counters().waits;
            let step = worker.step(&mut 0).unwrap();
            let waits = worker.counters().waits.saturating_sub(before);
            assert!(waits <= 1, "seed {seed}: {waits} waits in a step");
            visits_in_vain += u32::from(waits == 1 && step == Step::Joined);
        }
    }
    assert!(visits_in_vain > 0);
}
