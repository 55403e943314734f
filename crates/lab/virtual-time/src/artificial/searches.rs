//! Searches of one tree: by the recursive driver alone, and by a team.

use cleave_algorithms::{HelperSlot, MainWorker};
use cleave_smp::driver::{self, Never};
use cleave_smp::{End, Finished, Node};

use super::explorer::{Explorer, StopControl, Visits};
use super::node::{ArtificialNode, Line};
use super::shape::Shape;

/// The result of a sequential search.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    /// The value of the root.
    pub value: i32,
    /// The best line.
    pub line: Line,
    /// What it visited.
    pub visits: Visits,
}

/// Searches a tree with the recursive driver alone.
pub fn sequential(shape: &Shape) -> Found {
    let control = StopControl::new();
    let mut explorer = Explorer::new(&control);
    explorer.prepare(shape);
    let mut stack = vec![ArtificialNode::default(); ArtificialNode::STACK];
    stack[0] = ArtificialNode::root(&mut explorer);
    let value = driver::search(&mut explorer, &mut stack, &mut Never).expect("nothing interrupts");
    Found { value, line: *stack[0].line(), visits: explorer.visits() }
}

/// A helper of a team: searches the trees that the main worker searches.
pub fn helper(slot: HelperSlot<'_, ArtificialNode>) {
    let shared = slot.shared();
    slot.serve(&mut Explorer::new(shared));
}

/// The result of a search by a team.
pub struct Parallel {
    /// The last search, in which no worker died.
    pub finished: Finished<ArtificialNode>,
    /// The visits of the main worker in all searches.
    pub visits: Visits,
    /// Searches before it that were abandoned because a worker had died.
    pub deaths: u64,
}

/// Searches a tree with a team, again whenever a worker has died.
pub fn parallel(main_worker: &mut MainWorker<'_, ArtificialNode>, shape: &Shape) -> Parallel {
    let mut explorer = Explorer::new(main_worker.shared());
    parallel_with(main_worker, &mut explorer, shape)
}

/// Searches as [`parallel`] does, with an explorer of the caller, which may be in an iterative deepening.
pub fn parallel_with(
    main_worker: &mut MainWorker<'_, ArtificialNode>,
    explorer: &mut Explorer<'_>,
    shape: &Shape,
) -> Parallel {
    let mut deaths = 0;
    loop {
        explorer.prepare(shape);
        let root = ArtificialNode::root(explorer);
        let finished = main_worker.search(explorer, &root, shape);
        if finished.end != End::WorkerDied {
            return Parallel { finished, visits: explorer.visits(), deaths };
        }
        deaths += 1;
    }
}
