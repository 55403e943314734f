//! The conversation: lines are read and executed, and searches run, one after the other.
//!
//! The [`event_loop`] runs the search that is due; if none is, it takes the next line and executes it. Without a line
//! it ponders, analyses or sleeps. While a search runs, its [`listener`] reads on. One dispatch decides for both how a
//! line is handled. A [`protocol`] defines which lines are understood, which searches are due, and how output is
//! worded.

mod autotune;
mod dispatch;
pub mod event_loop;
mod heartbeat;
pub mod listener;
mod measure;
mod problem;
pub mod protocol;
pub(crate) mod spelling;
