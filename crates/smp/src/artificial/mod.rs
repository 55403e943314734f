//! Artificial trees: searches whose right answer is known.
//!
//! A tree is given by a seed, a height, a branching factor and how well its moves are ordered. Every
//! child is computed from a hash, so a tree may be of any size and costs no memory. The search on
//! it has all that makes splitting hard: scouts and re-searches, sequential phases before the moves
//! and between them, main lines, and a path that each node checks against what it should be, so that a worker that
//! joins with a wrong path is found out at once.
//!
//! ```
//! use cleave_smp::artificial::{self, Shape};
//!
//! let shape = Shape { height: 6, branching: 5, ..Shape::default() };
//! let found = artificial::sequential(&shape);
//! assert_eq!(found.value, artificial::minimax(&shape));
//! ```

mod dice;
mod explorer;
mod leaf_count;
mod node;
mod shape;
mod soak;
mod virtually;

pub use dice::Dice;
pub use explorer::{Census, Counters, Explorer};
pub use leaf_count::{knuth_moore_leaves, minimax};
pub use node::{ArtificialNode, Job, Line, Step};
#[cfg(feature = "chaos")]
pub(crate) use shape::mix;
pub use shape::{Place, Shape};
pub use soak::{Happened, Plan, Wrong, in_trouble, soak};
pub use virtually::{Virtual, virtual_trial, virtually};

use crate::driver::{self, Never};
use crate::node::Node;
use crate::team::{End, Finished, HelperSlot, MainWorker};

/// What a search has found, and what it did for it.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    /// The value of the root.
    pub value: i32,
    /// The best line.
    pub line: Line,
    /// What was visited on the way.
    pub counters: Counters,
}

/// Searches a tree with the recursive driver alone.
pub fn sequential(shape: &Shape) -> Found {
    let census = Census::new();
    let mut explorer = Explorer::new(&census);
    ArtificialNode::prepare(&mut explorer, shape);
    let mut stack = vec![ArtificialNode::vacant(); ArtificialNode::STACK];
    stack[0] = ArtificialNode::root(&mut explorer);
    let value = driver::search(&mut explorer, &mut stack, &mut Never).expect("nobody interrupts");
    Found { value, line: *stack[0].line(), counters: explorer.counters() }
}

/// What a helper of a team does: explores whatever tree it is told to.
pub fn helper(slot: &HelperSlot<'_, ArtificialNode>) {
    slot.serve(&mut Explorer::new(slot.shared()));
}

/// What a team has found.
pub struct Parallel {
    /// The last search, the one that nobody died in.
    pub finished: Finished<ArtificialNode>,
    /// What the main worker visited in all of them.
    pub counters: Counters,
    /// Searches before that were abandoned because a worker had died.
    pub deaths: u64,
}

/// Searches a tree with a team, once more whenever a worker has died.
pub fn parallel(main_worker: &mut MainWorker<'_, ArtificialNode>, shape: &Shape) -> Parallel {
    let mut explorer = Explorer::new(main_worker.shared());
    let mut deaths = 0;
    loop {
        ArtificialNode::prepare(&mut explorer, shape);
        let root = ArtificialNode::root(&mut explorer);
        let finished = main_worker.search(&mut explorer, &root, shape);
        if finished.end != End::WorkerDied {
            return Parallel { finished, counters: explorer.counters(), deaths };
        }
        deaths += 1;
    }
}
