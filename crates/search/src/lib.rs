//! The chess search of Cleave: alpha-beta on explicit nodes, for one worker or many. Use it alone to search positions
//! from a program: for analysis, for tests, or as the search of another engine. It uses [`cleave_smp`], which shares a
//! tree among workers and knows no chess. It also uses the crates for boards, moves, both evaluations, endgame tables
//! and the transposition table. It knows no protocol, no game and no file.
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
//! A [`Searcher`] searches a [`Root`] within [`Limits`] and returns an [`Outcome`]. During the search it shows its
//! lines to a [`Host`], and asks the host whether to stop. [`SearchMode`] sets the number of workers, [`team`] how they
//! share the tree. [`settings`] contains rarely used settings. [`mod@bench`] counts the nodes of a fixed set of
//! positions.
//!
//! # A node is data
//!
//! Alpha-beta is usually a recursive function whose call stack holds the state of the search. No other worker can see
//! that state, help with it, or finish it. Here a node is a plain value, a [`ChessNode`](driver::ChessNode), with three
//! operations:
//!
//! ```text
//!   open     position, window, depth  ->  a value (table, draw, quiescence, pruning),
//!                                         or a live node
//!   next     the next job: 'search this child with this window to this depth',
//!            or none
//!   absorb   the value of a job       ->  search the child again, go on, or done
//! ```
//!
//! These three hold all chess knowledge and all of selective search. The rest of alpha-beta is a driver of twenty lines
//! that recurses over nodes and knows no chess ([`cleave_smp::driver`]). A second driver ([`cleave_smp::Worker`]) steps
//! through the same nodes in shared memory, for many workers at once.
//!
//! The numbers by which nodes prune, reduce and extend are rows of one table ([`params`]).
//!
//! Null move, verification, exclusion search and re-searches are not special cases of the driver. They are jobs like
//! any other: `next` hands them out and `absorb` takes them in.
//!
//! # From the root down
//!
//! 1. `searcher/` keeps the table, the history and the team from one search to the next. A search
//!    begins with a context for the main worker.
//! 2. `iterate/` deepens: each iteration starts from the move order and the value of the last one, until a limit
//!    ends the search. A [`Driver`](driver::Driver) searches the root: the recursive driver, a team, or a driver of the
//!    caller.
//! 3. `node/` is the node. It picks its moves in stages: table move, captures, killers, the rest by
//!    history.
//! 4. `quiesce.rs` resolves captures at depth zero, tries quiet checks there, and calls the evaluation
//!    (`evaluation.rs`).
//! 5. `context/` is the state of one worker during a search: its path, its counts, the moves of the root.
//! 6. `control/` checks the clock and polls the [`Host`] every 512 nodes. The host stops the search, or
//!    reports that the expected move was played.
//! 7. `groups/` divides a large team into several groups that search the same root.
//! 8. `cluster/` exchanges table entries and results with other machines; without a cluster it does
//!    nothing.
//! 9. `table.rs`, `root/`, `ordering/`, `corrections.rs`, `path.rs` and `line.rs` are the memory of the search. They
//!    store values and bounds, results of root moves, scores of moves, errors of the evaluation, the moves from the
//!    root to a node, and the best line below it.
//!
//! 10. `saved/` writes the table as a stream of bytes, and reads it back.
//! 11. `algorithms/` is for algorithms other than Dynamic Tree Splitting only. Without the feature of that name the
//!     search is complete without it.
//!
//! Each of these uses those below it and does not know those above. `mates.rs` is a driver with an addition: in a
//! search for a mate it proves by [`cleave_mates`] that there is one, or none. `monte_carlo/` is separate: a searcher
//! set to it passes the root on to it. Its leaves are searched with the searcher's table, so these two modules know
//! each other.
//!
//! # Terms
//!
//! Values are *fail-soft*: a value outside the window is a bound. Node types follow Knuth and Moore (1975): PV, CUT,
//! ALL. Depth counts the plies left to search, ply the distance from the root (`units.rs`). All decisions use integers,
//! so that the same input gives the same tree on every machine.

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
pub mod saved;
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

/// The settings of a [`Searcher`] and of [`Limits`] beyond the mode and the clock.
pub mod settings {
    pub use crate::context::probing::ProbeLimits;
    pub use crate::context::setup::Width;
    pub use cleave_clock::{Lateness, MoveOverhead, Pace};
}

/// Teams of workers ([`SearchMode::Parallel`]): how they share the tree, their backend, and their statistics.
pub mod team {
    pub use crate::algorithms::Algorithm;
    pub use crate::groups::division::{GROUP_SIZE, group_sizes};
    pub use cleave_smp::MAX_WORKERS;
    pub use cleave_smp::{Backend, Params as SplitParams, Stats};
    pub use cleave_topology::{Policy as NumaPolicy, PolicyError as NumaPolicyError};
    pub use cleave_topology::{Topology, usable_processors};
}

/// Drivers of other kinds for [`Searcher::search_by`]: a team in virtual time, or a program that measures the tree.
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
