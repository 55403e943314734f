//! Iterative deepening by teams that begin the next iteration ahead of time, and adopt it or give it up. Values and
//! lines equal plain minimax, and nothing is left in the arena.
//!
//! `CLEAVE_SOAK=20` tries 10,000 seeds, `CLEAVE_REPLAY=N` only seed N.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use cleave_algorithms::{Arena, MainWorker, Team};
use cleave_smp::random::Rng;
use cleave_smp::{Backend, Chaos, Common, End, IteratingTeam, Params, RootSearch};
use cleave_virtual_time::artificial::{
    ArtificialNode, Deepened, Explorer, Shape, faulty_helper, helper, minimax, parallel,
    random_deepening, random_params_ahead, virtual_deepening,
};
use proptest::prelude::*;

use crate::rounds::{number, rounds, seed};
use crate::stepped::Stepped;

/// Adds up the counts.
fn add(sum: &mut Deepened, more: Deepened) {
    sum.adopted += more.adopted;
    sum.given_up += more.given_up;
    sum.stops += more.stops;
    sum.stats += more.stats;
}

fn assert_tested(happened: &Deepened) {
    let Deepened { adopted, given_up, stops, .. } = *happened;
    assert!(adopted > 0 && given_up > 0 && stops > 0, "nothing was tested: {happened:?}");
    assert!(happened.stats.sum(|counters| counters.joins) > 0);
}

#[test]
fn in_virtual_time_every_iteration_has_its_value_and_no_invariant_breaks() {
    let first = seed(6) << 32;
    let replayed = number("CLEAVE_REPLAY");
    let mut happened = Deepened::default();
    for seed in replayed.map_or(first..first + rounds(500), |seed| seed..seed + 1) {
        let replay = format!("CLEAVE_REPLAY={seed}");
        let trial = std::panic::catch_unwind(|| virtual_deepening(seed, 16));
        let deepened = trial.unwrap_or_else(|_| panic!("{replay}: see above"));
        add(&mut happened, deepened.unwrap_or_else(|wrong| panic!("{replay}: {wrong}")));
    }
    println!("{happened:?}");
    if replayed.is_none() {
        assert_tested(&happened);
    }
}

/// Threads with delays at every access to shared memory.
#[test]
fn threads_find_every_value_in_chaos() {
    let mut rng = Rng::new(seed(7));
    let mut team: Team<ArtificialNode> = Team::new(16, Backend::Thread).unwrap();
    team.set_processors(16);
    let mut happened = Deepened::default();
    for _ in 0..rounds(10) {
        team.set_workers(2 + rng.below(15) as usize).unwrap();
        team.params = random_params_ahead(&mut rng);
        let chaos = Chaos { seed: rng.below(u64::MAX), delay_one_in: 5, die_one_in: 0 };
        chaos.begin();
        team.session(&faulty_helper(chaos), |main_worker| {
            let mut explorer = Explorer::new(main_worker.shared());
            for _ in 0..20 {
                let deepening = random_deepening(&mut rng, 10_000);
                let deepened = deepening.run(main_worker, &mut explorer, &mut rng);
                add(&mut happened, deepened.unwrap_or_else(|wrong| panic!("{wrong}")));
            }
        });
        Chaos::default().begin();
        assert_eq!(team.arena().memory().blocks_in_use(), 0, "blocks have leaked");
    }
    assert_tested(&happened);
}

