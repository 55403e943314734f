//! The tests of this crate: one program, since each is optimised and linked anew.

mod damage;
mod directory;
mod fifty_moves;
mod files;
mod harmless;
mod solver;
mod three_men;
