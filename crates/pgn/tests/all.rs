//! The tests of this crate: one program, since each is optimised and linked anew.

mod common;
mod errors;
mod files;
mod found_in_the_wild;
mod round_trip;
