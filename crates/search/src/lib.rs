//! The search: alpha-beta on explicit nodes.
//!
//! # A node is data
//!
//! Alpha-beta is usually a recursive function, and the call stack holds the state of the search: no
//! other worker can see it, help with it, or finish it. Here a node is a plain value, a
//! [`node::ChessNode`], with three operations:
//!
//! ```text
//!   open     position, window, depth  ->  a value (table, draw, quiescence, pruning),
//!                                         or a live node
//!   next     the next job: 'search this child with this window to this depth',
//!            or none
//!   absorb   the value of a job       ->  search the child again, go on, or done
//! ```
//!
//! These three hold all chess knowledge and all of selective search, see [`node`]. What remains of
//! alpha-beta is a driver of twenty lines that recurses over nodes and knows no chess
//! ([`cleave_smp::driver`]). A second driver ([`cleave_smp::Worker`]) steps through the same nodes in
//! shared memory, for many workers at once. [`driver`] chooses between them.
//!
//! Null move, verification, exclusion search and re-searches are not special cases of the driver:
//! they are jobs like any other, handed out by `next` and taken in by `absorb`.
//!
//! # From the root down
//!
//! 1. [`Searcher::search`] takes a [`Root`] and [`Limits`], and makes a [`context::SearchContext`].
//! 2. [`iterate::iterate`] deepens: each iteration starts from the move order and the value of the
//!    last one, until [`time::Timer`] or a limit ends the search.
//! 3. [`driver::Driver::search_root`] opens the root node on its moves ([`root`]) and searches it.
//! 4. A node picks its moves in stages, best first: table move, captures, killers, [`history`].
//! 5. At depth zero [`quiesce`] resolves captures and calls the evaluation.
//! 6. Values, moves and bounds go to the shared [`table`]; cutoffs update the [`history`].
//! 7. Every 512 nodes [`control`] checks the clock and polls the [`Host`], the program around the
//!    search, which may stop it or report that the pondered move was played.
//!
//! # Terms
//!
//! Values are *fail-soft*: a value outside the window is a bound. Node types are those of Knuth and
//! Moore (1975): PV, CUT, ALL. Depth counts the plies left to search, ply those from the root
//! ([`units`]). All decisions use integers, so that the same input gives the same tree on every
//! machine; [`mod@bench`] counts its nodes.
//!
//! ```
//! use cleave_board::{Position, Value};
//! use cleave_search::{Limits, Root, Searcher, bench::Undisturbed};
//!
//! let position = Position::from_fen("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1").unwrap();
//! let mut searcher = Searcher::new(1).unwrap(); // a table of 1 MiB
//! let limits = Limits { depth: Some(4), ..Limits::default() };
//! let outcome = searcher.search(&Root { position, history: vec![] }, &limits, &mut Undisturbed);
//! assert_eq!(outcome.value, Value::mate_in(1));
//! assert_eq!(outcome.best.unwrap().to_string(), "d1d8");
//! ```

pub mod bench;
pub mod captures;
mod cluster;
pub mod context;
pub mod control;
pub mod driver;
mod exchange;
pub mod history;
mod host;
pub mod iterate;
pub mod iterations;
mod limits;
pub mod line;
pub mod node;
mod outcome;
pub mod own_root;
pub mod params;
pub mod path;
pub mod probing;
pub mod progress;
pub mod quiesce;
pub mod root;
pub mod root_report;
pub mod scored_moves;
mod searcher;
pub mod setup;
pub mod table;
pub mod tactics;
pub mod time;
pub mod units;
pub mod worker_state;

pub use cleave_smp::{Algorithm, Backend, Counters, Params as SplitParams, Stats};
pub use cleave_tablebase::Tablebase;
pub use cluster::{Aim, Cluster, Finding};
pub use exchange::{Cursor, Exchange, KeyedEntry};
pub use host::{Host, Signal, Status, Thinking, Verdict};
pub use limits::{Clock, Limits, MoveOverhead, Pace};
pub use outcome::Outcome;
pub use searcher::{MAX_WORKERS, Refused, Root, SearchMode, Searcher};
