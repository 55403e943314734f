//! Artificial trees in virtual time: one to measure, or one that a seed chooses to test with.

use std::sync::atomic::Ordering::Relaxed;

use super::{ArtificialNode, Counters, Dice, Explorer, Shape, Wrong, minimax};
use crate::arena::{Arena, ArenaError};
use crate::node::Node;
use crate::params::Params;
use crate::team::{End, Finished};
use crate::virtual_time::{Machine, VirtualRun, VirtualTeam};

/// What a team in virtual time has found.
pub struct Virtual {
    /// The search.
    pub finished: Finished<ArtificialNode>,
    /// What the main worker visited.
    pub counters: Counters,
    /// What happened when.
    pub run: VirtualRun,
}

/// Searches a tree in virtual time.
///
/// # Errors
/// There is no memory for so many workers.
pub fn virtually(shape: &Shape, params: &Params, machine: &Machine) -> Result<Virtual, ArenaError> {
    search(shape, params, machine, 0)
}

/// Searches a random tree with random parameters on a random machine, all of them given by the seed,
/// with everything checked between any two steps. Every fourth search is stopped midway.
///
/// # Errors
/// The value is not that of plain minimax, or the line does not lead to it.
///
/// # Panics
/// At the first step after which something in the arena is not as it should be, or if something is
/// left over at the end.
pub fn virtual_trial(seed: u64, most_workers: usize) -> Result<Virtual, Wrong> {
    let mut dice = Dice::new(seed);
    let (shape, params) = (dice.shape(3_000), dice.params());
    let workers = 1 + dice.roll(most_workers as u64) as usize;
    let jitter = dice.roll(30) as u32;
    let machine = Machine { seed, jitter, is_checked: true, ..Machine::new(workers) };
    let stop_after = if dice.roll(4) == 0 { 1 + dice.roll(300) } else { 0 };
    let found = search(&shape, &params, &machine, stop_after).expect("there is memory for it");
    let truth = minimax(&shape);
    match found.finished.end {
        End::Stopped if stop_after != 0 => return Ok(found),
        End::Value(value) if value == truth => {}
        end => return Err(Wrong::Value { shape, truth, end }),
    }
    let line = found.finished.line.children();
    if shape.line_value(line) != Some(truth) {
        return Err(Wrong::Line { shape, line: line.to_vec() });
    }
    Ok(found)
}

fn search(
    shape: &Shape,
    params: &Params,
    machine: &Machine,
    stop_after: u64,
) -> Result<Virtual, ArenaError> {
    let arena: Arena<ArtificialNode> = Arena::new(machine.workers)?;
    arena.shared().stop_after.store(stop_after, Relaxed);
    let helpers = (1..machine.workers).map(|_| Explorer::new(arena.shared())).collect();
    let mut team = VirtualTeam::new(&arena, *machine, *params, helpers);
    let mut main_worker = Explorer::new(arena.shared());
    ArtificialNode::prepare(&mut main_worker, shape);
    let root = ArtificialNode::root(&mut main_worker);
    let finished = team.search(&mut main_worker, &root, shape);
    assert_eq!(arena.blocks_in_use(), 0, "blocks have leaked");
    assert!(team.is_idle(), "a worker holds a claim after the search");
    Ok(Virtual { finished, counters: main_worker.counters(), run: team.run() })
}
