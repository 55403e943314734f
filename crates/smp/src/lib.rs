//! A parallel alpha-beta machine that knows no game: Dynamic Tree Splitting, and beside it the other
//! ways to share a game tree.
//!
//! The first part of this page explains Dynamic Tree Splitting, by R. M. Hyatt, who first used it in
//! Cray Blitz ("The Dynamic Tree-Splitting Parallel Search Algorithm", ICCA Journal 20(1), 1997). All
//! workers are peers. Work that may be shared is always visible; an idle worker takes some of it.
//! Nobody owns a subtree: a node is data ([`Node`]), and the last worker to leave it finishes it.
//!
//! # Why nobody waits
//!
//! In a recursive program a split node lives in the call stack of the worker that made it. That
//! worker must be the one to finish it, so while its helpers are busy it waits, or helps them. Here
//! a node above the *split frontier* lives in a **split block** in shared memory, and a block counts
//! the **claims** on it: jobs handed out and not yet brought back. Workers are not counted and not
//! awaited. A worker that finds nothing left to do at a block leaves it. The one that brings back
//! the last claim finds nothing outstanding, computes the value, takes it to the parent block, where
//! the block itself was a claim, and carries on there.
//!
//! # A split, from offer to last one out
//!
//! ```text
//!        worker A                     worker B                   worker C
//!
//!  A makes block X below P      (idle, in thread_wait)     (idle, asleep)
//!    P: 1 claim (X itself)
//!  A takes job 1 of X
//!    X: 1 claim
//!  A brings 1: value v1
//!    X is joinable now:
//!    A posts its priority  ---> B sees it in the job list
//!  A takes job 2                B locks X, takes a place
//!    X: 2 claims                B: copy_to_smp, the way to X
//!    |                          B takes job 3
//!    |                            X: 2 claims
//!    |                          B wakes an idle one ----> C wakes, joins X,
//!    |                            |                          takes job 4, the last
//!  A brings 2                     |                          |   X: 3 claims
//!    X: 2 claims                  |                          |
//!    nothing left: A leaves     B brings 3                   |
//!    A joins elsewhere            X: 1 claim                 |
//!                                 nothing left: B leaves   C brings 4
//!                                                            X: 0 claims: last one out
//!                                                            C finishes X, frees the block,
//!                                                            brings X's value to P,
//!                                                            and carries on in P
//! ```
//!
//! **A cutoff** in job 3 would have gone up at once: B settles X, takes the value to P and carries
//! on there, without waiting for A and C. It marks X stopped and raises the others' *attention*
//! word. They look along their chain of parents, find X stopped, and give their jobs back; the last
//! of them frees the block. Running out of time is the same thing at the root
//! ([`Worker::thread_stop`]).
//!
//! **A stale bound**: while job 4 is being searched, job 2 may raise alpha. `absorb` sees it and
//! answers [`Absorbed::Again`] with the new window. The claim stays out.
//!
//! **Sequential phases**: a node that may not be joined yet has no [`SplitHint`], and is not posted.
//!
//! # Blocks with an owner
//!
//! In most of the older algorithms a worker does wait. There a block has an **owner**, the worker that
//! made it, and only the owner takes its value up ([`Algorithm::Ybwc`] and others). It is the same
//! machine otherwise: `split/worker/own.rs` says what is different.
//!
//! # Windows that narrow
//!
//! Dynamic Tree Splitting waits for the first child of a PV node, and a brother under way keeps the
//! window it was handed out with; a stale bound is found when it is back. Two older algorithms search
//! brothers before a bound is known ([`Algorithm::TreeSplitting`], [`Algorithm::Mwf`]). There a value
//! that raises alpha narrows the windows of those under way: `split/worker/narrow.rs`. One of them
//! leaves nodes until they have a bound: `split/worker/hold_back.rs` and `split/release.rs`.
//!
//! # What it costs the searching worker
//!
//! Making a block joinable is one relaxed store into the job list, and two checks, each behind a
//! sequentially consistent fence: is this pool marked as active ([`ActivePools`]), and does a worker
//! sleep that could take the job ([`EventCount`])? A later change of the block's priority
//! is the store alone. If no worker is idle that is all: no other worker ever locks the block, and
//! its lines stay in the maker's cache. The idle workers do the splitting: they scan, lock, check
//! again, and copy what they need.
//!
//! [`ActivePools`]: cleave_sync::ActivePools
//! [`EventCount`]: cleave_sync::EventCount
//!
//! # Lock order
//!
//! ```text
//!   block  <  outcome  <  search setup  <  counters
//! ```
//!
//! A worker that holds a lock takes only locks further right; debug builds assert it. The first is that
//! of a split block, or of the team's search where all workers search from the root.
//! So it holds at most one block. On the way up it copies value and line out, lets go of the child
//! and only then locks the parent; its claim on the parent keeps that alive. No lock is held while a
//! node is opened or a subtree searched.
//!
//! # Life and death
//!
//! Workers are threads, or forked processes ([`Backend`]); the arena is one mapping that both see
//! alike. A process may be killed at any moment, while it holds a lock or with a node half written.
//! The main worker notices within milliseconds, since it never waits without checking for deaths,
//! and raises the *alarm*: all workers drop what they have and park, the arena is reset, the dead
//! workers are replaced, and the search ends with [`End::WorkerDied`]: the caller begins it again. See
//! [`MainWorker::search`].
//!
//! # Reading on
//!
//! | file | what |
//! |---|---|
//! | `node.rs`, `driver.rs`, `stepper.rs` | what a game must supply; alpha-beta in 20 lines, and in steps |
//! | `strategy.rs` | the seam: what a way of sharing the tree must supply |
//! | `split/` | split-point algorithms: blocks, claims, job list; `worker/` has the steps `join`, `descend`, `ascend`, `own` for blocks with an owner, `narrow` and `hold_back` for searches without a bound |
//! | `split/policies/` | what tells one split-point algorithm from another, a file each: Dynamic Tree Splitting is the first |
//! | `older/from_root/` | every worker searches from the root, and they meet in a table: lazy SMP, ABDADA, and six more |
//! | `older/aphid/` | a main worker that searches near the root on guesses, and helpers that search the leaves of its tree: APHID |
//! | `team/` | threads and processes, waiting for work, and what happens when a worker dies |
//! | `arena/` | shared memory: team state, mailboxes, locks |
//! | [`cleave_sync`] | lock, event count and their like: the small protocols, each checked with loom |
//! | `instrument/` | what the laboratory, `cleave-smp-lab`, may see of the inside |
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

#[cfg(not(target_os = "linux"))]
compile_error!(
    "cleave-smp needs Linux: its workers share memory, sleep and die by its system calls"
);

mod algorithms;
mod arena;
pub mod driver;
mod dts;
mod ids;
pub mod instrument;
mod meter;
mod node;
mod older;
mod own_root;
mod params;
pub mod random;
mod stats;
mod stepper;
mod team;
#[cfg(test)]
mod testing;

pub use cleave_sync::chaos::Chaos;
pub use ids::{MAX_WORKERS, WorkerId};
pub use {
    algorithms::{Algorithm, Algorithms, UnknownAlgorithm},
    arena::{Alarmed, ArenaError, Common, RootOutcome},
    node::{Absorbed, Node, NodeType, Opened, SplitHint},
    own_root::{RootBegun, RootMoves, RootTask, Window},
    params::{Confidence, Grain, Params, Weights},
    stats::{Counters, Stats, WorkerStats},
    team::{Backend, End, Finished, IteratingTeam, RootSearch, Step, Worker},
};

/// Teams by what they may be set to. The names without a parameter for that, such as
/// [`Team`](crate::Team), may be set to any algorithm.
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
