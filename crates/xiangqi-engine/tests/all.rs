//! The tests of the built program.

mod dialogue;
mod games;
mod odd_input;
mod program;
mod workers;
