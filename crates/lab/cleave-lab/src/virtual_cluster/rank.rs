//! A rank of a cluster in virtual time: its searcher, its machine, and its place in the network.

use std::sync::Arc;

use cleave_cluster::searching::{self, RankSearcher};
use cleave_cluster::{Identity, Member, Rank, Ranks, Sharing, Statistics};
use cleave_search::{Host, Limits, Outcome, Root, Searcher, Undisturbed};
use cleave_virtual_time::virtual_time::{Machine, Ticks, VirtualRun};

use super::faults::Faults;
use super::model::Network;
use super::port::Port;
use super::turns::Turns;
use crate::chess::VirtualSearch;

/// The parts of a cluster in virtual time.
#[derive(Clone, Copy, Debug)]
pub struct ClusterModel {
    /// The machine of the first rank; the others have prices that vary differently.
    pub machine: Machine,
    /// The network between them.
    pub network: Network,
    /// The faults of the network.
    pub faults: Faults,
    /// The results and entries that the ranks share.
    pub sharing: Sharing,
}

/// A rank in a cluster: its knowledge, its machine, and its net.
pub(super) struct VirtualRank {
    pub(super) member: Member,
    machine: Machine,
    pub(super) port: Port,
}

/// The work of a rank for the first one.
pub(super) struct Service {
    /// Its last search; none if it has made none.
    pub(super) last: Option<(Outcome, VirtualRun)>,
    pub(super) statistics: Statistics,
}

impl ClusterModel {
    /// Returns the ranks of a new cluster, the first by itself. All others leave when it is dropped.
    ///
    /// # Panics
    /// If there is no rank, or if there are more than 65,535.
    pub(super) fn ranks(&self, ranks: usize) -> (VirtualRank, Vec<VirtualRank>) {
        let ranks = u16::try_from(ranks).ok().and_then(Ranks::new).expect("1 to 65,535 ranks");
        let identity = Identity::of_this_program();
        let turns = Arc::new(Turns::new(ranks, self.network, self.faults));
        let virtual_rank = |rank| VirtualRank {
            member: Member::new(rank, ranks, identity.clone(), self.sharing),
            machine: self.machine_of(rank),
            port: Port::new(turns.clone(), rank),
        };
        (virtual_rank(Rank::FIRST), ranks.iter().skip(1).map(virtual_rank).collect())
    }

    fn machine_of(&self, rank: Rank) -> Machine {
        let seed = self.machine.seed.wrapping_add(u64::from(rank.number()) << 32);
        Machine { seed, ..self.machine }
    }
}

impl VirtualRank {
    /// Helps until the first rank leaves.
    pub(super) fn serve(mut self, searcher: &mut Searcher) -> Service {
        self.port.enter();
        let mut searcher = VirtualSearcher::new(searcher, VirtualSearch::on(self.machine));
        searching::serve(&mut searcher, &mut self.member, &mut self.port);
        Service { last: searcher.last, statistics: self.member.statistics().clone() }
    }

    /// Searches on the first rank, with the help of all others. Their time passes only meanwhile.
    pub(super) fn search(
        &mut self,
        searcher: &mut Searcher,
        root: &Root,
        limits: &Limits,
        time: Option<Ticks>,
    ) -> (Outcome, VirtualRun) {
        let (member, port) = (&mut self.member, &mut self.port);
        let search = VirtualSearch { machine: self.machine, time };
        let mut searcher = VirtualSearcher::new(searcher, search);
        let program = &mut Undisturbed;
        searching::search(&mut searcher, root, limits, program, member, port);
        searcher.last.expect("it has searched")
    }
}

/// A searcher on a rank, in virtual time.
struct VirtualSearcher<'s> {
    searcher: &'s mut Searcher,
    search: VirtualSearch,
    last: Option<(Outcome, VirtualRun)>,
}

impl<'s> VirtualSearcher<'s> {
    fn new(searcher: &'s mut Searcher, search: VirtualSearch) -> VirtualSearcher<'s> {
        VirtualSearcher { searcher, search, last: None }
    }
}

impl RankSearcher for VirtualSearcher<'_> {
    fn new_game(&mut self) {
        self.searcher.new_game();
    }

    fn search(&mut self, root: &Root, limits: &Limits, host: &mut dyn Host) -> Outcome {
        let found = self.search.run(self.searcher, root, limits, host);
        let (outcome, run) = found.expect("there is memory for the workers of a rank");
        self.last = Some((outcome.clone(), run));
        outcome
    }
}
