//! Alpha-beta on explicit nodes.

mod host;
mod limits;
mod searcher;

pub use host::{Host, Signal, Status, Thinking, Verdict};
pub use limits::{Clock, Limits};
pub use searcher::{Outcome, Root, Searcher};
