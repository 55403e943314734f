//! The chess search of Cleave: alpha-beta on explicit nodes, for one worker or many.
//! Use it alone to search positions from a program: for analysis, for tests, or as the search of another
//! engine. It stands on [`cleave_smp`], which shares a tree among workers and knows no chess, and on the
//! crates for boards, moves, both evaluations, endgame tables and the transposition table. It knows no
//! protocol, no game and no file.
//!
//! ```
//! use cleave_board::{Position, Value};
//! use cleave_search::{Limits, Root, Searcher, Undisturbed};
//!
//! let position = Position::from_fen("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1").unwrap();
//! let mut searcher = Searcher::new(1).unwrap(); // a table of 1 MiB
//! let limits = Limits::to_depth(4);
//! let outcome = searcher.search(&Root { position, history: vec![] }, &limits, &mut Undisturbed);
//! assert_eq!(outcome.value, Value::mate_in(1));
//! assert_eq!(outcome.best.unwrap().to_string(), "d1d8");
//! ```
//!
//! A [`Searcher`] searches a [`Root`] within [`Limits`] and returns an [`Outcome`]. Meanwhile it shows
//! the lines that it finds to a [`Host`] and asks it whether to stop. [`SearchMode`] says with how many
//! workers, [`team`] how they share the tree. [`settings`] has what few callers set. [`mod@bench`] counts
//! the nodes of a fixed set of positions.
//!
//! # A node is data
//!
//! Alpha-beta is usually a recursive function, and the call stack holds the state of the search: no
//! other worker can see it, help with it, or finish it. Here a node is a plain value, a
//! [`ChessNode`](driver::ChessNode), with three operations:
//!
//! ```text
//!   open     position, window, depth  ->  a value (table, draw, quiescence, pruning),
//!                                         or a live node
//!   next     the next job: 'search this child with this window to this depth',
//!            or none
//!   absorb   the value of a job       ->  search the child again, go on, or done
//! ```
//!
//! These three hold all chess knowledge and all of selective search. What remains of alpha-beta is a
//! driver of twenty lines that recurses over nodes and knows no chess ([`cleave_smp::driver`]). A
//! second driver ([`cleave_smp::Worker`]) steps through the same nodes in shared memory, for many
//! workers at once.
//!
//! The numbers by which nodes prune, reduce and extend are rows of one table ([`params`]).
//!
//! Null move, verification, exclusion search and re-searches are not special cases of the driver:
//! they are jobs like any other, handed out by `next` and taken in by `absorb`.
//!
//! # From the root down
//!
//! 1. `searcher/` keeps the table, the history and the team from one search to the next. A search
//!    begins with a context for the main worker.
//! 2. `iterate/` deepens: each iteration starts from the move order and the value of the last one,
//!    until a limit ends the search. A [`Driver`](driver::Driver) searches the root: the recursive one,
//!    a team, or one that the caller supplies.
//! 3. `node/` is the node. It picks its moves in stages: table move, captures, killers, the rest by
//!    history.
//! 4. `quiesce.rs` resolves captures at depth zero, tries quiet checks there, and calls the evaluation
//!    (`evaluation.rs`).
//! 5. `context/` is what one worker knows and owns during a search: its path, its counts, the moves of
//!    the root.
//! 6. `control/` checks the clock and polls the [`Host`] every 512 nodes. The host stops the search, or
//!    reports that the expected move was played.
//! 7. `groups/` parts a large team into several, which search the same root.
//! 8. `cluster/` exchanges table entries and results with other machines; without a cluster it does
//!    nothing.
//! 9. `table.rs`, `root/`, `ordering/`, `corrections.rs`, `path.rs`, `line.rs` are what the search remembers:
//!    values and bounds; results of root moves; scores of moves; errors of the evaluation; the moves from the
//!    root to a node; the best line below it.
//!
//! 10. `algorithms/` has what only algorithms beside Dynamic Tree Splitting need; without the feature of that name the search
//!     is complete without it.
//!
//! Each of these rests on those below it and knows nothing of those above. `mates.rs` is a driver that does more than is asked:
//! in a search for a mate it proves by [`cleave_mates`] that there is one, or none. `monte_carlo/` stands beside them: a searcher
//! that is set to it hands the root over, and its leaves are searched with the searcher's table, so these two know
//! each other.
//!
//! # Terms
//!
//! Values are *fail-soft*: a value outside the window is a bound. Node types are those of Knuth and
//! Moore (1975): PV, CUT, ALL. Depth counts the plies left to search, ply those from the root
//! (`units.rs`). All decisions use integers, so that the same input gives the same tree on every
//! machine.

mod algorithms;
pub mod bench;
pub mod cluster;
mod context;
mod control;
mod corrections;
mod evaluation;
mod groups;
mod iterate;
mod line;
mod mates;
pub mod monte_carlo;
mod node;
mod ordering;
pub mod params;
mod path;
mod quiesce;
pub mod resources;
mod root;
mod searcher;
pub mod splitting;
pub mod strength;
mod table;
#[cfg(test)]
mod testing;
mod tree_counts;
mod units;

pub use cleave_clock::{Clock, Signal};
pub use control::Limits;
pub use control::host::{Host, Status, Thinking, Undisturbed};
pub use evaluation::Evaluation;
pub use root::value::Verdict;
pub use searcher::outcome::Outcome;
pub use searcher::{Root, SearchMode, Searcher, SearcherError};
pub use tree_counts::TreeCounts;

/// What can be set on a [`Searcher`] and in [`Limits`] beyond the mode and the clock.
pub mod settings {
    pub use crate::context::probing::ProbeLimits;
    pub use crate::context::setup::Width;
    pub use cleave_clock::{Lateness, MoveOverhead, Pace};
}

/// Teams of workers ([`SearchMode::Parallel`]): how they share the tree, what they run on, and what
/// they have measured.
pub mod team {
    pub use crate::algorithms::Algorithm;
    pub use crate::groups::division::{GROUP_SIZE, group_sizes};
    pub use cleave_smp::MAX_WORKERS;
    pub use cleave_smp::{Backend, Params as SplitParams, Stats};
}

/// Drivers of another kind, which [`Searcher::search_by`] takes: a team in
/// virtual time, or a program that measures the tree.
pub mod driver {
    pub use crate::context::SearchContext;
    pub use crate::iterate::driver::{Driver, RootRequest};
    pub use crate::iterate::team::TeamDriver;
    pub use crate::node::ChessNode;
    pub use crate::root::value::RootValue;
    pub use crate::searcher::pending::{DriverParts, PendingSearch};
    pub use crate::units::Depth;
    pub use cleave_clock::Timer;
}
