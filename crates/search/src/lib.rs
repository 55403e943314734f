//! The search: alpha-beta on explicit nodes.
//!
//! # A node is data, a driver moves it
//!
//! The usual alpha-beta is a recursive function, and the state of the search hides in its call stack:
//! no one else can see it, help with it, or finish it. Here a node is a plain value, a [`node::ChessNode`],
//! with three operations:
//!
//! ```text
//!   open     position, window, depth  ->  a value at once (table, draw, quiescence, pruning),
//!                                         or a live node
//!   next     the next piece of work: 'search this child with this window, this deep',
//!            or nothing left
//!   absorb   a value comes back  ->  search the same child again (re-search), go on, or done
//! ```
//!
//! All that is chess or selective search is in these three, see [`node`]. What remains of
//! alpha-beta is a driver of twenty lines that recurses over nodes and knows no chess
//! ([`cleave_smp::driver`]). Another moves the same nodes one step at a time, in shared memory, for
//! many workers at once ([`cleave_smp::Worker`]): that is what the form is for. [`driver`] chooses.
//!
//! Null move, verification, exclusion search and re-searches are not special cases of the driver:
//! they are jobs like any other, handed out by `next` and judged by `absorb`.
//!
//! # From the root down
//!
//! 1. [`Searcher::search`] is called with a [`Root`] and [`Limits`]; it makes a [`context::SearchContext`].
//! 2. [`iterate::iterate`] deepens: each iteration orders the next, with a narrow window around the
//!    last value, until [`time::Timer`] or a limit says stop.
//! 3. `search_root` opens the root node on its moves ([`root`]), and a driver takes over ([`driver`]).
//! 4. A node picks its moves in stages, best first, from table, captures, killers and [`history`].
//! 5. At depth zero [`quiesce`] resolves captures and asks the evaluation.
//! 6. Values, moves and bounds go to the shared [`table`]; cutoffs teach the [`history`].
//! 7. Every 512 nodes [`control`] looks at the clock and at the [`Host`], the program around
//!    the search, which may say stop, or that the pondered move was played.
//!
//! # Words
//!
//! A value is *fail-soft*: it may lie outside the window and is then a bound. ChessNode types are those
//! of Knuth and Moore (1975): PV, CUT, ALL. Depth is what remains, ply is what is behind
//! ([`units`]). All decisions are made with integers, so that the same input searches the same
//! tree on every machine; [`mod@bench`] counts its nodes.
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
pub mod context;
pub mod control;
pub mod driver;
pub mod history;
mod host;
pub mod iterate;
mod limits;
pub mod line;
pub mod node;
pub mod params;
pub mod path;
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
pub use cleave_smp_lab::virtual_time;
pub use host::{Host, Signal, Status, Thinking, Verdict};
pub use limits::{Clock, Limits, Pace};
pub use searcher::{MAX_WORKERS, Outcome, Refused, Root, SearchMode, Searcher};
