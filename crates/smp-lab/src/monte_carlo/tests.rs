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

/// Every node that was visited, with what is known of it.
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
fn one_worker_makes_the_sequential_search_and_waits_for_nobody() {
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
