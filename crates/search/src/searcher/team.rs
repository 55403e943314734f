//! Searches by a team.

use cleave_clock::Timer;

use super::outcome::Outcome;
use super::pending::PendingSearch;
use super::workers::{Equipment, lock};
use super::{Root, Searcher};
use crate::algorithms::Team;
use crate::context::SearchContext;
use crate::control::host::Host;
use crate::control::{Control, Limits};
use crate::iterate::team::TeamDriver;
use crate::node::ChessNode;

impl Searcher {
    /// Searches with the team. The clock is already running.
    pub(super) fn run_team(
        &mut self,
        root: &Root,
        timer: Timer,
        limits: &Limits,
        host: &mut dyn Host,
    ) -> Outcome {
        let setup = &self.set_up(root);
        let (team, equipment) = self.equip_team();
        team.session(&|slot| equipment.serve(slot), |main_worker| {
            let mut place = lock(&equipment.states[0]);
            let state = equipment.state_in(&mut place);
            let shared = equipment.shared(main_worker.shared());
            let control = Control::timed_by(timer, limits, host);
            let context = SearchContext::new(shared, state, control);
            PendingSearch { context, setup, limits }.run(&mut TeamDriver::new(main_worker))
        })
    }

    /// Forks the missing workers, including those that died in the last search. This happens before threads are
    /// started, because a process with threads cannot fork. Returns false if the system refuses one.
    pub(super) fn muster(&mut self) -> bool {
        self.workers.replace_the_dead();
        let (team, equipment) = self.equip_team();
        team.session(&|slot| equipment.serve(slot), |_| ());
        team.is_complete()
    }

    /// Returns the team, and the data that its workers need. The number of processors may have changed since the mode
    /// was set.
    fn equip_team(&mut self) -> (&mut Team<ChessNode>, Equipment<'_>) {
        let workers = self.workers.team.size();
        let tablebase = self.settings.tablebase.as_deref();
        let (team, _, equipment) =
            self.workers.equip(workers, true, &self.table.mapping, tablebase);
        (team, equipment)
    }
}
