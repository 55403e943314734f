//! All tests of this crate in one program, because each program is optimised and linked anew.

mod common;
mod definitions;
mod knowledge;
mod properties;
mod reference;
mod weights;
