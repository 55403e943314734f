//! The parts of the search that only algorithms other than Dynamic Tree Splitting need, and their seam with the rest.
//!
//! Without the feature `algorithms`, which is on by default, the search has Dynamic Tree Splitting alone. Then only
//! [`none`] of this folder is compiled. A reader of the search needs no other file.
//!
//! | file | what |
//! |---|---|
//! | `none.rs` | without the feature: one algorithm, and nothing else to do |
//! | `all.rs` | with it: the team may be set to any of them; what a worker notes in its context |
//! | `node.rs`, `narrow.rs` | what they ask of a node: keys, windows that narrow, a root of one's own, guesses |
//! | `own_root.rs`, `results.rs`, `context.rs` | the root as one worker searches it by itself |
//! | `ballot.rs`, `electing.rs` | the vote at the end of a search |

#[cfg(feature = "algorithms")]
mod all;
#[cfg(feature = "algorithms")]
mod ballot;
#[cfg(feature = "algorithms")]
mod context;
#[cfg(feature = "algorithms")]
mod electing;
#[cfg(feature = "algorithms")]
mod narrow;
#[cfg(feature = "algorithms")]
mod node;
#[cfg(not(feature = "algorithms"))]
mod none;
#[cfg(feature = "algorithms")]
mod own_root;
#[cfg(feature = "algorithms")]
mod results;
#[cfg(all(test, feature = "algorithms"))]
mod stopped_pass_tests;

#[cfg(feature = "algorithms")]
pub use all::Algorithm;
#[cfg(feature = "algorithms")]
pub(crate) use all::{
    Arena, Ballot, ByItself, HelperSlot, OwnRoot, Team, algorithm, blocks_in_use, final_results,
    has_common_corrections, learn_apart, set_algorithm,
};
#[cfg(not(feature = "algorithms"))]
pub use none::Algorithm;
#[cfg(not(feature = "algorithms"))]
pub(crate) use none::{
    Arena, Ballot, ByItself, HelperSlot, OwnRoot, Team, algorithm, blocks_in_use, final_results,
    has_common_corrections, learn_apart, set_algorithm,
};