proptest! {
    /// Searches the last height but one, and then the last height as it has been begun, or anew after that was given
    /// up. Both have the window of all values.
    #[test]
    fn an_adopted_search_has_the_value_and_line_of_one_begun_anew(
        seed: u64, height in 2u16..7, branching in 1u16..6, ragged: bool, ordering in 0u8..=100,
        granularity in 0i32..20, phases: bool, workers in 2usize..17, adopts: bool,
        next_depth in 1u8..5, pause in 0u64..200,
    ) {
        let before =
            Shape { seed, height: height - 1, branching, ragged, ordering, granularity, phases, work: 0 };
        let shape = Shape { height, ..before };
        let params =
            Params::default().with(|params| { params.min_thread_depth = 1; params.next_from = 1; params.next_depth = next_depth; });
        let arena: Arena<ArtificialNode> = Arena::new(workers).unwrap();
        let mut stepped = Stepped::new(&arena, workers, seed);
        let (main_worker, explorer) = &mut stepped.team[0];
        explorer.prepare(&shape);
        let next = ArtificialNode::root(explorer);
        explorer.prepare(&before);
        let root = ArtificialNode::root(explorer);
        let search = RootSearch { next: Some(&next), ..RootSearch::of(&root, &before) };
        main_worker.begin(explorer, &search, &params).unwrap();
        stepped.run_until(Common::is_over);
        prop_assert_eq!(arena.outcome().unwrap().value, Some(minimax(&before)));
        prop_assert!(arena.has_next());
        // The main worker is between two searches.
        (0..pause).for_each(|_| {
            let place = 1 + stepped.rng.below(workers as u64 - 1) as usize;
            let (worker, explorer) = &mut stepped.team[place];
            worker.step(explorer).unwrap();
        });
        let (main_worker, explorer) = &mut stepped.team[0];
        explorer.prepare(&shape);
        let search = RootSearch { adopts, ..RootSearch::of(&next, &shape) };
        if adopts {
            main_worker.begin(explorer, &search, &params).unwrap();
            prop_assert!(!arena.has_next());
        } else {
            main_worker.give_up_next().unwrap();
            stepped.run_until(Common::is_next_clear);
            prop_assert_eq!(arena.memory().blocks_in_use(), 0, "what is given up leaves no block");
            prop_assert!(stepped.team.iter().all(|(worker, _)| worker.is_idle()));
            let (main_worker, explorer) = &mut stepped.team[0];
            main_worker.begin(explorer, &search, &params).unwrap();
        }
        stepped.run_until(Common::is_over);
        prop_assert_eq!(arena.memory().blocks_in_use(), 0, "blocks have leaked");
        prop_assert!(stepped.team.iter().all(|(worker, _)| worker.is_idle()));
        let outcome = arena.outcome().unwrap();
        prop_assert_eq!(outcome.value, Some(minimax(&shape)));
        prop_assert_eq!(shape.line_value(outcome.line.children()), outcome.value);
    }
}

/// The others may be asleep.
#[test]
fn only_the_main_worker_clears_away_an_iteration_that_is_given_up() {
    let (arena, shape) = (Arena::<ArtificialNode>::new(2).unwrap(), Shape::default());
    let params = Params::default().with(|params| {
        params.min_thread_depth = 1;
        params.next_from = 1;
    });
    let mut stepped = Stepped::new(&arena, 1, 0);
    let (main_worker, explorer) = &mut stepped.team[0];
    explorer.prepare(&shape);
    let root = ArtificialNode::root(explorer);
    let search = RootSearch { next: Some(&root), ..RootSearch::of(&root, &shape) };
    main_worker.begin(explorer, &search, &params).unwrap();
    stepped.run_until(Common::is_over);
    assert_eq!(arena.memory().blocks_in_use(), 1, "nobody has joined the next iteration");
    stepped.team[0].0.give_up_next().unwrap();
    (0..10).for_each(|_| stepped.step());
    assert!(arena.is_next_clear());
    assert_eq!(arena.memory().blocks_in_use(), 0);
}

/// No worker is left in a search that has been stopped, after any next step of the main worker.
#[test]
fn a_stop_ends_the_next_iteration_as_well() {
    let (arena, shape) = (Arena::<ArtificialNode>::new(4).unwrap(), Shape::default());
    for steps in 0..400 {
        let params = Params::default().with(|params| {
            params.min_thread_depth = 1;
            params.next_from = 1;
        });
        let mut stepped = Stepped::new(&arena, 4, steps);
        let (main_worker, explorer) = &mut stepped.team[0];
        explorer.prepare(&shape);
        let root = ArtificialNode::root(explorer);
        let search = RootSearch { next: Some(&root), ..RootSearch::of(&root, &shape) };
        main_worker.begin(explorer, &search, &params).unwrap();
        (0..steps).take_while(|_| !arena.is_over()).for_each(|_| stepped.step());
        stepped.team[0].0.thread_stop().unwrap();
        stepped.run_until(Common::is_over);
        stepped.team[0].0.give_up_next().unwrap();
        stepped.run_until(Common::is_next_clear);
        assert_eq!(arena.memory().blocks_in_use(), 0, "stopped after {steps} steps");
        let end = arena.outcome().unwrap().value;
        assert!(end.is_none() || end == Some(minimax(&shape)), "{:?}", end.map(End::Value));
    }
}

