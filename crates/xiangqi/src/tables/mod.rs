//! The destinations of pieces, in tables made at compile time.
//!
//! [`lines`] are for rooks and cannons, which depend on the pieces in their row and column.
//! [`leapers`] are for the other pieces. Horses and elephants depend on four neighbours.

pub(crate) mod leapers;
pub(crate) mod lines;
