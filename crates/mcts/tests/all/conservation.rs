//! Checks that no visit is lost and no playout stays under way, with any number of workers.

use std::sync::atomic::AtomicBool;
use std::thread;

use cleave_games::connect_four::{ConnectFour, LightPlayouts};
use cleave_mcts::{Evaluation, Evaluator, ModeName, Random, Search, Settings};
use proptest::prelude::*;

use super::{UNOBSERVED, assert_conserved, run, search, settings, step_at_random, with};

fn visits<E: Evaluator<ConnectFour>>(search: &Search<ConnectFour, E>) -> u64 {
    search.trees().iter().map(|tree| u64::from(assert_conserved(tree))).sum()
}

#[test]
fn threads_lose_nothing() {
    for mode in ModeName::ALL {
        for unobserved in UNOBSERVED {
            let settings = Settings { params: with(unobserved), ..settings(mode, 4) };
            let mut search = search(&ConnectFour::START, &settings);
            run(&mut search, 5_001);
            assert_eq!(visits(&search), 5_001, "{mode:?} {unobserved:?}");
        }
    }
}

/// Playouts that sometimes yield to other threads while they are under way.
struct Yielding(LightPlayouts);

impl Evaluator<ConnectFour> for Yielding {
    fn evaluate(&mut self, game: &ConnectFour, random: &mut Random) -> Evaluation {
        if random.below(4) == 0 {
            thread::yield_now();
        }
        self.0.evaluate(game, random)
    }
}

#[test]
fn threads_that_yield_at_random_lose_nothing() {
    for mode in ModeName::ALL {
        for (seed, unobserved) in (0..).zip(UNOBSERVED) {
            let settings = Settings { params: with(unobserved), seed, ..settings(mode, 5) };
            let yielding = |_| Yielding(LightPlayouts);
            let mut search = Search::new(&ConnectFour::START, &settings, yielding);
            search.run(3_001, &AtomicBool::new(false));
            assert_eq!(visits(&search), 3_001, "{mode:?} {unobserved:?}");
        }
    }
}

#[test]
fn a_million_playouts_are_all_counted() {
    let settings = Settings { memory: 16 << 20, ..settings(ModeName::TreeLockfree, 2) };
    let mut search = search(&ConnectFour::START, &settings);
    run(&mut search, 1_000_000);
    assert_eq!(visits(&search), 1_000_000);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn no_order_of_steps_loses_anything(
        seed: u64,
        workers in 1..65usize,
        mode in 0..5usize,
        unobserved in 0..4usize,
        playouts in 1..1_500u64,
    ) {
        let params = with(UNOBSERVED[unobserved]);
        let settings = Settings { params, seed, ..settings(ModeName::ALL[mode], workers) };
        let mut search = search(&ConnectFour::START, &settings);
        search.allow(playouts);
        step_at_random(&mut search, workers, seed);
        prop_assert_eq!(visits(&search), playouts);
    }
}
