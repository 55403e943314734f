//! All tests of this crate in one program, because each program is optimised and linked anew.

mod common;
mod differences;
mod file;
mod limits;
mod symmetry;
mod walk;
