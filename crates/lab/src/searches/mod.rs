//! What is searched: positions, to which depth, after which perturbation, and by which team.

pub(crate) mod algorithm;
pub(crate) mod cell;
pub(crate) mod cluster;
pub(crate) mod depth;
pub(crate) mod perturbation;
pub(crate) mod positions;
pub(crate) mod roots;
pub(crate) mod team;
pub(crate) mod tree;

use cleave_board::Position;
use cleave_search::{Limits, Outcome, Root, Searcher, SplitParams, Undisturbed};
use cleave_smp_lab::virtual_time::{Machine, VirtualRun};

use crate::chess::VirtualSearch;
use crate::error::Result;

pub(crate) use cell::Cell;
pub(crate) use depth::Goal;
pub(crate) use perturbation::perturb;
pub(crate) use positions::TestPosition;
pub(crate) use roots::Roots;
pub use team::Team;
pub(crate) use tree::Tree;

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

/// Makes the searcher a team for searches in virtual time, and perturbs it.
///
/// # Errors
/// There is no memory for so many workers.
pub(crate) fn become_team(
    searcher: &mut Searcher,
    team: Team,
    split: SplitParams,
    perturbation: u64,
) -> Result<()> {
    searcher.set_algorithm(team.algorithm);
    *searcher.split_params() = team.split(split);
    searcher.make_room_for(team.workers)?;
    perturb(searcher, perturbation);
    Ok(())
}
