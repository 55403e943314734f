//! Searches by several ranks of a cluster in virtual time.

use cleave_kit::Result;
use cleave_search::team::SplitParams;
use cleave_search::{Limits, Root, Searcher};

use super::positions::TestPosition;
use super::team::{Team, become_team};
use crate::virtual_cluster::{ClusterModel, ClusterRun, search as by_ranks};

/// Makes each searcher a rank with such a team. All have the same perturbation. Groups search it one after another on their
/// table, where the later ones find what the first has entered.
///
/// # Errors
/// There is no memory for so many workers.
pub(crate) fn become_ranks(
    searchers: &mut [Searcher],
    team: Team,
    split: SplitParams,
    perturbation: u64,
) -> Result<()> {
    searchers.iter_mut().try_for_each(|searcher| become_team(searcher, team, split, perturbation))
}

/// Searches a position to this depth.
pub(crate) fn search(
    ranks: &mut [Searcher],
    model: &ClusterModel,
    position: &TestPosition,
    depth: u32,
) -> ClusterRun {
    let (root, limits) = (Root::from(position.position), Limits::to_depth(depth));
    by_ranks(ranks, model, &root, &limits)
}
