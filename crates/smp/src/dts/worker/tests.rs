//! What an idle worker does when work cannot be had at once.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crate::arena::Arena;
use crate::ids::{BlockId, WorkerId};
use crate::params::Params;
use crate::strategy::Step;
use crate::team::Worker;
use crate::testing::TinyNode;

type Forest = Arena<TinyNode>;

fn forest() -> Forest {
    let arena = Arena::new(3).unwrap();
    arena.set_team_size(3);
    arena
}

/// A worker searches, and has made two blocks joinable; the better one first.
fn with_two_jobs(arena: &Forest) -> [BlockId; 2] {
    let mut nodes = 0;
    let mut searcher = Worker::new(arena, WorkerId::MAIN);
    searcher.begin(&mut nodes, &TinyNode::root(10), &0, &Params::default()).unwrap();
    loop {
        searcher.step(&mut nodes).unwrap();
        if let Some(best) = arena.best_job(None)
            && let Some(second) = arena.best_job(Some(best))
        {
            return [best, second];
        }
    }
}

/// Runs `body` while another worker has this block locked, which it releases when told to.
fn while_locked(arena: &Forest, block: BlockId, body: impl FnOnce(mpsc::Sender<()>)) {
    let (is_locked, locked) = mpsc::channel();
    let (release, released) = mpsc::channel();
    thread::scope(|scope| {
        scope.spawn(move || {
            let lock_context = arena.lock_context(WorkerId::new(1));
            let _body = arena.block(block).body.lock(&lock_context).unwrap();
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

/// The worker that holds the lock may have lost its processor, for milliseconds.
#[test]
fn a_block_that_is_locked_is_passed_over_for_the_second_best() {
    let arena = forest();
    let [best, second] = with_two_jobs(&arena);
    while_locked(&arena, best, |release| {
        assert_eq!(look(&arena), (Step::Joined, Some(second)));
        release.send(()).unwrap();
    });
}

/// Looking again and again would take the processor from the one who is to release the lock.
#[test]
fn whoever_finds_only_a_locked_block_waits_for_it() {
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

/// As when it has become full: the list is a hint, and may be late.
#[test]
fn a_block_that_is_not_to_be_had_is_passed_over_for_the_second_best() {
    let arena = forest();
    let [best, second] = with_two_jobs(&arena);
    let lock_context = arena.lock_context(WorkerId::new(1));
    arena.block(best).body.lock(&lock_context).unwrap().posted = 0;
    assert_eq!(look(&arena), (Step::Joined, Some(second)));
}

/// With a processor each they would only take them from each other.
#[test]
fn nobody_joins_while_as_many_are_busy_as_there_are_processors() {
    let arena = forest();
    with_two_jobs(&arena);
    arena.set_processors(1);
    assert_eq!(look(&arena), (Step::Idle, None));
    arena.set_processors(2);
    assert_eq!(look(&arena).0, Step::Joined);
}

/// One is busy: of two processors one is left to poll on, of three two.
#[test]
fn nobody_polls_without_a_processor_to_spare() {
    let arena = forest();
    with_two_jobs(&arena);
    let team_state = arena.team_state();
    for processors in 1..=3 {
        arena.set_processors(processors);
        let polling = (0..3).filter(|_| team_state.start_polling()).count();
        assert_eq!(polling, processors - 1);
        (0..3).for_each(|_| team_state.stop_polling());
    }
}

fn withdraw(arena: &Forest, block: BlockId) {
    let lock_context = arena.lock_context(WorkerId::new(1));
    let mut body = arena.block(block).body.lock(&lock_context).unwrap();
    body.posted = 0;
    arena.pool(block.owner()).post(block.slot(), 0);
}
