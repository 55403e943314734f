//! A parallel alpha-beta machine that knows no game: Dynamic Tree Splitting, and beside it the other
//! ways to share a game tree. It is for programs that search one by alpha-beta on several processors, and for those
//! who compare ways to do so: twenty-one algorithms run on the same nodes. It depends on `cleave-shared-memory` and
//! `cleave-sync`.
//!
//! A game supplies its nodes as plain data ([`Node`]); the crate moves them, by threads or by forked
//! processes, and shares their children among the workers.
//!
//! # What is where
//!
//! | file | what |
//! |---|---|
//! | `node.rs`, `driver.rs` | what a game must supply; alpha-beta in 20 lines |
//! | `dts/` | **Dynamic Tree Splitting**, told from the first offer to the last one out |
//! | `block_path.rs` | the way from the root to a split block, which a joiner copies |
//! | `stepper.rs` | the driver without recursion, a node a step |
//! | `team/` | threads and processes, waiting for work, and what happens when a worker dies; the seam for strategies |
//! | `arena/` | shared memory: team state, mailboxes, locks |
//! | `older/` | the other twenty algorithms, in four families |
//! | `algorithms.rs` | the table of all twenty-one |
//! | `learning.rs` | in which tables a worker learns: the team's or its own |
//! | `instrument/` | what the laboratory, `cleave-smp-lab`, may see of the inside |
//!
//! # Lock order
//!
//! ```text
//!   block  <  outcome  <  search setup  <  counters
//! ```
//!
//! A worker that holds a lock takes only locks further right; debug builds assert it. The first is that
//! of a split block, or of the team's search where all workers search from the root. So a worker holds at
//! most one block; [`dts`] says how it goes up the tree nevertheless. No lock is held while a node is opened
//! or a subtree searched.
//!
//! # Life and death
//!
//! Workers are threads, or forked processes ([`Backend`]); the arena is one mapping that both see
//! alike. A process may be killed at any moment, while it holds a lock or with a node half written.
//! The main worker notices within 512 of its nodes, since it never waits without checking for deaths,
//! and raises the *alarm*: all workers drop what they have and park, the arena is reset, the dead
//! workers are replaced, and the search ends with [`End::WorkerDied`]: the caller begins it again. See
//! [`MainWorker::search`]. `cargo xtask record --kill 3@2.6 --html FILE` shows a death in a browser.
//!
//! Virtual time, trees whose value is known, and what the parts cost are in `cleave-smp-lab`.
//!
//! # Example
//!
//! Two threads search an artificial tree:
//!
//! ```
//! use cleave_smp::{Backend, End, Team};
//! use cleave_smp_lab::artificial::{self, Shape};
//!
//! let mut team = Team::new(2, Backend::Thread)?;
//! let shape = Shape::default();
//! let found = team.session(&artificial::helper, |main_worker| {
//!     artificial::parallel(main_worker, &shape)
//! });
//! assert_eq!(found.finished.end, End::Value(artificial::minimax(&shape)));
//! # Ok::<(), cleave_smp::ArenaError>(())
//! ```

mod algorithms;
mod arena;
mod block_path;
pub mod driver;
pub mod dts;
mod dts_team;
mod event;
mod ids;
pub mod instrument;
mod learning;
mod node;
mod older;
mod params;
mod posted;
pub mod random;
mod stats;
mod stepper;
mod team;
#[cfg(test)]
mod testing;
mod window;

pub use cleave_sync::chaos::Chaos;
pub use ids::{MAX_WORKERS, WorkerId};
pub use {
    algorithms::{Algorithm, Algorithms, UnknownAlgorithm},
    arena::{Alarmed, ArenaError, Common, RootOutcome},
    learning::{HelpersTables, Learning},
    node::{Absorbed, Node, NodeType, Opened, SplitHint, Task},
    older::own_root::{RootBegun, RootMoves, RootTask},
    older::traits::{CompleteNode, Guess, Keys, Narrow, OwnRoot},
    params::{Confidence, Grain, Params, Weights},
    stats::{Counters, Stats, WorkerStats},
    team::{Backend, End, Finished, IteratingTeam, RootSearch, Step, Worker},
    window::Window,
};

/// Teams by what they may be set to. The names without a parameter for that, such as
/// [`crate::Team`], may be set to any algorithm.
pub mod generic {
    pub use crate::arena::{Arena, Memory};
    pub use crate::team::{Helper, HelperSlot, MainWorker, Peer, Strategies, Strategy, Team};
}

/// The shared memory of a team that may be set to any algorithm.
pub type Arena<N> = generic::Arena<N, Algorithms<N>>;
/// A team of workers that may be set to any algorithm.
pub type Team<N> = generic::Team<N, Algorithms<N>>;
/// The worker that the program searches with.
pub type MainWorker<'t, N> = generic::MainWorker<'t, N, Algorithms<N>>;
/// A helper's place in the team.
pub type HelperSlot<'a, N> = generic::HelperSlot<'a, N, Algorithms<N>>;
/// What a helper does: builds its context on its own stack and serves.
pub type Helper<'h, N> = generic::Helper<'h, N, Algorithms<N>>;
