//! The tests of this crate: one program, since each is optimised and linked anew. Rules come first, then the search,
//! then the program.

mod board;
mod common;
mod fen;
mod notation;
mod perft;
mod repetition;
mod truth;

mod evaluation;
mod exact;
mod positions;
mod repetitions;
mod teams;

mod dialogue;
mod games;
mod odd_input;
mod program;
mod workers;
