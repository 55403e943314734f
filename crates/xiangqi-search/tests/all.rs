//! The tests of this crate: one program, since each is optimised and linked anew.

mod evaluation;
mod exact;
mod positions;
mod repetitions;
mod teams;
