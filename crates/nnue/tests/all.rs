//! The tests of this crate: one program, since each is optimised and linked anew.

mod common;
mod differences;
mod file;
mod limits;
mod symmetry;
mod walk;
