//! The tests of this crate: one program, since each is optimised and linked anew.

mod files;
mod harmless;
mod solver;
mod three_men;
