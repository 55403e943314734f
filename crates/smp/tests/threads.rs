//! Teams of threads on random trees, with delays at every access to shared memory.
//!
//! `CLEAVE_SOAK=100` runs a hundred times as many.

mod trees;

use cleave_smp::{Backend, Chaos, Team};

#[test]
fn threads_find_the_minimax_value() {
    let mut team = Team::new(16, Backend::Thread).unwrap();
    let chaos = Chaos { seed: 1, delay_one_in: 0, die_one_in: 0 };
    let totals = trees::search_many(&mut team, trees::rounds(10), 25, chaos);
    assert!(totals.joins > 0 && totals.stops > 0);
}

#[test]
fn threads_find_it_in_chaos() {
    let mut team = Team::new(16, Backend::Thread).unwrap();
    let chaos = Chaos { seed: 2, delay_one_in: 5, die_one_in: 0 };
    let totals = trees::search_many(&mut team, trees::rounds(10), 25, chaos);
    assert!(totals.joins > 0 && totals.stops > 0);
}
