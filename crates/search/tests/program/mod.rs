//! The programs that a test searches with: the searcher's own modes, and a team in virtual time.

use cleave_search::driver::{DriverParts, TeamDriver};
use cleave_search::team::Backend;
use cleave_search::{Host, Limits, Outcome, Root, SearchMode, Searcher};
use cleave_virtual_time::virtual_time::{Machine, VirtualRun, VirtualTeam};

/// A program.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Program {
    /// P_seq.
    Sequential,
    /// A team of this many threads.
    Threads(usize),
    /// A team of this many processes.
    Processes(usize),
    /// A team of this many threads in groups of about this size.
    Groups(usize, usize),
    /// A team of this many workers in virtual time.
    Virtual(usize),
}

impl Program {
    /// Prepares a searcher for this program.
    pub(crate) fn set_up(self, searcher: &mut Searcher) {
        let team = |workers, backend| SearchMode::Parallel { workers, backend };
        match self {
            Program::Sequential => searcher.set_mode(SearchMode::Sequential),
            Program::Threads(workers) => searcher.set_mode(team(workers, Backend::Thread)),
            Program::Processes(workers) => searcher.set_mode(team(workers, Backend::Fork)),
            Program::Groups(workers, size) => {
                searcher.set_group_size(size);
                searcher.set_processors(workers);
                searcher.set_mode(team(workers, Backend::Thread))
            }
            Program::Virtual(workers) => searcher.make_room_for(workers),
        }
        .expect("there is room");
    }

    /// Searches with a searcher that is prepared for it.
    pub(crate) fn search(
        self,
        searcher: &mut Searcher,
        root: &Root,
        limits: &Limits,
        host: &mut dyn Host,
    ) -> Outcome {
        let Program::Virtual(workers) = self else { return searcher.search(root, limits, host) };
        search_virtual(searcher, Machine::new(workers), root, limits, host).0
    }
}

/// Searches in virtual time.
pub(crate) fn search_virtual(
    searcher: &mut Searcher,
    machine: Machine,
    root: &Root,
    limits: &Limits,
    host: &mut dyn Host,
) -> (Outcome, VirtualRun) {
    searcher.make_room_for(machine.workers).expect("there is room");
    searcher.search_by(root, limits, host, |session| {
        let DriverParts { arena, params, helpers, search, .. } = session;
        let mut team = VirtualTeam::new(arena, machine, params, helpers);
        (search.run(&mut TeamDriver::new(&mut team)), team.run())
    })
}
