use std::sync::atomic::AtomicBool;

use cleave_games::connect_four::{ConnectFour, LightPlayouts};
use cleave_mcts::{ModeName, NodeId, Search, Settings};

use super::{MonteCarloRun, Prices, run};
use crate::virtual_time::Ticks;

type Four = Search<ConnectFour, LightPlayouts>;

const TIME: Ticks = Ticks(1_000_000);

fn search(mode: ModeName, workers: usize) -> Four {
    let settings = Settings { mode, workers, memory: 8 << 20, ..Settings::default() };
    Search::new(&ConnectFour::START, &settings, |_| LightPlayouts)
}

fn searched(mode: ModeName, workers: usize, playout_scale: u64) -> (Four, MonteCarloRun) {
    let mut search = search(mode, workers);
    let run = run(&mut search, &Prices { playout_scale, ..Prices::default() }, TIME);
    (search, run)
}

/// Returns every visited node, with its counts.
fn contents(search: &Four) -> Vec<String> {
    let mut contents = Vec::new();
    for tree in search.trees() {
        tree.visit(|id, game, _| contents.push(format!("{game:?} {:?}", tree.counts(id))));
    }
    contents
}

#[test]
fn runs_repeat() {
    for mode in ModeName::ALL {
        let (one, other) = (searched(mode, 16, 10), searched(mode, 16, 10));
        assert_eq!(one.1, other.1, "{mode:?}");
        assert_eq!(contents(&one.0), contents(&other.0), "{mode:?}");
    }
}

#[test]
fn every_tick_of_every_worker_is_accounted_for() {
    for mode in ModeName::ALL {
        for workers in [1, 2, 7, 64] {
            for scale in [1, 30] {
                let (_, run) = searched(mode, workers, scale);
                assert_eq!(run.total(), run.time.times(workers as u64), "{mode:?} x{workers}");
                assert!(run.time >= TIME && run.time < TIME + Ticks(300_000), "{:?}", run.time);
            }
        }
    }
}

#[test]
fn nothing_is_lost_or_left_under_way() {
    for mode in ModeName::ALL {
        for workers in [1, 16, 64] {
            let (search, run) = searched(mode, workers, 5);
            let mut visits = 0;
            for tree in search.trees() {
                tree.visit(|id, _, _| {
                    let below: u32 = tree.children(id).map(|child| tree.counts(child).visits).sum();
                    assert_eq!(tree.counts(id).visits, tree.ends(id) + below);
                    assert_eq!(tree.pending(id), 0);
                });
                visits += u64::from(tree.counts(NodeId::ROOT).visits);
            }
            assert!(visits >= run.evaluated && visits > 50, "{mode:?}: {visits} {run:?}");
        }
    }
}

#[test]
fn one_worker_makes_the_sequential_search_without_waiting() {
    for mode in ModeName::ALL {
        let (stepped, run) = searched(mode, 1, 1);
        let visits = stepped.trees()[0].counts(NodeId::ROOT).visits;
        let mut alone = search(mode, 1);
        alone.run_sequentially(visits.into());
        assert_eq!(contents(&stepped), contents(&alone), "{mode:?}");
        assert_eq!((run.idle, run.lines), (Ticks::ZERO, Ticks::ZERO));
    }
}

#[test]
fn the_global_lock_limits_cheap_playouts_only() {
    let rate = |mode, workers, scale| searched(mode, workers, scale).1.evaluated as f64;
    let gain = |mode, scale| rate(mode, 16, scale) / rate(mode, 1, scale);
    let cheap = gain(ModeName::TreeGlobal, 1);
    let dear = gain(ModeName::TreeGlobal, 100);
    assert!(cheap < 3.0 && dear > 12.0, "{cheap} {dear}");
    assert!(gain(ModeName::Root, 1) > 14.0);
}

#[test]
fn leaf_workers_wait_for_the_longest_playout() {
    let (_, run) = searched(ModeName::Leaf, 16, 100);
    let share = run.idle.share_of(run.total());
    assert!((0.1..0.7).contains(&share), "{share}");
}

/// Returns the share of the visits that each move of the root has.
fn shares(search: &Four) -> [f64; 7] {
    let mut shares = [0.0; 7];
    for candidate in search.candidates() {
        shares[candidate.mv.0 as usize] = candidate.counts.visits.into();
    }
    let all: f64 = shares.iter().sum();
    shares.map(|visits| visits / all)
}

/// Returns the mean of a move's share, and its standard error.
fn mean_of(column: usize, samples: &[[f64; 7]]) -> (f64, f64) {
    let count = samples.len() as f64;
    let mean = samples.iter().map(|shares| shares[column]).sum::<f64>() / count;
    let squares = samples.iter().map(|shares| (shares[column] - mean).powi(2)).sum::<f64>();
    (mean, (squares / (count - 1.0) / count).sqrt())
}

/// In one tree the shape depends on the order of the workers; the playouts of `leaf` and `root` are the same in any
/// order. The means of 21 moves differ by this many errors once in some thousand runs.
#[test]
fn threads_visit_each_move_as_often_as_virtual_workers() {
    for mode in [ModeName::TreeGlobal, ModeName::TreeLocal, ModeName::TreeLockfree] {
        let (mut of_virtual, mut of_threads) = (Vec::new(), Vec::new());
        for seed in 0..80 {
            let settings =
                Settings { mode, workers: 4, memory: 8 << 20, seed, ..Settings::default() };
            let new = || Search::new(&ConnectFour::START, &settings, |_| LightPlayouts);
            let mut search = new();
            run(&mut search, &Prices::default(), TIME);
            of_virtual.push(shares(&search));
            let visits = search.trees().iter().map(|tree| tree.counts(NodeId::ROOT).visits);
            let visits: u32 = visits.sum();
            let mut search = new();
            search.run(visits.into(), &AtomicBool::new(false));
            of_threads.push(shares(&search));
        }
        for column in 0..7 {
            let (one, other) = (mean_of(column, &of_virtual), mean_of(column, &of_threads));
            let error = one.1.hypot(other.1);
            assert!((one.0 - other.0).abs() < 4.5 * error, "{mode:?}, {column}: {one:?} {other:?}");
        }
    }
}
