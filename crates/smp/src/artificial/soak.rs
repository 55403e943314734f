//! Many searches of random trees by teams of random sizes, some stopped midway, each checked
//! against plain minimax.

use std::sync::atomic::Ordering::Relaxed;

use super::{ArtificialNode, Dice, Explorer, Shape, helper, minimax, parallel};
use crate::Chaos;
use crate::node::Node;
use crate::team::{End, HelperSlot, MainWorker, Team};

/// How many of what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Seed of everything that is random.
    pub seed: u64,
    /// Sessions, each with another number of workers and other parameters.
    pub sessions: u64,
    /// Searches in each session.
    pub searches: u64,
    /// The size of the largest tree.
    pub most_leaves: u64,
    /// Trouble for all workers; the main worker is spared from death.
    pub chaos: Chaos,
}

/// What has happened. A soak in which nothing happens shows nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Happened {
    /// Searches that came to their end.
    pub searches: u64,
    /// Times that a worker joined another.
    pub joins: u64,
    /// Cutoffs that made the work of others useless.
    pub cutoffs: u64,
    /// Searches that were stopped.
    pub stops: u64,
    /// Searches that were abandoned because a worker had died.
    pub deaths: u64,
}

/// What must not happen.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Wrong {
    /// The search came to another value than plain minimax.
    #[error("{shape:?} has the value {truth}, but the search ended with {end:?}")]
    Value {
        /// The tree.
        shape: Shape,
        /// What minimax says.
        truth: i32,
        /// What the search says.
        end: End<i32>,
    },
    /// The line does not lead to a leaf with the value of the root.
    #[error("the line {line:?} in {shape:?} does not bear its value out")]
    Line {
        /// The tree.
        shape: Shape,
        /// The children chosen.
        line: Vec<u16>,
    },
    /// Blocks were not given back.
    #[error("{blocks} split blocks are still in use after the searches")]
    Leak {
        /// How many.
        blocks: u32,
    },
}

/// Searches random trees with 1 to as many workers as the team has.
///
/// # Errors
/// At the first thing that goes wrong.
pub fn soak(team: &mut Team<ArtificialNode>, plan: &Plan) -> Result<Happened, Wrong> {
    let mut dice = Dice::new(plan.seed);
    let mut happened = Happened::default();
    let most = team.workers() as u64;
    // However few this machine has: all workers shall meet.
    team.set_processors(team.workers());
    for _ in 0..plan.sessions {
        let workers = 1 + dice.roll(most) as usize;
        team.set_workers(workers).expect("no more than before");
        team.params = dice.params();
        // The main worker must not die: it is the program.
        Chaos { die_one_in: 0, ..plan.chaos }.begin();
        let outcome = team.session(&in_trouble(plan.chaos), |main_worker| {
            (0..plan.searches).try_for_each(|_| {
                if dice.roll(4) == 0 {
                    stop_midway(main_worker, &mut dice, &mut happened)
                } else {
                    search(main_worker, &dice.shape(plan.most_leaves), &mut happened)
                }
            })
        });
        Chaos::default().begin();
        outcome?;
        let blocks = team.arena().blocks_in_use();
        if blocks != 0 {
            return Err(Wrong::Leak { blocks });
        }
    }
    Ok(happened)
}

/// What a helper does that is in trouble of this kind.
pub fn in_trouble(chaos: Chaos) -> impl Fn(&HelperSlot<'_, ArtificialNode>) + Sync {
    move |slot| {
        Chaos { seed: chaos.seed ^ (slot.id().index() as u64 + 1), ..chaos }.begin();
        helper(slot);
    }
}

/// Searches a tree to the end, and checks value and line.
fn search(
    main_worker: &mut MainWorker<'_, ArtificialNode>,
    shape: &Shape,
    happened: &mut Happened,
) -> Result<(), Wrong> {
    let found = parallel(main_worker, shape);
    let finished = found.finished;
    happened.searches += 1;
    happened.joins += finished.stats.sum(|counters| counters.joins);
    happened.cutoffs += finished.stats.sum(|counters| counters.cutoffs);
    happened.deaths += found.deaths;
    check_value(shape, finished.end)?;
    let line = finished.line.children();
    if shape.line_value(line) == Some(minimax(shape)) {
        Ok(())
    } else {
        Err(Wrong::Line { shape: *shape, line: line.to_vec() })
    }
}

/// Stops a search after a random number of nodes: no worker may go on, none may be lost.
fn stop_midway(
    main_worker: &mut MainWorker<'_, ArtificialNode>,
    dice: &mut Dice,
    happened: &mut Happened,
) -> Result<(), Wrong> {
    let census = main_worker.shared();
    let shape = dice.shape(1_000_000);
    census.visited.store(0, Relaxed);
    census.stop_after.store(1 + dice.roll(2_000), Relaxed);
    let mut explorer = Explorer::new(census);
    ArtificialNode::prepare(&mut explorer, &shape);
    let root = ArtificialNode::root(&mut explorer);
    let end = main_worker.search(&mut explorer, &root, &shape).end;
    census.stop_after.store(0, Relaxed);
    match end {
        End::Value(_) => check_value(&shape, end)?,
        End::Stopped => happened.stops += 1,
        End::WorkerDied => happened.deaths += 1,
    }
    Ok(())
}

fn check_value(shape: &Shape, end: End<i32>) -> Result<(), Wrong> {
    let truth = minimax(shape);
    if end == End::Value(truth) { Ok(()) } else { Err(Wrong::Value { shape: *shape, truth, end }) }
}
