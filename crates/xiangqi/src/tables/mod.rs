//! Where pieces can go, by tables made at compile time.
//!
//! [`lines`] are for rooks and cannons, which depend on what stands in their row and column.
//! [`leapers`] are for the others; horses and elephants depend on four neighbours.

pub(crate) mod leapers;
pub(crate) mod lines;
