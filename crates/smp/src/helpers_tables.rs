//! Chooses the tables in which workers learn: the team's, or separate ones.

use std::io;

use cleave_shared_memory::{Shareable, SharedSlice};

use crate::ids::WorkerId;
use crate::node::Node;
use crate::team::{Strategies, Team};

/// The largest team whose workers learn in separate tables.
const SMALL_TEAM: usize = 8;

/// Returns true if each worker of a Dynamic Tree Splitting team of this size learns in its own tables. In chess these
/// are the histories of moves and the corrections of the evaluation; killers are always the worker's own. The game has
/// to follow this.
///
/// Workers that share nodes order the same moves, so common tables help them, as in Crafty. But a cache line that
/// another worker has written must be fetched. With two workers this takes a tenth of the time, and in a small team the
/// others' knowledge is worth less. Speed of a team with separate tables relative to common ones, in simulated time:
///
/// | workers | trees of 500,000 nodes | trees of 5 million nodes |
/// |---|---|---|
/// | 2 | 1.10 ± 0.04 | |
/// | 4 | 1.03 ± 0.04 | 1.09 ± 0.07 |
/// | 8 | 1.08 ± 0.05 | 0.98 ± 0.04 |
/// | 16 | 0.96 ± 0.03 | |
pub const fn learns_apart(workers: usize) -> bool {
    workers <= SMALL_TEAM
}

/// The separate tables `T` of the helpers, if they have any. The main worker always learns in the team's tables, so its
/// knowledge stays when the algorithm or the number of workers changes. All-zero bytes are empty tables.
pub struct HelpersTables<T> {
    tables: Option<SharedSlice<T>>,
    /// The number of tables for which the system had no memory. That number is not requested again.
    refused: usize,
    /// The system's error.
    refusal: Option<io::Error>,
}

impl<T> Default for HelpersTables<T> {
    fn default() -> HelpersTables<T> {
        HelpersTables { tables: None, refused: 0, refusal: None }
    }
}

impl<T: Shareable> HelpersTables<T> {
    /// Returns the tables of this worker, if it is a helper with separate tables.
    pub fn of(&self, id: WorkerId) -> Option<&T> {
        self.tables.as_ref()?.get(id.index().checked_sub(1)?)
    }

    /// Returns all separate tables.
    pub fn all(&self) -> impl Iterator<Item = &T> {
        self.tables.iter().flat_map(|tables| tables.iter())
    }

    /// Has the system provide the memory of this worker's tables, if it has separate ones, near to this thread. The worker
    /// calls this before any other touches them.
    pub fn populate(&self, id: WorkerId) {
        if let (Some(tables), Some(_)) = (&self.tables, self.of(id)) {
            tables.populate(id.index() - 1);
        }
    }

    /// Frees all tables, in which other workers may have memory far from the helpers. No helper is alive.
    pub fn release(&mut self) {
        self.tables = None;
    }

    /// Makes separate tables for the helpers of a team of this size if `has_private_tables` is set. Call this before a
    /// session. If the system refuses the memory, the helpers learn in the team's tables
    /// ([`HelpersTables::take_refusal`]).
    pub fn provide_for<N: Node, S: Strategies<N>>(
        &mut self,
        team: &mut Team<N, S>,
        workers: usize,
        has_private_tables: bool,
    ) {
        if self.provide(tables(workers, has_private_tables)) {
            // Forked workers have mapped the old tables, or none.
            team.dismiss();
        }
    }

    /// Frees tables that such a team does not use. Call this between sessions.
    pub fn release_unless_for<N: Node, S: Strategies<N>>(
        &mut self,
        team: &mut Team<N, S>,
        workers: usize,
        has_private_tables: bool,
    ) {
        let number = self.all().count();
        if number > 0 && number != tables(workers, has_private_tables) {
            self.tables = None;
            // Forked workers have mapped the tables.
            team.dismiss();
        }
    }

    /// Returns why the system refused memory for the tables, if it did since the last call.
    pub fn take_refusal(&mut self) -> Option<io::Error> {
        self.refusal.take()
    }

    /// Makes this number of tables. Returns true if the tables have changed.
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

/// Returns the number of separate tables in a team of this size.
fn tables(workers: usize, has_private_tables: bool) -> usize {
    if has_private_tables { workers.saturating_sub(1) } else { 0 }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;
    use crate::team::Backend;
    use crate::testing::TinyNode;

    fn numbers(tables: &HelpersTables<AtomicU32>) -> Vec<u32> {
        tables.all().map(|table| table.load(Ordering::Relaxed)).collect()
    }

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

    #[test]
    fn each_helper_may_have_the_system_provide_its_tables_and_the_main_worker_has_none() {
        let mut tables = HelpersTables::<AtomicU32>::default();
        tables.provide(2);
        tables.all().zip(7..).for_each(|(table, number)| table.store(number, Ordering::Relaxed));
        (0..5).for_each(|id| tables.populate(WorkerId::new(id)));
        assert_eq!(numbers(&tables), [7, 8]);
    }

    #[test]
    fn tables_stay_only_for_a_team_that_uses_all_of_them() {
        let mut team = crate::Team::<TinyNode>::new(3, Backend::Thread).unwrap();
        let mut tables = HelpersTables::<AtomicU32>::default();
        let kept = |tables: &mut HelpersTables<AtomicU32>, team: &mut _, workers, apart| {
            tables.provide(2);
            tables.all().for_each(|table| table.store(7, Ordering::Relaxed));
            tables.release_unless_for(team, workers, apart);
            numbers(tables)
        };
        assert_eq!(kept(&mut tables, &mut team, 3, true), [7, 7]);
        assert!(kept(&mut tables, &mut team, 2, true).is_empty());
        assert!(kept(&mut tables, &mut team, 3, false).is_empty());
    }

    #[test]
    fn memory_that_was_refused_is_not_requested_again_for_the_same_team() {
        /// There is no address space for these.
        const TOO_MANY: usize = 1 << 46;
        let mut tables = HelpersTables::<AtomicU32>::default();
        let mut is_refused = |wanted| {
            tables.provide(wanted);
            tables.take_refusal().is_some()
        };
        assert_eq!(
            [TOO_MANY, TOO_MANY, 1, TOO_MANY].map(&mut is_refused),
            [true, false, false, true]
        );
    }
}
