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

use cleave_search::{Limits, Outcome, Root, SearchMode, Searcher, SplitParams, Undisturbed};
use cleave_smp_lab::virtual_time::Machine;

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

/// Makes the searcher a team on this machine, and perturbs it with the machine's seed.
///
/// # Errors
/// There is no memory for so many workers.
pub(crate) fn become_team(
    searcher: &mut Searcher,
    team: Team,
    machine: Machine,
    split: SplitParams,
    perturbation: u64,
) -> Result<()> {
    searcher.set_algorithm(team.algorithm);
    *searcher.split_params() = team.split(split);
    searcher.set_mode(SearchMode::Virtual(machine))?;
    perturb(searcher, perturbation);
    Ok(())
}
