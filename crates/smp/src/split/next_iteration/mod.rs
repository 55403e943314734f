//! The next iteration: a tree that workers without work begin ahead of time.
//!
//! A team that deepens iteratively searches the root to depth D, then to D + 1. Towards the end of an
//! iteration most workers find nothing to do, and at the beginning of the next one there is little to
//! share yet. So while the tree of D leaves workers idle, they search that of D + 1, in blocks of its
//! own:
//!
//! ```text
//!   depth 9   |==== main worker ===========================|
//!             |==== others ==============|                 |
//!   depth 10                             |~~~~ idle ~~~~~~~|==== all ======================|
//!                                                          adopted
//!   depth 11                                                                    |~~~ idle ~|
//! ```
//!
//! * Every block of the iteration under way ranks above every block of the next one. A worker that has
//!   brought its claim back to a block of the next tree leaves it if the other tree has work.
//! * So a block may be left with jobs to hand out and nobody inside: it is *unattended*. It keeps its
//!   claim on its parent, stands in the job list, and is counted like a worker inside its tree, so
//!   that a tree is finished when that count is 0. Whoever joins it takes that count over.
//! * If the iteration ends as expected, the next tree is *adopted*: it becomes the tree of the
//!   iteration under way, as it is. Workers inside go on, and the main worker looks for work like any
//!   other.
//! * Otherwise it is *given up*: its root is cancelled, and all leave. An unattended block is joined as
//!   before; whoever joins it finds it cut off, and clears it away like any useless job.
//!
//! The tree of an iteration keeps its [number](TreeId) when it is adopted, so the two numbers take
//! turns.

mod tree;
mod worker;

pub(crate) use tree::{TreeId, rank};
