//! A search to a given depth.

use cleave_board::Position;
use cleave_search::{Limits, Outcome, Root, Searcher, Undisturbed};
use cleave_smp_lab::virtual_time::{Machine, VirtualRun};

use crate::chess::VirtualSearch;
use crate::error::Result;

/// A position without a history.
pub(crate) fn root(position: &Position) -> Root {
    Root { position: *position, history: Vec::new() }
}

/// No limit but the depth.
pub(crate) fn to_depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

/// Searches a position to this depth.
pub(crate) fn search(searcher: &mut Searcher, position: &Position, depth: u32) -> Outcome {
    searcher.search(&root(position), &to_depth(depth), &mut Undisturbed)
}

/// Searches a position to this depth in virtual time.
///
/// # Errors
/// There is no memory for so many workers.
pub(crate) fn search_virtually(
    searcher: &mut Searcher,
    machine: Machine,
    position: &Position,
    depth: u32,
) -> Result<(Outcome, VirtualRun)> {
    let (root, limits) = (root(position), to_depth(depth));
    Ok(VirtualSearch::on(machine).run(searcher, &root, &limits, &mut Undisturbed)?)
}
