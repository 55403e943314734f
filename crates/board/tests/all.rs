//! The tests of this crate: one program, since each is optimised and linked anew.

mod fen;
mod rules;
