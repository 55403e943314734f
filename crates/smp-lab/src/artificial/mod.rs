//! Artificial trees: searches whose right value is known.
//!
//! A [`Shape`] gives the seed, height, branching factor and move ordering of a tree. Every child is
//! computed by a hash, so a tree can have any size and takes no memory. The search has everything
//! that makes splitting hard: scouts and re-searches, sequential phases before the moves and between
//! them, and principal variations. Each node checks the worker's path, so that a worker that joins
//! with a wrong path is found out at once.
//!
//! ```
//! use cleave_smp_lab::artificial::{self, Shape};
//!
//! let shape = Shape { height: 6, branching: 5, ..Shape::default() };
//! let found = artificial::sequential(&shape);
//! assert_eq!(found.value, artificial::minimax(&shape));
//! ```

mod deepening;
mod explorer;
mod leaf_count;
mod node;
mod random;
mod shape;
mod soak;
mod virtually;

pub use deepening::{Deepened, Deepening};
pub use explorer::{Explorer, StopControl, Visits};
pub use leaf_count::{knuth_moore_leaves, minimax};
pub use node::{ArtificialNode, Job, Line, PathStep};
pub use random::{random_deepening, random_params, random_params_ahead, random_shape};
pub use shape::{Place, Shape};
pub use soak::{Happened, Plan, Wrong, faulty_helper, soak};
pub use virtually::{Virtual, virtual_deepening, virtual_trial, virtually, virtually_by};

use cleave_smp::driver::{self, Never};
use cleave_smp::{End, Finished, HelperSlot, MainWorker, Node};

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
    ArtificialNode::prepare(&mut explorer, shape);
    let mut stack = vec![ArtificialNode::vacant(); ArtificialNode::STACK];
    stack[0] = ArtificialNode::root(&mut explorer);
    let value = driver::search(&mut explorer, &mut stack, &mut Never).expect("nothing interrupts");
    Found { value, line: *stack[0].line(), visits: explorer.visits() }
}

/// A helper of a team: searches whatever tree the main worker searches.
pub fn helper(slot: &HelperSlot<'_, ArtificialNode>) {
    slot.serve(&mut Explorer::new(slot.shared()));
}

/// The result of a search by a team.
pub struct Parallel {
    /// The last search, in which no worker died.
    pub finished: Finished<ArtificialNode>,
    /// What the main worker visited in all searches.
    pub visits: Visits,
    /// Searches before it that were abandoned because a worker had died.
    pub deaths: u64,
}

/// Searches a tree with a team, again whenever a worker has died.
pub fn parallel(main_worker: &mut MainWorker<'_, ArtificialNode>, shape: &Shape) -> Parallel {
    let mut explorer = Explorer::new(main_worker.shared());
    parallel_with(main_worker, &mut explorer, shape)
}

/// The same with the main worker's explorer, which may be that of an iterative deepening.
pub fn parallel_with(
    main_worker: &mut MainWorker<'_, ArtificialNode>,
    explorer: &mut Explorer<'_>,
    shape: &Shape,
) -> Parallel {
    let mut deaths = 0;
    loop {
        ArtificialNode::prepare(explorer, shape);
        let root = ArtificialNode::root(explorer);
        let finished = main_worker.search(explorer, &root, shape);
        if finished.end != End::WorkerDied {
            return Parallel { finished, visits: explorer.visits(), deaths };
        }
        deaths += 1;
    }
}
