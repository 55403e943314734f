//! Any Unix.

pub(crate) mod files;
pub mod programs;
