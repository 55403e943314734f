//! Alpha-beta for xiangqi on nodes that are data. It implements the game interface of `cleave-smp`, so one worker or a
//! team with any algorithm can search it.
//!
//! [`Searcher`] deepens iteratively. A node ([`XiangqiNode`]) is opened, hands out its moves, and absorbs results
//! (`node/`). Below the horizon `quiesce` resolves captures. [`evaluate`] is a sum of named weights. The steps from the
//! beginning of the game to the node decide repetitions. A worker that joins copies them one by one.
//!
//! ```
//! use cleave_xiangqi::{Game, Position};
//! use cleave_xiangqi::search::{Limits, Searcher};
//! let mut searcher = Searcher::new(1)?;
//! let position = Position::from_fen("4k4/9/9/9/9/9/9/9/R8/1R1K5 w - - 0 1")?;
//! let found = searcher.search(&Game::from(position), &Limits::to_depth(4), &mut |_: &_| {});
//! assert!(found.value > 29_000, "mate in two moves");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod context;
mod control;
mod evaluation;
mod exchange;
mod history;
mod iterate;
mod line;
mod mates;
mod node;
pub mod positions;
mod quiesce;
mod searcher;
mod value;

pub use cleave_clock::Signal;
pub use context::{MAX_PLY, SearchContext, Width};
pub use control::{Host, Limits};
pub use evaluation::{Trace, WEIGHT_COUNT, evaluate, trace, weights, weights_as_text};
pub use exchange::exchange;
pub use history::History;
pub use iterate::PendingSearch;
pub use line::Line;
pub use node::{Job, XiangqiNode};
pub use searcher::{DriverParts, Outcome, Searcher, Thinking};
pub use value::{INFINITE, MATE, is_decided};
