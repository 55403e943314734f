//! What wakes an owner that waits for its clients. It sleeps without a limit, so whatever forgets
//! to wake it hangs the search.

use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use crate::algorithm::Algorithm;
use crate::arena::Arena;
use crate::ids::WorkerId;
use crate::lock::Alarmed;
use crate::params::Params;
use crate::strategy::Step;
use crate::team::Worker;
use crate::testing::TinyNode;

type Forest = Arena<TinyNode>;

/// A wait that ends only if a test fails.
const TIMEOUT: Duration = Duration::from_secs(10);

/// How long the owner is left waiting.
const WAITED: Duration = Duration::from_millis(20);

/// An owner sleeps while a client has the last job. Then `wake` happens, in the client's thread.
/// Returns what the owner's next step comes to.
fn woken_by(wake: impl FnOnce(&Forest, &mut Worker<'_, TinyNode>)) -> Result<Step, Alarmed> {
    let arena: Forest = Arena::new(2).unwrap();
    arena.set_algorithm(Algorithm::Ybwc);
    let (posts, is_posted) = mpsc::channel();
    let (joins, has_joined) = mpsc::channel();
    let (wakes, is_awake) = mpsc::channel();
    thread::scope(|scope| {
        let arena = &arena;
        scope.spawn(move || {
            let mut owner = Worker::new(arena, WorkerId::MAIN);
            // Its root is the only block.
            let params = Params { min_thread_depth: 4, idle_thread_depth: 4, ..Params::default() };
            let start = Instant::now();
            owner.begin(&mut 0, &TinyNode::root(4), &0, &params).unwrap();
            while arena.best_job(None).is_none() {
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
        // It has copied the path and has a job, whose child it has entered.
        assert_eq!(client.step(&mut 0).unwrap(), Step::HandedOut);
        joins.send(()).unwrap();
        assert!(is_awake.recv().unwrap().is_none());
        let too_early = is_awake.recv_timeout(WAITED);
        assert!(too_early.is_err(), "the owner has not waited");
        wake(arena, &mut client);
        let woken = is_awake.recv_timeout(TIMEOUT);
        if woken.is_err() {
            // Lets its thread end.
            arena.team_state().alarm.raise();
            arena.wake_owners();
        }
        woken.expect("nobody has woken the owner").unwrap()
    })
}

#[test]
fn the_last_client_out_wakes_the_owner() {
    let woken = woken_by(|_, client| while client.step(&mut 0).unwrap() != Step::Left {});
    assert_eq!(woken.unwrap(), Step::Left, "the owner has finished the root");
}

#[test]
fn a_stop_wakes_the_owner() {
    let woken = woken_by(|_, client| client.thread_stop().unwrap());
    assert_eq!(woken.unwrap(), Step::Left, "the client clears away");
}

#[test]
fn the_alarm_wakes_the_owner() {
    let woken = woken_by(|arena, _| {
        assert!(arena.team_state().alarm.raise());
        arena.wake_owners();
    });
    assert!(woken.is_err());
}
