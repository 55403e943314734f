//! All tests of this crate in one program, because each program is optimised and linked anew.

mod common;
mod errors;
mod files;
mod found_in_the_wild;
mod round_trip;