/// A stopped iteration is no search of the next height.
#[test]
fn a_stopped_next_iteration_is_not_adopted() {
    let shape = Shape { height: 9, ..Shape::default() };
    let mut team = team_that_searches_ahead();
    team.session(&helper, |main_worker| {
        let mut explorer = Explorer::new(main_worker.shared());
        explorer.prepare(&shape);
        let root = ArtificialNode::root(&mut explorer);
        let search = RootSearch { next: Some(&root), ..RootSearch::of(&root, &shape) };
        explorer.control().stop_after.store(1, Relaxed);
        assert_eq!(main_worker.search_iteration(&mut explorer, &search).end, End::Stopped);
        assert!(main_worker.has_next(), "it is still to be given up");
        assert!(!main_worker.has_next_to_adopt());
        explorer.control().stop_after.store(0, Relaxed);
        explorer.prepare(&shape);
        let search = RootSearch { adopts: true, ..RootSearch::of(&root, &shape) };
        let finished = main_worker.search_iteration(&mut explorer, &search);
        assert_eq!((finished.end, finished.is_adopted), (End::Value(minimax(&shape)), false));
    });
}

/// Threads take their claims with them when they go home in the middle of a next iteration.
#[test]
fn a_session_begins_afresh_after_one_that_left_a_search_behind() {
    let (done, is_done) = mpsc::channel();
    let sessions = thread::spawn(move || {
        let mut team = team_that_searches_ahead();
        let shape = Shape { height: 6, ..Shape::default() };
        for panics in [false, true] {
            let session = catch_unwind(AssertUnwindSafe(|| {
                team.session(&helper, |main_worker| {
                    leave_next_iteration(main_worker);
                    assert!(!panics, "on purpose");
                });
            }));
            assert_eq!(session.is_err(), panics);
            let value =
                team.session(&helper, |main_worker| parallel(main_worker, &shape).finished.end);
            assert_eq!(value, End::Value(minimax(&shape)));
            assert_eq!(team.arena().memory().blocks_in_use(), 0, "blocks have leaked");
        }
        done.send(()).unwrap();
    });
    let waited = is_done.recv_timeout(Duration::from_secs(60));
    assert_ne!(waited, Err(RecvTimeoutError::Timeout), "the second session waits for ever");
    sessions.join().unwrap();
}

fn team_that_searches_ahead() -> Team<ArtificialNode> {
    let mut team = Team::new(3, Backend::Thread).unwrap();
    team.set_processors(3);
    team.params = Params::default().with(|params| {
        params.min_thread_depth = 1;
        params.next_from = 1;
    });
    team
}

/// Searches a small tree, and returns when the helpers are in the large tree of the next iteration.
fn leave_next_iteration(main_worker: &mut MainWorker<'_, ArtificialNode>) {
    let small = Shape { height: 3, ..Shape::default() };
    let large = Shape { height: 40, ..small };
    let mut explorer = Explorer::new(main_worker.shared());
    explorer.prepare(&large);
    let next = ArtificialNode::root(&mut explorer);
    explorer.prepare(&small);
    let root = ArtificialNode::root(&mut explorer);
    let search = RootSearch { next: Some(&next), ..RootSearch::of(&root, &small) };
    let finished = main_worker.search_iteration(&mut explorer, &search);
    assert_eq!(finished.end, End::Value(minimax(&small)));
    assert!(main_worker.has_next() && main_worker.has_next_to_adopt());
    let control = explorer.control();
    // Without it nodes are not counted.
    control.stop_after.store(u64::MAX, Relaxed);
    while control.visited.load(Relaxed) == 0 {
        thread::yield_now();
    }
    control.stop_after.store(0, Relaxed);
}
