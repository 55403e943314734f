//! Who searches: an algorithm, by so many workers.

use std::fmt;

use cleave_search::Searcher;
use cleave_search::team::{Algorithm, SplitParams};
use serde::{Deserialize, Serialize};

use super::algorithm;
use super::perturbation::perturb;
use crate::error::Result;

/// A team in virtual time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Team {
    /// How it shares the tree.
    #[serde(with = "algorithm")]
    pub algorithm: Algorithm,
    /// Its size; of a cluster that of each rank.
    pub workers: usize,
    /// Those without work wait; no next iteration is begun.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub without_next: bool,
    /// Several ranks of a cluster, each with such a team; none for a team alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ranks: Option<u16>,
}

impl Team {
    /// A team of this many, with all that the algorithm does by default.
    pub fn new(algorithm: Algorithm, workers: usize) -> Team {
        Team { algorithm, workers, without_next: false, ranks: None }
    }

    /// The parameters of splitting, of which the team changes some.
    pub(crate) fn split(&self, params: SplitParams) -> SplitParams {
        match self.without_next {
            false => params,
            true => SplitParams { next_from: 0, ..params },
        }
    }

    /// Workers of all ranks.
    pub(crate) fn workers_of_all(&self) -> usize {
        self.workers * usize::from(self.ranks.unwrap_or(1))
    }

    /// True if the other team is of the same kind, whatever its size.
    pub fn is_like(&self, other: &Team) -> bool {
        (self.algorithm, self.without_next) == (other.algorithm, other.without_next)
    }
}

/// The name of its kind, without its size.
impl fmt::Display for Team {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let name = self.algorithm.name();
        if self.without_next { f.pad(&format!("{name}{WITHOUT_NEXT}")) } else { f.pad(name) }
    }
}

/// Behind the name of an algorithm, of which this is left out.
pub(crate) const WITHOUT_NEXT: &str = "-without-next";

impl PartialOrd for Team {
    fn partial_cmp(&self, other: &Team) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Team {
    fn cmp(&self, other: &Team) -> std::cmp::Ordering {
        let place =
            |team: &Team| (team.algorithm.index(), team.without_next, team.workers, team.ranks);
        place(self).cmp(&place(other))
    }
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
