//! The laboratory of Cleave: measures what parallel search algorithms gain, and reports it.

pub mod bounds;
mod calibrate;
mod check;
pub mod command_line;
mod commands;
mod compare;
pub mod destination;
pub mod figures;
pub mod games;
mod journal;
mod parallel;
mod path;
mod processors;
pub mod progress;
mod report;
mod signature;
mod speedup;
mod timeline;
mod trees;
mod validate;
mod validate_ranks;
mod virtual_games;

pub use commands::Command;
