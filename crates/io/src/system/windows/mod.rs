//! Windows.

pub(crate) mod files;
pub mod programs;
