//! The split-point algorithms on strongly ordered trees, in virtual time: do they behave as their
//! authors say? To see the figures:
//!
//! ```text
//! cargo test -p cleave-smp --test all literature -- --nocapture
//! ```

use cleave_smp::{Algorithm, Params};
use cleave_smp_lab::artificial::{Shape, sequential, virtually_by};
use cleave_smp_lab::virtual_time::{CostModel, Machine, Ticks};

const WORKERS: [usize; 5] = [2, 4, 8, 16, 64];

/// Trees with as many children as a node of chess has without bad moves, the first of which is the
/// best at 9 nodes of 10.
fn trees() -> Trees {
    let shape = Shape { height: 7, branching: 16, ordering: 90, ..Shape::default() };
    Trees::new((1..=4).map(|seed| Shape { seed, ..shape }))
}

struct Trees {
    shapes: Vec<Shape>,
    /// What the recursive driver takes for all of them.
    alone: Ticks,
}

impl Trees {
    fn new(shapes: impl Iterator<Item = Shape>) -> Trees {
        let shapes: Vec<_> = shapes.collect();
        let nodes = shapes.iter().map(|shape| sequential(shape).visits.nodes).sum();
        Trees { shapes, alone: CostModel::default().sequential(nodes) }
    }

    /// Speed-up over the recursive driver, by the sum of the times for all trees.
    fn speed_up(&self, algorithm: Algorithm, params: &Params, workers: usize) -> f64 {
        let mut together = Ticks(0);
        for shape in &self.shapes {
            let found = virtually_by(algorithm, shape, params, &Machine::new(workers));
            together += found.unwrap().run.time;
        }
        self.alone.share_of(together)
    }
}

fn speed_ups(algorithm: Algorithm, trees: &Trees) -> [f64; WORKERS.len()] {
    let params = Params::default();
    let speed_ups = WORKERS.map(|workers| trees.speed_up(algorithm, &params, workers));
    println!("{:13} {speed_ups:5.2?}", algorithm.name());
    speed_ups
}

#[test]
fn the_algorithms_behave_as_published() {
    println!("workers       {WORKERS:5?}");
    let trees = trees();
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
    .map(|algorithm| speed_ups(algorithm, &trees));
    let [.., sixteen, most] = [0, 1, 2, 3, 4];
    for (name, saturated) in [("root", root), ("pv-split", pv_split)] {
        assert!(saturated[most] < 1.1 * saturated[sixteen], "{name} goes on to gain");
    }
    for (name, better) in [("pv-split", pv_split), ("dts", dts), ("jamboree", jamboree)] {
        assert!(better[sixteen] > 2.0 * root[sixteen], "{name} is little better than root");
    }
    assert!(epvs[most] > 1.5 * pv_split[most], "epvs is little better than pv-split");
    assert!(dpvs[most] > 1.5 * pv_split[most], "dpvs is little better than pv-split");
    assert!(dpvs[most] < 0.95 * helpful[most], "a fixed helper costs nothing");
    assert!(mwf[most] < 0.7 * jamboree[most], "work without a bound costs nothing");
    for (helps, waits) in helpful.into_iter().zip(ybwc) {
        // Another order of events is worth a few hundredths either way.
        assert!(helps > 0.95 * waits, "help makes it slower: {helps} against {waits}");
    }
}

/// Speed-up of mandatory work first on small trees whose best child may be any, with blocks at all
/// nodes but the leaves: about what was simulated in 1982.
#[test]
fn mandatory_work_first_saturates_on_small_trees_in_random_order() {
    let params = Params {
        min_thread_depth: 1,
        min_thread_share: 0,
        idle_thread_depth: 1,
        ..Params::default()
    };
    let shape = Shape { height: 4, branching: 12, ordering: 0, ..Shape::default() };
    let trees = Trees::new((1..=8).map(|seed| Shape { seed, ..shape }));
    let speed_ups = WORKERS.map(|workers| trees.speed_up(Algorithm::Mwf, &params, workers));
    println!("{:13} {speed_ups:5.2?} on small trees in random order", "mwf");
    let [.., sixteen, most] = speed_ups;
    assert!(sixteen > 2.0, "nothing is gained: {sixteen}");
    assert!(most < 1.1 * sixteen && most < 6.0, "6 was published at most: {most}");
}

#[test]
fn tree_splitting_gains_as_its_fan_out_allows() {
    let (trees, params) = (trees(), Params::default());
    let of = |workers| trees.speed_up(Algorithm::TreeSplitting, &params, workers);
    let speed_ups = [1, 3, 9, 27].map(of);
    println!("{:13} {speed_ups:5.2?} on [1, 3, 9, 27]", "tree-splitting");
    let [one, three, _, twenty_seven] = speed_ups;
    assert!(one > 0.99, "one worker is the recursive driver: {one}");
    assert!((1.7..2.6).contains(&three), "2.34 was published on 3: {three}");
    assert!((4.0..7.0).contains(&twenty_seven), "5.12 was published on 27: {twenty_seven}");
}
