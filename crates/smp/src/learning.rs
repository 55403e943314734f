//! In whose tables workers learn: in those of the team, or each in its own.

use cleave_shared_memory::{Shareable, SharedSlice};

use crate::Team;
use crate::ids::WorkerId;
use crate::older::traits::CompleteNode;

/// Whose the tables are in which a game learns while it searches: in chess, histories of moves and
/// corrections of the evaluation. The game has to follow it. Killers are always the worker's own.
///
/// Workers that share nodes order the same moves, and learn together, as in Crafty. Workers that each
/// search the root by themselves part ways by what they have learnt: in Texel and Stockfish each thread
/// has tables of its own, as had the processes of UIDPABS, APHID and Weill's ABDADA, which shared no
/// memory for them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Learning {
    /// One set of tables, which all workers read and write.
    OfTeam,
    /// A set for each worker.
    OfWorker,
}

/// The tables `T` of helpers that learn each for itself; none where they learn in the team's. The main
/// worker learns in the team's in any case, so that what it has learnt is still there when the algorithm
/// or the number of workers changes. All-zero bytes are empty tables.
pub struct HelpersTables<T>(Option<SharedSlice<T>>);

impl<T> Default for HelpersTables<T> {
    fn default() -> HelpersTables<T> {
        HelpersTables(None)
    }
}

impl<T: Shareable> HelpersTables<T> {
    /// The tables of this worker, if it is a helper that learns for itself.
    pub fn of(&self, id: WorkerId) -> Option<&T> {
        self.0.as_ref()?.get(id.index().checked_sub(1)?)
    }

    /// The tables of all helpers that learn for themselves.
    pub fn all(&self) -> impl Iterator<Item = &T> {
        self.0.iter().flat_map(|tables| tables.iter())
    }

    /// Makes tables for the helpers of a team, if its algorithm has them learn each for itself; before a
    /// session. Without memory for that they learn in the team's.
    pub fn provide_for<N: CompleteNode>(&mut self, team: &mut Team<N>) {
        if self.provide(team.arena().algorithm().learning(), team.workers()) {
            // Forked workers have mapped the old ones, or none.
            team.dismiss();
        }
    }

    /// The same for so many workers. True if the tables are others than before.
    fn provide(&mut self, learning: Learning, workers: usize) -> bool {
        let wanted = match learning {
            Learning::OfTeam => 0,
            Learning::OfWorker => workers.saturating_sub(1),
        };
        let before = self.all().count();
        if wanted != before {
            let tables = (wanted > 0).then(|| SharedSlice::new("cleave-learnt", wanted));
            self.0 = tables.and_then(Result::ok);
        }
        self.all().count() != before
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

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
