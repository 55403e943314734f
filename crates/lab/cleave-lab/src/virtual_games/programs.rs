//! Programs that play in virtual time, with a fixed time for each move.

use cleave_kit::Result;
use cleave_kit::games::player::Program;
use cleave_search::team::Algorithm;
use cleave_search::{Limits, Outcome, Root, Searcher, Undisturbed};
use cleave_virtual_time::virtual_time::{Machine, Ticks};

use crate::chess::VirtualSearch;
use crate::virtual_cluster::VirtualCluster;

/// A team on a virtual machine.
pub(super) struct VirtualTeam {
    searcher: Searcher,
    search: VirtualSearch,
}

impl VirtualTeam {
    /// Returns a team with this much virtual time for each move.
    ///
    /// # Errors
    /// There is no memory for its table or its workers.
    pub(super) fn new(
        algorithm: Algorithm,
        machine: Machine,
        time: Ticks,
        hash: usize,
    ) -> Result<VirtualTeam> {
        let mut searcher = Searcher::new(hash)?;
        searcher.set_algorithm(algorithm);
        searcher.make_room_for(machine.workers)?;
        Ok(VirtualTeam { searcher, search: VirtualSearch { machine, time: Some(time) } })
    }
}

impl Program for VirtualTeam {
    fn new_game(&mut self) {
        self.searcher.new_game();
    }

    fn search(&mut self, root: &Root, limits: &Limits) -> Outcome {
        let found = self.search.run(&mut self.searcher, root, limits, &mut Undisturbed);
        found.expect("there is room for the workers").0
    }
}

/// A cluster, with this much virtual time for each move.
pub(super) struct TimedCluster(pub(super) VirtualCluster, pub(super) Ticks);

impl Program for TimedCluster {
    fn new_game(&mut self) {
        self.0.new_game();
    }

    fn search(&mut self, root: &Root, limits: &Limits) -> Outcome {
        self.0.search(root, limits, Some(self.1)).0
    }
}
