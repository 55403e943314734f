//! Positions as text: Forsyth-Edwards notation for xiangqi.

mod error;
mod read;
mod write;

pub use error::FenError;
