//! The search: alpha-beta on explicit nodes.
//!
//! A [`Searcher`] takes a [`Root`] and [`Limits`], tells a [`Host`] what it finds, and returns an
//! [`Outcome`]. How it shares the tree among workers is the affair of [`cleave_smp`].
//!
//! # A node is data
//!
//! Alpha-beta is usually a recursive function, and the call stack holds the state of the search: no
//! other worker can see it, help with it, or finish it. Here a node is a plain value, a
//! [`ChessNode`], with three operations:
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
//! Null move, verification, exclusion search and re-searches are not special cases of the driver:
//! they are jobs like any other, handed out by `next` and taken in by `absorb`.
//!
//! # From the root down
//!
//! 1. `searcher/`: [`Searcher::search`] makes a context for the main worker.
//! 2. `iterate/` deepens: each iteration starts from the move order and the value of the last one,
//!    until a limit ends the search. A driver searches the root: the recursive one, or a team.
//! 3. `node/`: a node picks its moves in stages, best first, which `ordering/` scores: table move,
//!    captures, killers, history.
//! 4. `quiesce.rs`: at depth zero captures are resolved, and the evaluation is called.
//! 5. `context/` is what a worker knows and owns meanwhile. Values, moves and bounds go to the shared
//!    `table.rs`; cutoffs update the history; results of root moves go to `root/`.
//! 6. `control/`: every 512 nodes the clock is checked and the [`Host`] is polled, which may stop the
//!    search or report that the pondered move was played.
//!
//! Each of these rests on those below it and knows nothing of those above.
//!
//! # Terms
//!
//! Values are *fail-soft*: a value outside the window is a bound. Node types are those of Knuth and
//! Moore (1975): PV, CUT, ALL. Depth counts the plies left to search, ply those from the root
//! (`units.rs`). All decisions use integers, so that the same input gives the same tree on every
//! machine; [`mod@bench`] counts its nodes.
//!
//! ```
//! use cleave_board::{Position, Value};
//! use cleave_search::{Limits, Root, Searcher, Undisturbed};
//!
//! let position = Position::from_fen("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1").unwrap();
//! let mut searcher = Searcher::new(1).unwrap(); // a table of 1 MiB
//! let limits = Limits { depth: Some(4), ..Limits::default() };
//! let outcome = searcher.search(&Root { position, history: vec![] }, &limits, &mut Undisturbed);
//! assert_eq!(outcome.value, Value::mate_in(1));
//! assert_eq!(outcome.best.unwrap().to_string(), "d1d8");
//! ```

pub mod bench;
pub mod cluster;
mod context;
mod control;
mod iterate;
mod line;
mod node;
mod ordering;
mod params;
mod path;
mod quiesce;
mod root;
mod searcher;
mod table;
#[cfg(test)]
mod testing;
mod units;

pub use cleave_smp::{Algorithm, Backend, Params as SplitParams, Stats};
pub use cleave_tablebase::Tablebase;
pub use context::probing::ProbeLimits;
pub use context::setup::Width;
pub use control::host::{Host, Signal, Status, Thinking, Undisturbed};
pub use control::limits::{Clock, Limits, MoveOverhead, Pace};
pub use control::timer::Timer;
pub use node::ChessNode;
pub use root::value::Verdict;
pub use searcher::outcome::Outcome;
pub use searcher::{MAX_WORKERS, Refused, Root, SearchMode, Searcher};

/// For drivers of another kind, which [`Searcher::search_by`] takes: a team in another time, or one that
/// measures the tree.
pub mod driver {
    pub use crate::context::SearchContext;
    pub use crate::iterate::driver::{Driver, RootRequest};
    pub use crate::iterate::team::TeamDriver;
    pub use crate::root::value::RootValue;
    pub use crate::searcher::session::{Search, Session};
    pub use crate::units::Depth;
}
