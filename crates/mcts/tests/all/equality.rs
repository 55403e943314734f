//! Checks that one worker makes the sequential search in every mode.

use cleave_games::connect_four::ConnectFour;
use cleave_mcts::{FirstPlay, Formula, ModeName, Params, Unobserved};

use super::{UNOBSERVED, contents, run, search, settings, step_at_random, with};

fn assert_equal(params: Params) {
    let settings = |mode| super::Settings { params, ..settings(mode, 1) };
    let mut alone = search(&ConnectFour::START, &settings(ModeName::TreeLockfree));
    alone.run_sequentially(3_000);
    let expected = contents(&alone.trees()[0]);
    assert!(expected.len() > 100);
    for mode in ModeName::ALL {
        let mut on_thread = search(&ConnectFour::START, &settings(mode));
        run(&mut on_thread, 3_000);
        assert_eq!(contents(&on_thread.trees()[0]), expected, "{mode:?}");
        let mut stepped = search(&ConnectFour::START, &settings(mode));
        stepped.allow(3_000);
        step_at_random(&mut stepped, 1, 1);
        assert_eq!(contents(&stepped.trees()[0]), expected, "{mode:?} stepped");
        assert_eq!(stepped.line(), alone.line());
    }
}

#[test]
fn one_worker_equals_the_sequential_search_to_the_bit() {
    for unobserved in UNOBSERVED {
        assert_equal(with(unobserved));
    }
}

#[test]
fn one_worker_equals_the_sequential_search_with_other_params() {
    let puct = Params {
        formula: Formula::Puct { exploration: 1.5 },
        first_play: FirstPlay::Reduced(0.2),
        unobserved: Unobserved::Watched,
        expand_at: 4,
        trust_from: 10,
        prune: Some(2.0),
        minimax: 0.3,
        lines: 1,
    };
    assert_equal(puct);
    assert_equal(Params { first_play: FirstPlay::Fixed(0.6), expand_at: 2, ..Params::default() });
}

#[test]
fn another_seed_is_another_search() {
    let of_seed = |seed| {
        let settings = super::Settings { seed, ..settings(ModeName::TreeLockfree, 1) };
        let mut search = search(&ConnectFour::START, &settings);
        run(&mut search, 500);
        contents(&search.trees()[0])
    };
    assert_eq!(of_seed(1), of_seed(1));
    assert_ne!(of_seed(1), of_seed(2));
}
