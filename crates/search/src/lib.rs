//! Alpha-beta on explicit nodes.

pub mod bench;
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
pub mod quiesce;
pub mod ranked;
pub mod root;
mod searcher;
pub mod table;
pub mod tactics;
pub mod time;
pub mod units;
pub mod worker;

pub use host::{Host, Signal, Status, Thinking, Verdict};
pub use limits::{Clock, Limits};
pub use searcher::{Outcome, Root, Searcher};
