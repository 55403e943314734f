//! A small soak. `cargo xtask soak` is the large one. It has no test harness, because it forks
//! workers. A process with the threads of a harness must not fork.
//!
//! `CLEAVE_SEED=N` sets another seed.

mod values;

use std::time::Duration;

use cleave_search::team::Algorithm;
use cleave_tests::soak;
use libtest_mimic::{Arguments, Trial};

fn main() {
    let seed = std::env::var("CLEAVE_SEED").map_or(1, |seed| seed.parse().expect("a number"));
    let test = |name: &str, test: fn(u64)| {
        Trial::test(name, move || {
            test(seed);
            Ok(())
        })
    };
    let tests = vec![
        test("teams_find_the_sequential_value", |_| values::teams_find_the_sequential_value()),
        test("searches_leave_nothing_behind", searches),
        test("a_dialogue_goes_on", dialogue),
        test("moves_come_although_workers_are_killed", kills),
        test("a_move_comes_whatever_dies", |_| by_some(soak::a_move_comes_whatever_dies)),
        test("no_helper_outlives_its_parent", |_| by_some(soak::no_helper_outlives_its_parent)),
    ];
    // The tests run in the main thread, the only one of this process.
    let arguments = Arguments { test_threads: Some(1), ..Arguments::from_args() };
    libtest_mimic::run(&arguments, tests).exit();
}

/// Tests one algorithm of each kind: with split blocks, splitting at the root, and splitting at
/// leaves.
fn by_some(test: fn(u64, Algorithm)) {
    for algorithm in [Algorithm::Dts, Algorithm::Lazy, Algorithm::Aphid] {
        test(4, algorithm);
    }
}

fn searches(seed: u64) {
    let happened = soak::searches(seed, 240, 8, || {}).unwrap_or_else(|wrong| panic!("{wrong}"));
    println!("{happened:?}");
    assert!(happened.by_teams > happened.by_threads && happened.by_threads > 0);
    assert!(happened.joins > 0 && happened.stops > 0 && happened.kills > 0);
    assert!(happened.algorithms() > 12, "workers joined others by too few algorithms");
}

fn dialogue(seed: u64) {
    let happened = soak::dialogue(seed, 80, || {});
    println!("{happened:?}");
    assert!(happened.moves > 0 && happened.lines > 0);
    assert!(happened.wanted_now > 0 && happened.abandoned > 0 && happened.analysed > 0);
    assert!(happened.algorithms > 0);
}

fn kills(seed: u64) {
    let happened = soak::kills(seed, 40, 2..8, |_| {});
    println!("{happened:?}");
    assert!(happened.slowest < Duration::from_secs(3) && happened.algorithms > 0);
}
