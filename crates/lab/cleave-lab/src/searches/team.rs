//! A team: an algorithm, and a number of workers.

use cleave_kit::Result;
use cleave_search::Searcher;
use cleave_search::team::{Algorithm, SplitParams};
use cleave_window::perturbation::perturb;
use serde::{Deserialize, Serialize};

use super::algorithm;

/// A team in virtual time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Team {
    /// How it shares the tree.
    #[serde(with = "algorithm")]
    pub algorithm: Algorithm,
    /// Its size, or the size of each rank or group.
    pub workers: usize,
    /// Those without work wait; no next iteration is begun.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub without_next: bool,
    /// The team searches recently best root moves together, although its algorithm does not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub best_together: bool,
    /// So many ranks of a cluster, or groups of one machine, each with such a team; none for a team alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ranks: Option<u16>,
}

impl Team {
    /// Returns a team of this size, with all defaults of the algorithm.
    pub const fn new(algorithm: Algorithm, workers: usize) -> Team {
        Team { algorithm, workers, without_next: false, best_together: false, ranks: None }
    }

    /// Returns the parameters of splitting, with the changes of the team.
    pub(crate) fn split(&self, params: SplitParams) -> SplitParams {
        match self.without_next {
            false => params,
            true => params.with(|params| params.next_from = 0),
        }
    }

    /// Returns the number of workers of all ranks.
    pub fn workers_of_all(&self) -> usize {
        self.workers * usize::from(self.ranks.unwrap_or(1))
    }
}

impl PartialOrd for Team {
    fn partial_cmp(&self, other: &Team) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Team {
    fn cmp(&self, other: &Team) -> std::cmp::Ordering {
        let place = |team: &Team| {
            let form = (team.without_next, team.best_together, team.ranks.is_some());
            let kind = (team.algorithm.index(), form);
            (kind, team.workers_of_all(), team.workers)
        };
        place(self).cmp(&place(other))
    }
}

/// Makes the searcher a team for searches in virtual time, and perturbs it.
///
/// # Errors
/// There is no memory for the workers.
pub(crate) fn become_team(
    searcher: &mut Searcher,
    team: Team,
    split: SplitParams,
    perturbation: u64,
) -> Result<()> {
    *searcher.split_params() = team.split(split);
    set_team(searcher, team)?;
    perturb(searcher, perturbation);
    Ok(())
}

/// Sets the algorithm, and makes room for the workers.
///
/// # Errors
/// There is no memory for the workers.
pub(crate) fn set_team(searcher: &mut Searcher, team: Team) -> Result<()> {
    searcher.set_algorithm(team.algorithm);
    searcher.set_best_together(team.best_together);
    Ok(searcher.make_room_for(team.workers)?)
}
