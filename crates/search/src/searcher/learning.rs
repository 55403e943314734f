//! Tables for workers that learn each for itself.

use cleave_shared_memory::SharedSlice;
use cleave_smp::{Learning, WorkerId};

use super::Searcher;
use crate::context::learnt::Learnt;

/// Tables of the helpers' own. The main worker learns in the team's, so that what it has learnt is still
/// there when the algorithm or the number of workers changes.
#[derive(Default)]
pub(super) struct HelpersLearnt(Option<SharedSlice<Learnt>>);

impl HelpersLearnt {
    /// The tables of this worker, if it is a helper that learns for itself.
    pub(super) fn of(&self, id: WorkerId) -> Option<&Learnt> {
        self.0.as_ref()?.get(id.index().checked_sub(1)?)
    }

    /// Forgets everything.
    pub(super) fn clear(&self) {
        self.0.iter().flat_map(|tables| tables.iter()).for_each(Learnt::clear);
    }

    fn helpers(&self) -> usize {
        self.0.as_ref().map_or(0, |tables| tables.len())
    }
}

impl Searcher {
    /// Makes tables for the helpers of a team of so many workers, if they learn each for itself; before they
    /// are forked. Without memory for that they learn in the team's tables.
    pub(super) fn provide_learning(&mut self, workers: usize) {
        let helpers = match self.team.arena().algorithm().learning() {
            Learning::OfTeam => 0,
            Learning::OfWorker => workers.saturating_sub(1),
        };
        if helpers != self.helpers_learnt.helpers() {
            // Forked workers have mapped the old tables, or none.
            self.team.dismiss();
            let tables = (helpers > 0).then(|| SharedSlice::new("cleave-learnt", helpers));
            self.helpers_learnt = HelpersLearnt(tables.and_then(Result::ok));
        }
    }
}
