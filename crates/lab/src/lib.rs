//! The laboratory of Cleave: measures what parallel search algorithms gain, and reports it.

mod calibrate;
mod commands;
mod compare;
mod error;
mod experiment;
pub mod files;
pub mod games;
pub mod options;
mod parallel;
mod path;
mod processors;
pub mod progress;
mod report;
mod searches;
mod signature;
mod speedup;
pub mod statistics;
mod table;
mod timeline;
mod trees;
mod validate;
mod virtual_games;

pub use commands::Command;
pub use error::{Error, Result};
