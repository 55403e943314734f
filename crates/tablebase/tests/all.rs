//! All tests of this crate in one program, because each program is optimised and linked anew.

mod damage;
mod directory;
mod fifty_moves;
mod files;
mod harmless;
mod solver;
mod three_men;
