//! All tests of this crate in one program, because each program is optimised and linked anew.

mod fen;
mod rules;
