//! All tests of this crate in one program, because each program is optimised and linked anew.

mod hammer;
mod records;
mod stress_threads;
mod table;
