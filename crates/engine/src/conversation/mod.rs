//! The conversation: lines are read and executed, and searches run, one after the other.
//!
//! The [`event_loop`] runs the search that is due; if none is, it takes the next line and executes it.
//! Without a line it ponders, analyses or sleeps. While a search runs, its [`listener`] reads on. One
//! dispatch settles for both what becomes of a line. A [`protocol`] says what is understood, what is
//! searched and how it is worded.

mod dispatch;
pub mod event_loop;
mod heartbeat;
pub mod listener;
mod measure;
mod problem;
pub mod protocol;
pub(crate) mod spelling;
