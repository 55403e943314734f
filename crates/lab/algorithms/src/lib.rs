//! Twenty algorithms of parallel game-tree search beside Dynamic Tree Splitting, for those who compare ways to share a
//! tree: all search the same nodes, with the team and the split blocks of [`cleave_smp`], which knows none of them.
//!
//! [`Team`] is like that of `cleave-smp`, and may be set to any [`Algorithm`] ([`SetAlgorithm::set_algorithm`]). A game
//! needs a [`CompleteNode`]: a [`Node`](cleave_smp::Node) with four traits more, whose defaults leave the value right.
//!
//! | file | what |
//! |---|---|
//! | `algorithms.rs` | the table of all twenty-one |
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

// What the tiny game of the tests, a file of `cleave-smp`, imports from there.
#[cfg(test)]
use cleave_smp::{
    Absorbed, BestLine, Context, Node, NodeType, Opened, Params, PathStep, RootSearch, SplitHint,
    Step, Window, Worker, WorkerId, generic, instrument, random, seam,
};

pub use {
    algorithms::{Algorithm, Algorithms, SetAlgorithm, UnknownAlgorithm},
    learning::Learning,
    own_root::{RootBegun, RootMoves, RootTask},
    traits::{CompleteNode, Guess, Keys, Narrow, OwnRoot},
};

/// The shared memory of a team that may be set to any algorithm.
pub type Arena<N> = cleave_smp::generic::Arena<N, Algorithms<N>>;
/// A team of workers that may be set to any algorithm.
pub type Team<N> = cleave_smp::generic::Team<N, Algorithms<N>>;
/// The worker that the program searches with.
pub type MainWorker<'t, N> = cleave_smp::generic::MainWorker<'t, N, Algorithms<N>>;
/// A helper's place in the team.
pub type HelperSlot<'a, N> = cleave_smp::generic::HelperSlot<'a, N, Algorithms<N>>;
/// What a helper does: builds its context on its own stack and serves.
pub type Helper<'h, N> = cleave_smp::generic::Helper<'h, N, Algorithms<N>>;
