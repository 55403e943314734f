//! In whose tables workers learn: in those of the team, or each in its own.

use std::io;

use cleave_shared_memory::{Shareable, SharedSlice};

use crate::Team;
use crate::ids::WorkerId;
use crate::older::traits::CompleteNode;

/// Whose the tables are in which a game learns while it searches: in chess, histories of moves and
/// corrections of the evaluation. The game has to follow it. Killers are always the worker's own.
///
/// Workers that share nodes order the same moves, and learn together, as in Crafty. But a line that another worker has
/// written must be fetched, which takes a tenth of the time of two workers, and in a small team what the others have
/// learnt is worth less than that: by Dynamic Tree Splitting, in virtual time on trees of 500,000 nodes, teams of 2, 4, 8
/// and 16 that learn apart are 1.10 ± 0.04, 1.03 ± 0.04, 1.08 ± 0.05 and 0.96 ± 0.03 times as fast; on trees of 5 million
/// nodes those of 4 and 8 are 1.09 ± 0.07 and 0.98 ± 0.04 times as fast.
///
/// Workers that each search the root by themselves part ways by what they have learnt: in Texel and Stockfish each
/// thread has tables of its own, as had the processes of UIDPABS, APHID and Weill's ABDADA, which shared no memory for
/// them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Learning {
    /// One set of tables, which all workers read and write.
    OfTeam,
    /// A set for each worker.
    OfWorker,
    /// A set for each worker of a small team, one set in a larger one.
    BySize,
}

/// The largest team that learns apart by [`Learning::BySize`].
const SMALL_TEAM: usize = 8;

impl Learning {
    /// True if each of so many workers learns for itself.
    pub const fn is_apart(self, workers: usize) -> bool {
        match self {
            Learning::OfTeam => false,
            Learning::OfWorker => true,
            Learning::BySize => workers <= SMALL_TEAM,
        }
    }

    /// The tables of the helpers in a team of so many.
    fn tables(self, workers: usize) -> usize {
        if self.is_apart(workers) { workers.saturating_sub(1) } else { 0 }
    }
}

/// The tables `T` of helpers that learn each for itself; none where they learn in the team's. The main
/// worker learns in the team's in any case, so that what it has learnt is still there when the algorithm
/// or the number of workers changes. All-zero bytes are empty tables.
pub struct HelpersTables<T> {
    tables: Option<SharedSlice<T>>,
    /// The number for which the system had no memory, which is not asked for again.
    refused: usize,
    /// Why.
    refusal: Option<io::Error>,
}

impl<T> Default for HelpersTables<T> {
    fn default() -> HelpersTables<T> {
        HelpersTables { tables: None, refused: 0, refusal: None }
    }
}

impl<T: Shareable> HelpersTables<T> {
    /// The tables of this worker, if it is a helper that learns for itself.
    pub fn of(&self, id: WorkerId) -> Option<&T> {
        self.tables.as_ref()?.get(id.index().checked_sub(1)?)
    }

    /// The tables of all helpers that learn for themselves.
    pub fn all(&self) -> impl Iterator<Item = &T> {
        self.tables.iter().flat_map(|tables| tables.iter())
    }

    /// Makes tables for the helpers of a team of so many, if its algorithm has them learn each for itself; before a
    /// session. Without memory for that they learn in the team's ([`HelpersTables::take_refusal`]).
    pub fn provide_for<N: CompleteNode>(&mut self, team: &mut Team<N>, workers: usize) {
        if self.provide(team.arena().algorithm().learning(), workers) {
            // Forked workers have mapped the old ones, or none.
            team.dismiss();
        }
    }

    /// Gives back the memory of tables that a team of so many does not use; between sessions.
    pub fn release_unless_for<N: CompleteNode>(&mut self, team: &mut Team<N>, workers: usize) {
        let number = self.all().count();
        if number > 0 && number != team.arena().algorithm().learning().tables(workers) {
            self.tables = None;
            // Forked workers have mapped them.
            team.dismiss();
        }
    }

    /// Why the system has given no memory for the tables, if it has refused it since this was last asked.
    pub fn take_refusal(&mut self) -> Option<io::Error> {
        self.refusal.take()
    }

    /// The same for so many workers. True if the tables are others than before.
    fn provide(&mut self, learning: Learning, workers: usize) -> bool {
        let (wanted, before) = (learning.tables(workers), self.all().count());
        if wanted == before || wanted > 0 && wanted == self.refused {
            return false;
        }
        self.refused = 0;
        let tables = (wanted > 0).then(|| SharedSlice::new("cleave-learnt", wanted));
        let complain = |reason| {
            log::warn!("all workers learn in the same tables: {reason}");
            (self.refused, self.refusal) = (wanted, Some(reason));
        };
        self.tables = tables.and_then(|tables| tables.map_err(complain).ok());
        self.all().count() != before
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[test]
    fn a_team_that_learns_by_its_size_learns_together_when_it_is_large() {
        let mut tables = HelpersTables::<AtomicU32>::default();
        for (workers, helpers_tables) in
            [(1, 0), (2, 1), (SMALL_TEAM, SMALL_TEAM - 1), (SMALL_TEAM + 1, 0)]
        {
            tables.provide(Learning::BySize, workers);
            assert_eq!(tables.all().count(), helpers_tables, "{workers} workers");
        }
    }

    #[test]
    fn each_helper_has_tables_of_its_own_and_the_main_worker_none() {
        let mut tables = HelpersTables::<AtomicU32>::default();
        assert!(!tables.provide(Learning::OfTeam, 3));
        assert!(tables.of(WorkerId::new(1)).is_none());
        assert!(tables.provide(Learning::OfWorker, 3));
        let of = |id| tables.of(WorkerId::new(id));
        of(1).expect("a helper").store(7, Ordering::Relaxed);
        assert_eq!(of(2).map(|table| table.load(Ordering::Relaxed)), Some(0));
        assert!(of(0).is_none() && of(3).is_none());
        assert_eq!(tables.all().count(), 2);
        assert!(!tables.provide(Learning::OfWorker, 3), "they are there already");
        assert!(tables.provide(Learning::OfTeam, 3));
        assert_eq!(tables.all().count(), 0);
    }
}
