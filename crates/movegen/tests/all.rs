//! The tests of this crate: one program, since each is optimised and linked anew.

mod against_cozy;
mod common;
mod see;
mod suite;
mod text;
