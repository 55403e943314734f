//! Twenty-four algorithms of parallel game-tree search in addition to Dynamic Tree Splitting, for comparisons. All search
//! the same nodes, with the team and the split blocks of [`cleave_smp`], which knows none of them.
//!
//! [`Team`] is like the team of `cleave-smp`, and can be set to any [`Algorithm`] ([`SetAlgorithm::set_algorithm`]). A
//! game needs a [`CompleteNode`]: a [`Node`](cleave_smp::Node) with four more traits, whose defaults keep the value
//! right.
//!
//! | file | what |
//! |---|---|
//! | `algorithms.rs` | the table of all twenty-five |
//! | `traits.rs`, `own_root.rs` | what they ask of a game |
//! | `learning.rs` | in which tables a worker learns: the team's or its own |
//! | `split_points/` | nodes are shared, in the blocks of Dynamic Tree Splitting, whose machine they hook into |
//! | `from_root/` | nothing is shared but tables: every worker searches from the root |
//! | `lazy_texel/` | the move of the root that the main worker is at, which all search |
//! | `aphid/` | the leaves of a small tree near the root, which one worker searches on guesses |

mod algorithms;
mod aphid;
mod from_root;
mod hooked_stepper;
mod lazy_texel;
mod learning;
mod open_search;
mod own_root;
mod split_points;
mod subtrees;
#[cfg(test)]
mod testing;
mod traits;

// The imports of the tests' tiny game, a file of `cleave-smp`.
#[cfg(test)]
use cleave_smp::{
    Absorbed, BestLine, Context, Node, NodeType, Opened, Params, PathStep, RootSearch, SplitHint,
    Step, Window, Worker, WorkerId, generic, instrument, random, seam,
};

pub use {
    algorithms::{Algorithm, Algorithms, SetAlgorithm, UnknownAlgorithm},
    learning::Learning,
    own_root::{RootBegun, RootMoves, RootTask},
    traits::{CompleteNode, Guess, Keys, Narrow, OwnRoot, Weighing},
};

/// The shared memory of a team that can be set to any algorithm.
pub type Arena<N> = cleave_smp::generic::Arena<N, Algorithms<N>>;
/// A team of workers that can be set to any algorithm.
pub type Team<N> = cleave_smp::generic::Team<N, Algorithms<N>>;
/// The worker on which the program calls searches.
pub type MainWorker<'t, N> = cleave_smp::generic::MainWorker<'t, N, Algorithms<N>>;
/// A helper's place in the team.
pub type HelperSlot<'a, N> = cleave_smp::generic::HelperSlot<'a, N, Algorithms<N>>;
/// The function of a helper: it builds the helper's context on its own stack and serves.
pub type Helper<'h, N> = cleave_smp::generic::Helper<'h, N, Algorithms<N>>;
