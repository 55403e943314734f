//! The tests of this crate: one program, since each is optimised and linked anew.

mod board;
mod common;
mod fen;
mod notation;
mod perft;
mod repetition;
mod truth;
