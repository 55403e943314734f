//! All tests of this crate in one program, because each program is optimised and linked anew.

mod against_cozy;
mod common;
mod see;
mod suite;
mod text;
