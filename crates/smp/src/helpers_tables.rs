//! In whose tables workers learn: in those of the team, or each in its own.

use std::io;

use cleave_shared_memory::{Shareable, SharedSlice};

use crate::ids::WorkerId;
use crate::node::Node;
use crate::team::{Strategies, Team};

/// The largest team whose workers learn apart.
const SMALL_TEAM: usize = 8;

/// True if each worker of a team of so many learns for itself, by Dynamic Tree Splitting: in chess, histories of moves and
/// corrections of the evaluation. The game has to follow it. Killers are always the worker's own.
///
/// Workers that share nodes order the same moves, and learn together, as in Crafty. But a line that another worker has
/// written must be fetched, which takes a tenth of the time of two workers, and in a small team what the others have
/// learnt is worth less than that: in simulated time on trees of 500,000 nodes, teams of 2, 4, 8
/// and 16 that learn apart are 1.10 ± 0.04, 1.03 ± 0.04, 1.08 ± 0.05 and 0.96 ± 0.03 times as fast; on trees of 5 million
/// nodes those of 4 and 8 are 1.09 ± 0.07 and 0.98 ± 0.04 times as fast.
pub const fn learns_apart(workers: usize) -> bool {
    workers <= SMALL_TEAM
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

    /// Makes tables for the helpers of a team of so many workers, if they learn each for itself (`has_private_tables`); before a
    /// session. Without memory for that they learn in the team's ([`HelpersTables::take_refusal`]).
    pub fn provide_for<N: Node, S: Strategies<N>>(
        &mut self,
        team: &mut Team<N, S>,
        workers: usize,
        has_private_tables: bool,
    ) {
        if self.provide(tables(workers, has_private_tables)) {
            // Forked workers have mapped the old ones, or none.
            team.dismiss();
        }
    }

    /// Gives back the memory of tables that such a team does not use; between sessions.
    pub fn release_unless_for<N: Node, S: Strategies<N>>(
        &mut self,
        team: &mut Team<N, S>,
        workers: usize,
        has_private_tables: bool,
    ) {
        let number = self.all().count();
        if number > 0 && number != tables(workers, has_private_tables) {
            self.tables = None;
            // Forked workers have mapped them.
            team.dismiss();
        }
    }

    /// Why the system has given no memory for the tables, if it has refused it since this was last asked.
    pub fn take_refusal(&mut self) -> Option<io::Error> {
        self.refusal.take()
    }

    /// Makes so many. True if the tables are others than before.
    fn provide(&mut self, wanted: usize) -> bool {
        let before = self.all().count();
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

/// The tables of the helpers in a team of so many workers.
fn tables(workers: usize, has_private_tables: bool) -> usize {
    if has_private_tables { workers.saturating_sub(1) } else { 0 }
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
            tables.provide(super::tables(workers, learns_apart(workers)));
            assert_eq!(tables.all().count(), helpers_tables, "{workers} workers");
        }
    }

    #[test]
    fn each_helper_has_tables_of_its_own_and_the_main_worker_none() {
        let mut tables = HelpersTables::<AtomicU32>::default();
        assert!(!tables.provide(0));
        assert!(tables.of(WorkerId::new(1)).is_none());
        assert!(tables.provide(2));
        let of = |id| tables.of(WorkerId::new(id));
        of(1).expect("a helper").store(7, Ordering::Relaxed);
        assert_eq!(of(2).map(|table| table.load(Ordering::Relaxed)), Some(0));
        assert!(of(0).is_none() && of(3).is_none());
        assert_eq!(tables.all().count(), 2);
        assert!(!tables.provide(2), "they are there already");
        assert!(tables.provide(0));
        assert_eq!(tables.all().count(), 0);
    }
}
