//! The tests of this crate: one program, since each is optimised and linked anew.

mod common;
mod definitions;
mod knowledge;
mod properties;
mod reference;
mod weights;
