//! Checks what a simulation is told of each step: its operations, and the lock that it takes.

use cleave_games::connect_four::ConnectFour;
use cleave_mcts::{LockId, ModeName, Phase, Progress, Settings, Usage};

use super::{search, settings};

#[test]
fn the_operations_of_two_playouts_are_counted() {
    let mut search = search(&ConnectFour::START, &settings(ModeName::TreeLockfree, 1));
    search.allow(2);
    while search.step(0) != Progress::Done {}
    let Usage { selected, compared, made, simulated, backed_up, depth, .. } = *search.usage(0);
    // The first playout evaluates the root, the second a child of the root.
    assert_eq!((selected, compared, depth), (1, 7, 1));
    assert_eq!((made, simulated, backed_up), (14, 2, 3));
    assert!(search.usage(0).work > 2, "moves were played");
    search.usage(0).clear();
    assert_eq!(*search.usage(0), Usage::default());
}

/// Returns each step of the first playouts: its phase and its lock.
fn locks(mode: ModeName) -> Vec<(Phase, Option<LockId>)> {
    let mut search = search(&ConnectFour::START, &settings(mode, 1));
    search.allow(2);
    let mut steps = Vec::new();
    loop {
        let (phase, lock) = (search.phase(0), search.lock(0));
        if search.step(0) == Progress::Done {
            return steps;
        }
        steps.push((phase, lock));
    }
}

#[test]
fn the_lock_of_a_step_is_known_before_it() {
    for (phase, lock) in locks(ModeName::TreeLocal) {
        let takes = !matches!(phase, Phase::Start | Phase::Simulate);
        assert_eq!(lock.is_some(), takes, "{phase:?}");
    }
    let nodes: Vec<u32> =
        locks(ModeName::TreeLocal).iter().filter_map(|it| Some(it.1?.0)).collect();
    assert_eq!(nodes.first(), Some(&0), "the root is first");
    assert!(nodes.iter().any(|&node| (1..=7).contains(&node)), "{nodes:?}");
    let global = locks(ModeName::TreeGlobal);
    let phases = global.iter().map(|it| it.0);
    let playout = [Phase::Start, Phase::Simulate, Phase::BackUp];
    assert!(phases.eq([playout, playout].concat()), "ways down and up are one step each");
    for (phase, lock) in global {
        let takes = phase != Phase::Simulate;
        assert_eq!(lock, takes.then_some(LockId(0)), "{phase:?}");
    }
    assert!(locks(ModeName::TreeLockfree).iter().all(|it| it.1.is_none()));
}

#[test]
fn the_default_memory_holds_a_large_tree() {
    let mut search = search(&ConnectFour::START, &Settings::default());
    super::run(&mut search, 5_000);
    assert!(search.trees()[0].size() > 20_000, "{}", search.trees()[0].size());
}
