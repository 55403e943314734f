//! Searches many random trees with teams of random sizes, stops some midway, and checks each result
//! against plain minimax.

use std::ops::AddAssign;
use std::sync::atomic::Ordering::Relaxed;

use cleave_algorithms::{HelperSlot, MainWorker, Team};
use cleave_smp::random::{Rng, mix};
use cleave_smp::{Chaos, End};

use super::explorer::Explorer;
use super::node::ArtificialNode;
use super::random::{random_params, random_shape};
use super::searches::{helper, parallel_with};
use super::shape::Shape;
use super::wrong::{Wrong, check_line, check_value};

/// The most searches of one root in a row.
const MOST_ITERATIONS: u64 = 3;

/// The extent of a soak.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SoakSettings {
    /// The seed of everything random.
    pub seed: u64,
    /// Sessions, each with its own number of workers and parameters.
    pub sessions: u64,
    /// Roots searched in each session: once each, or some times in a row, as in an iterative deepening.
    pub roots: u64,
    /// Leaves of the largest tree.
    pub most_leaves: u64,
    /// Faults injected into all workers; the main worker does not die.
    pub chaos: Chaos,
}

/// Counts of events: a soak without any proves nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Happened {
    /// Searches that were finished.
    pub searches: u64,
    /// Times that a helper joined a search, or a block of it.
    pub joins: u64,
    /// Cutoffs that made the work of other workers useless.
    pub cutoffs: u64,
    /// Searches that were stopped.
    pub stops: u64,
    /// Searches that were abandoned because a worker had died.
    pub deaths: u64,
}

impl AddAssign for Happened {
    fn add_assign(&mut self, more: Happened) {
        self.searches += more.searches;
        self.joins += more.joins;
        self.cutoffs += more.cutoffs;
        self.stops += more.stops;
        self.deaths += more.deaths;
    }
}

/// Searches random trees with sessions of 1 worker up to the size of the team. The team keeps the size of the last
/// session.
///
/// # Errors
/// The first failure.
pub fn soak(team: &mut Team<ArtificialNode>, plan: &SoakSettings) -> Result<Happened, Wrong> {
    let mut rng = Rng::new(plan.seed);
    let mut happened = Happened::default();
    let most = team.workers() as u64;
    // All workers must meet, however few processors this machine has.
    team.set_processors(team.workers());
    for _ in 0..plan.sessions {
        let workers = 1 + rng.below(most) as usize;
        team.set_workers(workers).expect("no more than before");
        team.params = random_params(&mut rng);
        // The main worker must not die: it is the program.
        Chaos { die_one_in: 0, ..plan.chaos }.begin();
        let has_line = team.arena().memory().selected().finds_a_line();
        let outcome = team.session(&faulty_helper(plan.chaos), |main_worker| {
            (0..plan.roots).try_for_each(|number| {
                if rng.below(4) == 0 {
                    return stop_midway(main_worker, &mut rng, &mut happened);
                }
                let shape = random_shape(&mut rng, plan.most_leaves);
                let mut explorer = Explorer::new(main_worker.shared());
                let iterations = 1 + rng.below(MOST_ITERATIONS);
                if iterations > 1 {
                    explorer.set_deepening(number);
                }
                (0..iterations).try_for_each(|_| {
                    search(main_worker, &mut explorer, &shape, has_line, &mut happened)
                })
            })
        });
        Chaos::default().begin();
        outcome?;
        let (blocks, marks) =
            (team.arena().memory().blocks_in_use(), team.arena().memory().marks_in_use());
        if (blocks, marks) != (0, 0) {
            return Err(Wrong::Leak { blocks, marks });
        }
    }
    Ok(happened)
}

/// Returns a helper with faults injected. A thread always has the same faults; a process has others than its
/// predecessor, because it would otherwise die at the same place.
pub fn faulty_helper(chaos: Chaos) -> impl Fn(HelperSlot<'_, ArtificialNode>) + Sync {
    let team = std::process::id();
    move |slot: HelperSlot<'_, ArtificialNode>| {
        let process = std::process::id();
        let process = if process == team { 0 } else { process };
        let who = u64::from(process) << 16 | slot.id().index() as u64;
        Chaos { seed: chaos.seed ^ mix(who), ..chaos }.begin();
        helper(slot);
    }
}

/// Searches a tree to the end, and checks the value and, if there is one, the line.
fn search(
    main_worker: &mut MainWorker<'_, ArtificialNode>,
    explorer: &mut Explorer<'_>,
    shape: &Shape,
    has_line: bool,
    happened: &mut Happened,
) -> Result<(), Wrong> {
    let found = parallel_with(main_worker, explorer, shape);
    let finished = found.finished;
    happened.searches += 1;
    let helpers = finished.stats.workers.iter().skip(1);
    happened.joins += helpers.map(|helper| helper.counters.joins).sum::<u64>();
    happened.cutoffs += finished.stats.sum(|counters| counters.cutoffs);
    happened.deaths += found.deaths;
    check_value(shape, finished.end)?;
    if has_line { check_line(shape, &finished.line) } else { Ok(()) }
}

/// Stops a search after a random number of nodes: every worker must stop, and no block may leak.
fn stop_midway(
    main_worker: &mut MainWorker<'_, ArtificialNode>,
    rng: &mut Rng,
    happened: &mut Happened,
) -> Result<(), Wrong> {
    let control = main_worker.shared();
    let shape = random_shape(rng, 1_000_000);
    control.visited.store(0, Relaxed);
    control.stop_after.store(1 + rng.below(2_000), Relaxed);
    let mut explorer = Explorer::new(control);
    explorer.prepare(&shape);
    let root = ArtificialNode::root(&mut explorer);
    let end = main_worker.search(&mut explorer, &root, &shape).end;
    control.stop_after.store(0, Relaxed);
    match end {
        End::Value(_) => check_value(&shape, end)?,
        End::Stopped => happened.stops += 1,
        End::WorkerDied => happened.deaths += 1,
    }
    Ok(())
}
