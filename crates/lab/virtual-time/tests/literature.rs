//! The split-point algorithms and aspiration search on strongly ordered trees, in virtual time: do they
//! behave as their authors say? To see the figures:
//!
//! ```text
//! cargo test -p cleave-virtual-time --test all literature -- --nocapture
//! ```

use cleave_algorithms::{Algorithm, Arena};
use cleave_smp::{End, Params, Window};
use cleave_virtual_time::artificial::{
    ArtificialNode, Explorer, Shape, minimax, run_virtual_by, sequential,
};
use cleave_virtual_time::virtual_time::{CostModel, Machine, Ticks, VirtualTeam};

const WORKERS: [usize; 5] = [2, 4, 8, 16, 64];

/// Trees with the branching of a chess node without bad moves; the first child is the best at 9 nodes of 10.
fn ordered(seed: u64) -> Shape {
    Shape { seed, height: 7, branching: 16, ordering: 90, ..Shape::default() }
}

fn trees() -> Trees {
    Trees::new((1..=4).map(ordered))
}

/// Trees for pairs of algorithms that differ by a few percent.
fn many_trees() -> Trees {
    Trees::new((1..=16).map(ordered))
}

struct Trees {
    shapes: Vec<Shape>,
    /// The time of the recursive driver for all of them.
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
            let found = run_virtual_by(algorithm, shape, params, &Machine::new(workers));
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
    let [dts, root, pv_split, epvs, dpvs, _ybwc, _helpful, jamboree, mwf] = [
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
    let eight = |algorithm| many_trees().speed_up(algorithm, &Params::default(), 8);
    let [dpvs, helpful] = [Algorithm::Dpvs, Algorithm::YbwcHelpful].map(eight);
    assert!(dpvs < 0.98 * helpful, "a fixed helper costs nothing: {dpvs} {helpful}");
    assert!(mwf[most] < 0.7 * jamboree[most], "work without a bound costs nothing");
}

/// A master that helps is not slower than one that waits. Another order of events makes a single search faster or
/// slower by up to a tenth. The ratio of the times is therefore averaged over 12 trees, each with two perturbations of
/// the prices; its error is the error of the mean over the trees.
#[test]
fn helpful_masters_are_not_slower() {
    let gain = |seed, perturbation, workers| {
        let machine = Machine { seed: perturbation, jitter: 10, ..Machine::new(workers) };
        let [waits, helps] = [Algorithm::Ybwc, Algorithm::YbwcHelpful].map(|algorithm| {
            let found = run_virtual_by(algorithm, &ordered(seed), &Params::default(), &machine);
            found.unwrap().run.time
        });
        waits.share_of(helps).ln()
    };
    let gains_of_trees = |workers| -> [f64; 12] {
        let of_tree = |seed| (gain(seed, 1, workers) + gain(seed, 2, workers)) / 2.0;
        std::array::from_fn(|tree| of_tree(1 + tree as u64))
    };
    let gains = WORKERS.map(gains_of_trees);
    for (workers, gains) in WORKERS.into_iter().zip(&gains) {
        let (mean, error) = mean(gains);
        println!("ybwc-helpful  {workers:2} workers: faster by {mean:.4} ± {error:.4}");
        assert!(mean > -2.0 * error && error < 0.02, "{workers}: slower by {mean} ± {error}");
    }
    let of_all_teams: [f64; 12] = std::array::from_fn(|tree| {
        gains.iter().map(|gains| gains[tree]).sum::<f64>() / WORKERS.len() as f64
    });
    let (mean, error) = mean(&of_all_teams);
    println!("ybwc-helpful  all teams: faster by {mean:.4} ± {error:.4}");
    assert!(mean > -2.0 * error && error < 0.01, "help makes it slower: {mean} ± {error}");
}

/// Returns the mean, and its standard error.
fn mean(samples: &[f64]) -> (f64, f64) {
    let count = samples.len() as f64;
    let mean = samples.iter().sum::<f64>() / count;
    let squares: f64 = samples.iter().map(|sample| (sample - mean).powi(2)).sum();
    (mean, (squares / (count - 1.0) / count).sqrt())
}

/// Baudet's limit: windows make a search faster, but not faster than the minimal tree allows. `half` is
/// half the width of the window asked for, with the value in its middle.
#[test]
fn aspiration_saturates_and_never_passes_6() {
    let speed_ups = |name, shapes: &[Shape], half| {
        let alone = shapes.iter().map(|shape| sequential(shape).visits.nodes).sum();
        let values: Vec<_> = shapes.iter().map(minimax).collect();
        let speed_ups = [2, 8, 16, 64].map(|workers| {
            let time = |time, (shape, &value)| time + aspiration(shape, value, half, workers);
            let together = shapes.iter().zip(&values).fold(Ticks(0), time);
            CostModel::default().sequential(alone).share_of(together)
        });
        println!("aspiration    {speed_ups:5.2?} on [2, 8, 16, 64], {name}");
        assert!(speed_ups.iter().all(|&speed_up| speed_up < 6.0), "{name}: {speed_ups:.2?}");
        let [_, eight, .., most] = speed_ups;
        assert!((most / eight - 1.0).abs() < 0.1, "{name}: {speed_ups:.2?}: no limit");
        speed_ups
    };
    let two = |shape: fn(u64) -> Shape| [1, 2].map(shape);
    // Brothers differ by up to seven grains of 10.
    let found = speed_ups("ordered", &two(ordered), 50);
    assert!(found.iter().all(|&speed_up| speed_up < 1.0), "{found:.2?}: what is there to gain?");
    let small = |seed| Shape { height: 5, ..ordered(seed) };
    speed_ups("ordered, nothing known of the value", &two(small), 998_000);
    let unordered =
        |seed| Shape { seed, height: 7, branching: 6, ordering: 20, ..Shape::default() };
    // Brothers are tested with null windows anyway, so there is less to gain than Baudet's 5 or 6.
    let [two_workers, eight, ..] = speed_ups("badly ordered", &two(unordered), 50);
    assert!(eight > 1.1 && eight > two_workers, "{two_workers} {eight}: windows gain nothing");
}

/// Returns the time of a team with a window this wide around the value that it finds.
fn aspiration(shape: &Shape, value: i32, half: i32, workers: usize) -> Ticks {
    let window = Window { alpha: value - half, beta: value + half };
    let arena: Arena<ArtificialNode> = Arena::new(workers).unwrap();
    arena.memory().select(Algorithm::Aspiration);
    let helpers = (1..workers).map(|_| Explorer::new(arena.shared())).collect();
    let mut team = VirtualTeam::new(&arena, Machine::new(workers), Params::default(), helpers);
    let mut main_worker = Explorer::new(arena.shared());
    main_worker.prepare(shape);
    let root = ArtificialNode::root(&mut main_worker).within(window);
    assert_eq!(team.search(&mut main_worker, &root, shape).end, End::Value(value));
    team.run().time
}

/// The speed-up of mandatory work first on small trees in which any child may be the best, with blocks at all nodes but
/// the leaves. It is about the result of the simulation of 1982.
#[test]
fn mandatory_work_first_saturates_on_small_trees_in_random_order() {
    let params = Params::default().with(|params| {
        params.min_thread_depth = 1;
        params.min_thread_share = 0;
        params.idle_thread_depth = 1;
    });
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
