//! Artificial trees in virtual time: a given tree to measure, or a random one to test with.

use std::sync::atomic::Ordering::Relaxed;

use cleave_algorithms::{Algorithm, Arena};
use cleave_smp::random::Rng;
use cleave_smp::{ArenaError, End, Finished, Params};

use super::deepening::Deepened;
use super::explorer::{Explorer, Visits};
use super::node::ArtificialNode;
use super::random::{random_deepening, random_params, random_params_ahead, random_shape};
use super::shape::Shape;
use super::wrong::{Wrong, check_line, check_value};
use crate::virtual_time::{Machine, VirtualRun, VirtualTeam};

/// The result of a search in virtual time.
pub struct Virtual {
    /// The search.
    pub finished: Finished<ArtificialNode>,
    /// The visits of the main worker.
    pub visits: Visits,
    /// What happened when.
    pub run: VirtualRun,
}

/// Searches a tree in virtual time by Dynamic Tree Splitting.
///
/// # Errors
/// There is no memory for the workers.
pub fn run_virtual(
    shape: &Shape,
    params: &Params,
    machine: &Machine,
) -> Result<Virtual, ArenaError> {
    run_virtual_by(Algorithm::default(), shape, params, machine)
}

/// Searches a tree in virtual time by this algorithm.
///
/// # Errors
/// There is no memory for the workers.
pub fn run_virtual_by(
    algorithm: Algorithm,
    shape: &Shape,
    params: &Params,
    machine: &Machine,
) -> Result<Virtual, ArenaError> {
    search(algorithm, shape, params, machine, 0)
}

/// Searches a random tree by this algorithm, with random parameters on a random machine, all determined by the seed.
/// All invariants are checked between any two steps. One search in four is stopped midway.
///
/// # Errors
/// The value differs from plain minimax, or the line, if the algorithm finds one, does not lead to it.
///
/// # Panics
/// After the first step that breaks an invariant of the arena, or if a claim or a block is left over
/// at the end.
pub fn virtual_trial(
    algorithm: Algorithm,
    seed: u64,
    most_workers: usize,
) -> Result<Virtual, Wrong> {
    let mut rng = Rng::new(seed);
    let (shape, params) = (random_shape(&mut rng, 3_000), random_params(&mut rng));
    let workers = 1 + rng.below(most_workers as u64) as usize;
    let jitter = rng.below(30) as u32;
    let machine = Machine { seed, jitter, is_checked: true, ..Machine::new(workers) };
    let stop_after = if rng.below(4) == 0 { 1 + rng.below(300) } else { 0 };
    let found = search(algorithm, &shape, &params, &machine, stop_after);
    let found = found.expect("there is memory for it");
    if stop_after != 0 && found.finished.end == End::Stopped {
        return Ok(found);
    }
    check_value(&shape, found.finished.end)?;
    if algorithm.finds_a_line() {
        check_line(&shape, &found.finished.line)?;
    }
    Ok(found)
}

/// Returns a random iterative deepening by a random team, all determined by the seed, with all invariants checked
/// between any two steps.
///
/// # Errors
/// A value or a line is wrong.
///
/// # Panics
/// After the first step that breaks an invariant of the arena, or if a claim or a block is left over
/// at the end.
pub fn virtual_deepening(seed: u64, most_workers: usize) -> Result<Deepened, Wrong> {
    let mut rng = Rng::new(seed);
    let (deepening, params) = (random_deepening(&mut rng, 3_000), random_params_ahead(&mut rng));
    let workers = 2 + rng.below(most_workers as u64 - 1) as usize;
    let jitter = rng.below(30) as u32;
    let machine = Machine { seed, jitter, is_checked: true, ..Machine::new(workers) };
    let arena: Arena<ArtificialNode> = Arena::new(workers).expect("there is memory for it");
    let helpers = (1..workers).map(|_| Explorer::new(arena.shared())).collect();
    let mut team = VirtualTeam::new(&arena, machine, params, helpers);
    let mut main_worker = Explorer::new(arena.shared());
    let deepened = deepening.run(&mut team, &mut main_worker, &mut rng)?;
    assert_at_rest(&arena, &team);
    Ok(deepened)
}

/// # Panics
/// If a claim, a block or a mark is left over.
fn assert_at_rest(arena: &Arena<ArtificialNode>, team: &VirtualTeam<'_, '_, ArtificialNode>) {
    assert_eq!(arena.memory().blocks_in_use(), 0, "blocks have leaked");
    assert_eq!(arena.memory().marks_in_use(), 0, "somebody has left a mark");
    assert!(team.is_idle(), "a worker holds a claim after the search");
}

fn search(
    algorithm: Algorithm,
    shape: &Shape,
    params: &Params,
    machine: &Machine,
    stop_after: u64,
) -> Result<Virtual, ArenaError> {
    let arena: Arena<ArtificialNode> = Arena::new(machine.workers)?;
    arena.memory().select(algorithm);
    arena.shared().stop_after.store(stop_after, Relaxed);
    let helpers = (1..machine.workers).map(|_| Explorer::new(arena.shared())).collect();
    let mut team = VirtualTeam::new(&arena, *machine, *params, helpers);
    let mut main_worker = Explorer::new(arena.shared());
    let finished = loop {
        main_worker.prepare(shape);
        let root = ArtificialNode::root(&mut main_worker);
        let finished = team.search(&mut main_worker, &root, shape);
        if finished.end != End::WorkerDied {
            break finished;
        }
    };
    assert_at_rest(&arena, &team);
    Ok(Virtual { finished, visits: main_worker.visits(), run: team.run() })
}
