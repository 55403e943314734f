//! The split-point algorithms on strongly ordered trees, in virtual time: do they behave as their
//! authors say? To see the figures:
//!
//! ```text
//! cargo test -p cleave-smp --test literature -- --nocapture
//! ```

use cleave_smp::{Algorithm, Params};
use cleave_smp_lab::artificial::{Shape, sequential, virtually_by};
use cleave_smp_lab::virtual_time::{Machine, Ticks};

const WORKERS: [usize; 5] = [2, 4, 8, 16, 64];

/// Trees with as many children as a node of chess has without bad moves, the first of which is the
/// best at 9 nodes of 10.
fn trees() -> impl Iterator<Item = Shape> {
    (1..=4).map(|seed| Shape { seed, height: 7, branching: 16, ordering: 90, ..Shape::default() })
}

/// Speed-ups over the recursive driver, by the sum of the times for all trees.
fn speed_ups(algorithm: Algorithm) -> [f64; WORKERS.len()] {
    speed_ups_with(algorithm, WORKERS)
}

fn speed_ups_with<const SIZES: usize>(
    algorithm: Algorithm,
    workers: [usize; SIZES],
) -> [f64; SIZES] {
    let speed_ups = workers.map(|workers| {
        let machine = Machine::new(workers);
        let (mut alone, mut together) = (Ticks(0), Ticks(0));
        for shape in trees() {
            alone += machine.costs.sequential(sequential(&shape).visits.nodes);
            let params = Params::default();
            together += virtually_by(algorithm, &shape, &params, &machine).unwrap().run.time;
        }
        alone.share_of(together)
    });
    println!("{:13} {speed_ups:5.2?}", algorithm.name());
    speed_ups
}

#[test]
fn the_algorithms_behave_as_published() {
    println!("workers       {WORKERS:5?}");
    let [dts, root, pv_split, epvs, dpvs, ybwc, helpful, jamboree, mwf] = [
        Algorithm::Dts,
        Algorithm::Root,
        Algorithm::PvSplit,
        Algorithm::Epvs,
        Algorithm::Dpvs,
        Algorithm::Ybwc,
        Algorithm::YbwcHelpful,
        Algorithm::Jamboree,
        Algorithm::Mwf,
    ]
    .map(speed_ups);
    let [.., sixteen, most] = [0, 1, 2, 3, 4];
    for (name, saturated) in [("root", root), ("pv-split", pv_split)] {
        assert!(saturated[most] < 1.1 * saturated[sixteen], "{name} goes on to gain");
    }
    for (name, better) in [("pv-split", pv_split), ("dts", dts), ("jamboree", jamboree)] {
        assert!(better[sixteen] > 2.0 * root[sixteen], "{name} is little better than root");
    }
    assert!(epvs[most] > 1.5 * pv_split[most], "epvs is little better than pv-split");
    for (helps, waits) in helpful.into_iter().zip(ybwc) {
        // Another order of events is worth a few hundredths either way.
        assert!(helps > 0.95 * waits, "help makes it slower: {helps} against {waits}");
    }
    println!("workers       [1, 3, 9, 27, 81]");
    let [.., three, nine, twenty_seven, _] =
        speed_ups_with(Algorithm::TreeSplitting, [1, 3, 9, 27, 81]);
    println!("{three} {nine} {twenty_seven} {dpvs:?} {mwf:?}");
}
