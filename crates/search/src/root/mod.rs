//! The root: its moves, in the order in which they are searched, with their results.
//!
//! Workers write the results of root moves into a [report] that they share, and what they count each into
//! a [tally](tallies) of its own; between two searches of the root the main worker takes them over into its
//! [list of moves](moves). Where every worker searches the root by itself, it has an order and results of
//! [its own](own), and may have a [vote](ballot) at the end.

pub(crate) mod ballot;
pub(crate) mod moves;
pub(crate) mod own;
pub(crate) mod report;
pub(crate) mod tallies;
pub(crate) mod value;
