//! No visit is lost and nothing stays under way, with any number of workers.

use cleave_games::connect_four::ConnectFour;
use cleave_mcts::{ModeName, Settings};
use proptest::prelude::*;

use super::{UNOBSERVED, assert_conserved, run, search, settings, step_at_random, with};

fn visits(search: &super::Four) -> u64 {
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
