//! Searches by several ranks of a cluster in virtual time.

use cleave_cluster::Sharing;
use cleave_cluster::virtual_time::{
    ClusterRun, Faults, Network, machine_of_rank, search as by_ranks,
};
use cleave_search::{Searcher, SplitParams};
use cleave_smp_lab::virtual_time::Machine;

use super::{Team, TestPosition, become_team, root, to_depth};
use crate::error::Result;

/// Makes each searcher a rank with such a team. The first has this machine; those of the others vary their
/// prices otherwise. All have the same perturbation.
///
/// # Errors
/// There is no memory for so many workers.
pub(crate) fn become_ranks(
    searchers: &mut [Searcher],
    team: Team,
    first: Machine,
    split: SplitParams,
    perturbation: u64,
) -> Result<()> {
    (0..).zip(searchers).try_for_each(|(rank, searcher)| {
        become_team(searcher, team, machine_of_rank(first, rank), split, perturbation)
    })
}

/// Searches a position to this depth.
pub(crate) fn search(
    ranks: &mut [Searcher],
    network: &Network,
    faults: &Faults,
    sharing: Sharing,
    position: &TestPosition,
    depth: u32,
) -> ClusterRun {
    by_ranks(ranks, network, faults, sharing, &root(&position.position), &to_depth(depth))
}
