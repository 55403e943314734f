//! A small soak; `cargo xtask soak` is the large one. It has no test harness: it forks workers, and a
//! process with the threads of a harness must not be forked.
//!
//! `CLEAVE_SEED=N` makes other things happen.

mod values;

use std::time::{Duration, Instant};

use cleave_search::team::Algorithm;
use cleave_tests::soak;

fn main() {
    let filter = std::env::args().nth(1).unwrap_or_default();
    let seed = std::env::var("CLEAVE_SEED").map_or(1, |seed| seed.parse().expect("a number"));
    let tests: [(&str, &dyn Fn()); 6] = [
        ("teams_find_the_sequential_value", &values::teams_find_the_sequential_value),
        ("searches_leave_nothing_behind", &|| searches(seed)),
        ("a_dialogue_goes_on", &|| dialogue(seed)),
        ("moves_come_although_workers_are_killed", &|| kills(seed)),
        ("a_move_comes_whatever_dies", &|| by_some(soak::a_move_comes_whatever_dies)),
        ("no_helper_outlives_its_parent", &|| by_some(soak::no_helper_outlives_its_parent)),
    ];
    for (name, test) in tests {
        if name.contains(&filter) || filter.starts_with('-') {
            let start = Instant::now();
            test();
            println!("test {name} ... ok ({:.1} s)", start.elapsed().as_secs_f64());
        }
    }
}

/// Tests one algorithm of each kind: with split blocks, from the root, and with leaves.
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
    assert!(happened.algorithms() > 12, "few algorithms have been tested");
}

fn dialogue(seed: u64) {
    let happened = soak::dialogue(seed, 80, || {});
    println!("{happened:?}");
    assert!(happened.moves > 0 && happened.lines > 0);
    assert!(happened.wanted_now > 0 && happened.abandoned > 0 && happened.analysed > 0);
    assert!(happened.algorithms > 0);
}

fn kills(seed: u64) {
    let happened = soak::kills(seed, 40, |_| {});
    println!("{happened:?}");
    assert!(happened.slowest < Duration::from_secs(3) && happened.algorithms > 0);
}
