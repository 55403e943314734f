//! The questions that a search asks of a tablebase.

use cleave_board::Position;

use crate::{Dtz, Problem, Wdl};

/// A source of exact results.
///
/// Both questions assume that the fifty-move counter of the position is 0, whatever it is. The
/// answer is `None` if the source does not know the position: it has too many pieces or castling
/// rights, or a table is missing or damaged.
pub trait Tablebase: Send + Sync {
    /// The largest number of pieces, kings included, of a position that it may know; 0 if it knows
    /// none.
    fn max_pieces(&self) -> u32;

    /// Who wins.
    fn probe_wdl(&self, position: &Position) -> Option<Wdl>;

    /// The distance to the next capture or pawn move.
    fn probe_dtz(&self, position: &Position) -> Option<Dtz>;

    /// What has become useless since this was last asked, in this process or in one forked from it.
    fn take_problems(&self) -> Vec<Problem> {
        Vec::new()
    }
}
