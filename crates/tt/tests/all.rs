//! The tests of this crate: one program, since each is optimised and linked anew.

mod hammer;
mod stress_threads;
mod table;
