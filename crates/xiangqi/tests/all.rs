//! All tests of this crate in one program, because each program is optimised and linked anew. Tests
//! of the rules come first, then of the search, then of the program.

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
mod starving;
mod teams;

mod dialogue;
mod games;
mod held_lines;
mod limits;
mod odd_input;
mod program;
mod workers;
