//! The root: its moves, in the order in which they are searched, with their results.
//!
//! Workers write the results of root moves into a shared [report], and their counts into a [tally](tallies) of each
//! worker's own. Between two searches of the root the main worker takes them over into its [list of moves](moves).

pub(crate) mod moves;
pub(crate) mod report;
pub(crate) mod tallies;
pub(crate) mod value;
