//! The interface between a search and a tablebase.

use cleave_board::Position;

use crate::{Dtz, Problem, Wdl};

/// A source of exact results.
///
/// Both probes ignore the position's fifty-move counter and assume that it is 0. They return `None`
/// if the source does not know the position: it has too many pieces or castling rights, or a table
/// is missing or damaged.
pub trait Tablebase: Send + Sync {
    /// Returns the largest number of pieces, including kings, of a position that the source may
    /// know. Returns 0 if it knows none.
    fn max_pieces(&self) -> u32;

    /// Returns the result.
    fn probe_wdl(&self, position: &Position) -> Option<Wdl>;

    /// Returns the distance to the next capture or pawn move.
    fn probe_dtz(&self, position: &Position) -> Option<Dtz>;

    /// Returns the files that have become useless since the last call, in this process or in a fork
    /// of it.
    fn take_problems(&self) -> Vec<Problem> {
        Vec::new()
    }
}
