//! A search to a given depth.

use cleave_board::Position;
use cleave_kit::Result;
use cleave_search::{Limits, Outcome, Root, Searcher, Undisturbed};
use cleave_smp_lab::virtual_time::{Machine, VirtualRun};

use crate::chess::VirtualSearch;

/// Searches a position to this depth.
pub(crate) fn search(searcher: &mut Searcher, position: &Position, depth: u32) -> Outcome {
    searcher.search(&Root::from(*position), &Limits::to_depth(depth), &mut Undisturbed)
}

/// Searches a position to this depth in virtual time.
///
/// # Errors
/// There is no memory for so many workers.
pub(crate) fn search_virtual(
    searcher: &mut Searcher,
    machine: Machine,
    position: &Position,
    depth: u32,
) -> Result<(Outcome, VirtualRun)> {
    let (root, limits) = (Root::from(*position), Limits::to_depth(depth));
    Ok(VirtualSearch::on(machine).run(searcher, &root, &limits, &mut Undisturbed)?)
}
