//! APHID in virtual time: the use of its main worker's time, and the speed of a team. To see the figures:
//!
//! ```text
//! cargo test -p cleave-virtual-time --test all aphid -- --nocapture
//! ```

use cleave_algorithms::Algorithm;
use cleave_smp::Params;
use cleave_virtual_time::artificial::{Shape, Virtual, run_virtual_by, sequential};
use cleave_virtual_time::virtual_time::{Machine, Ticks};

/// Trees with the branching of a chess node without bad moves; the first child is the best at 9 nodes of 10.
fn trees() -> impl Iterator<Item = Shape> {
    (1..=4).map(|seed| Shape { seed, height: 7, branching: 16, ordering: 90, ..Shape::default() })
}

fn search(shape: &Shape, workers: usize) -> Virtual {
    let machine = Machine::new(workers);
    run_virtual_by(Algorithm::Aphid, shape, &Params::default(), &machine).unwrap()
}

#[test]
fn the_main_worker_is_idle_while_it_waits_for_certain_leaves() {
    let found = search(&trees().next().unwrap(), 4);
    let main_worker = found.finished.stats.workers[0].counters;
    assert!(main_worker.waits > 0 && main_worker.claims == 0, "{main_worker:?}");
    let [waits, searches] = [0, 1].map(|worker: usize| found.run.accounts[worker].idle);
    assert!(waits > searches, "{waits:?} {searches:?}");
}

#[test]
fn helpers_make_it_faster() {
    let speed_up = |workers| {
        let (mut alone, mut together) = (Ticks(0), Ticks(0));
        for shape in trees() {
            alone += Machine::new(workers).costs.sequential(sequential(&shape).visits.nodes);
            together += search(&shape, workers).run.time;
        }
        alone.share_of(together)
    };
    let speed_ups = [1, 2, 4, 8, 16].map(speed_up);
    println!("1, 2, 4, 8, 16 workers: {speed_ups:.2?}");
    let [one, _, four, _, sixteen] = speed_ups;
    assert!((0.95..1.01).contains(&one), "alone it is the sequential program");
    assert!(four > 1.0 && sixteen > 1.5 * four);
}
