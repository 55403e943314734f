//! The conversation: lines are read and executed, and searches run, one after the other.
//!
//! The [`event_loop`] runs the search that is due; if none is, it takes the next line and executes it; and
//! if there is none it ponders, analyses or sleeps. While a search runs, its [`listener`] reads on. What becomes of a line is settled by one
//! dispatch for both. What is
//! understood, what is searched and how it is worded is up to a [`protocol`].

mod dispatch;
pub mod event_loop;
mod heartbeat;
pub mod listener;
mod measure;
pub mod protocol;
