#![doc = include_str!("../README.md")]
//!
//! `book/src/dynamic-tree-splitting.md` explains the search to a reader who knows alpha-beta.
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
//! | `helpers_tables.rs` | in which tables a worker learns: the team's or its own |
//! | `seam.rs` | where another algorithm plugs in from outside, as those of `cleave-algorithms` do |
//! | `instrument/` | what the laboratory, `cleave-virtual-time`, may see of the inside |
//!
//! # Lock order
//!
//! ```text
//!   block  <  outcome  <  search setup  <  counters
//! ```
//!
//! A worker that holds a lock takes only locks further right. Debug builds assert this. The first is the lock of a
//! split block, or of the team's search if all workers search from the root. So a worker holds at most one block.
//! [`dts`] explains how it goes up the tree nevertheless. A worker holds no lock while it opens a node or searches a
//! subtree.
//!
//! # Life and death
//!
//! Workers are threads or forked processes ([`Backend`]). Both see the same bytes in the arena. A process may be killed
//! at any moment, with a lock held or a node half written. The main worker checks on the others every 5 ms, while it
//! searches, idles, or waits for a lock. If one has died, it raises the *alarm*. All workers drop what they hold and
//! park. The arena is reset, and the dead workers are replaced. The search ends with [`End::WorkerDied`], and the
//! caller begins it again. See [`MainWorker::search`]. `cargo xtask record --kill 3@2.6 --html FILE` shows a death in a
//! browser.
//!
//! A process that gets no processor must not hold up the search either. If helpers do not leave a search for 200 ms after
//! it must stop, or for a second after its value is known, or if one holds a lock for a second, the main worker raises the
//! alarm as after a death. It kills helpers that do not park in time: within a second, or within 200 ms if the search must
//! stop. A known value counts.
//!
//! Trees whose value is known, measurements and experiments are in `cleave-virtual-time`.

mod arena;
mod block_path;
pub mod driver;
pub mod dts;
mod event;
mod helpers_tables;
mod ids;
pub mod instrument;
mod node;
mod params;
pub mod random;
pub mod seam;
mod stats;
mod stepper;
mod team;
#[cfg(test)]
mod testing;
mod window;

pub use cleave_shared_memory::marker::{Plain, Shareable};
pub use cleave_shared_memory_derive::{PlainInSmp as Plain, ShareableInSmp as Shareable};
pub use cleave_sync::chaos::Chaos;
pub use ids::{MAX_WORKERS, WorkerId};
pub use {
    arena::{Alarmed, ArenaError, Common, RootOutcome, Window},
    event::Counters,
    helpers_tables::{HelpersTables, learns_apart},
    node::{Absorbed, BestLine, Context, Node, NodeType, Opened, PathStep, SplitHint},
    params::{Confidence, Params, Weights},
    stats::{Stats, WorkerStats},
    team::{Backend, End, Finished, IteratingTeam, RootSearch, Step, Worker},
};

/// The shared memory of a team that searches by Dynamic Tree Splitting.
pub type Arena<N> = arena::Arena<N, dts::DtsBlocks<N>>;
/// A team of workers that searches by Dynamic Tree Splitting. A game needs [`Node`] and no more.
pub type Team<N> = team::Team<N, dts::DtsBlocks<N>>;
/// The worker on which the program calls searches.
pub type MainWorker<'t, N> = team::MainWorker<'t, N, dts::DtsBlocks<N>>;
/// A helper's place in the team.
pub type HelperSlot<'a, N> = team::HelperSlot<'a, N, dts::DtsBlocks<N>>;
/// The function of a helper: it builds the helper's context on its own stack and serves.
pub type Helper<'h, N> = team::Helper<'h, N, dts::DtsBlocks<N>>;

/// Teams that are generic over their strategies. The names without such a parameter, for example [`Team`], search by
/// Dynamic Tree Splitting.
pub mod generic {
    pub use crate::arena::Arena;
    pub use crate::team::{Helper, HelperSlot, MainWorker, Team};
}
