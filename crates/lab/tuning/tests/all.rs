//! The tests of this crate's program.

mod stopped;
