//! A cluster in virtual time: ranks of virtual workers and a simulated network, exactly repeatable.
//!
//! Each rank searches as it does on a machine of its own, with a team in virtual time; only
//! the network is another one. There is one virtual clock for all: the ranks take turns, and a rank
//! that looks at the network first waits until no other is behind it in time (`turns.rs`). So it sees
//! all messages that have arrived by then, and no others, whatever the machine that it runs on.
//!
//! ```text
//!   rank 0  ──search──●────────search────────●──search──►   ● looks at the network: sends, receives
//!   rank 1  ─────search─────●───search───●─────search──►      goes on when its time is the least
//! ```
//!
//! The model of the network: a rank sends one message after the other at the bandwidth of its link;
//! each arrives after the latency. Switches have no limit of their own, and the time that a rank
//! spends on packing and storing is not counted: it is some ten nanoseconds an entry.
//!
//! [`search`] makes one search; a [`VirtualCluster`] lasts from one search to the next, and plays games.

mod faults;
mod lasting;
mod model;
mod port;
mod turns;

use std::sync::Arc;

use cleave_cluster::searching::{self, RankSearcher};
use cleave_cluster::{Identity, Member, Rank, Ranks, Sharing, Statistics};
use cleave_search::{Host, Limits, Outcome, Root, Searcher, Undisturbed};
use cleave_smp_lab::virtual_time::{Machine, Ticks, VirtualRun};

use crate::chess::VirtualSearch;
pub use faults::Faults;
pub use lasting::VirtualCluster;
pub use model::{Network, UnknownNetwork};
use port::Port;
use turns::Turns;

/// What a cluster in virtual time is made of.
#[derive(Clone, Copy, Debug)]
pub struct ClusterModel {
    /// The machine of the first rank; those of the others vary their prices otherwise.
    pub machine: Machine,
    /// The network between them.
    pub network: Network,
    /// What the network does to messages.
    pub faults: Faults,
    /// What the ranks tell each other.
    pub sharing: Sharing,
}

/// The result of a search by a cluster in virtual time.
#[derive(Clone, Debug)]
pub struct ClusterRun {
    /// The result of the first rank.
    pub outcome: Outcome,
    /// The run of the first rank.
    pub run: VirtualRun,
    /// What each rank has sent and received.
    pub statistics: Vec<Statistics>,
    /// A hash over all messages sent, with their times: equal for equal runs.
    pub trace: u64,
}

/// Searches with a cluster of as many ranks as there are searchers.
///
/// # Panics
/// If there is no searcher, if there are more than 65,535, or if one has no memory for so many workers.
pub fn search(
    searchers: &mut [Searcher],
    model: &ClusterModel,
    root: &Root,
    limits: &Limits,
) -> ClusterRun {
    let (mut lead, seats) = model.seats(searchers.len());
    let (first, others) = searchers.split_first_mut().expect("there is a rank");
    std::thread::scope(|scope| {
        let helpers: Vec<_> = seats
            .into_iter()
            .zip(others)
            .map(|(seat, searcher)| scope.spawn(move || seat.serve(searcher)))
            .collect();
        let (outcome, run) = lead.search(first, root, limits, None);
        let trace = lead.port.trace();
        let of_first = lead.member.statistics().clone();
        drop(lead);
        let of_helpers = helpers
            .into_iter()
            .map(|helper| helper.join().expect("no rank panics in virtual time"));
        let statistics = std::iter::once(of_first).chain(of_helpers).collect();
        ClusterRun { outcome, run, statistics, trace }
    })
}

/// A rank in a cluster: what it knows, its machine, and its net.
struct Seat {
    member: Member,
    machine: Machine,
    port: Port,
}

impl ClusterModel {
    /// The seats of a new cluster, that of the first rank by itself. All others leave when it is dropped.
    ///
    /// # Panics
    /// If there is no rank, or if there are more than 65,535.
    fn seats(&self, ranks: usize) -> (Seat, Vec<Seat>) {
        let ranks = u16::try_from(ranks).ok().and_then(Ranks::new).expect("1 to 65,535 ranks");
        let identity = Identity::of_this_program();
        let turns = Arc::new(Turns::new(ranks, self.network, self.faults));
        let seat = |rank| Seat {
            member: Member::new(rank, ranks, identity.clone(), self.sharing),
            machine: self.machine_of(rank),
            port: Port::new(turns.clone(), rank),
        };
        (seat(Rank::FIRST), ranks.iter().skip(1).map(seat).collect())
    }

    fn machine_of(&self, rank: Rank) -> Machine {
        let seed = self.machine.seed.wrapping_add(u64::from(rank.number()) << 32);
        Machine { seed, ..self.machine }
    }
}

impl Seat {
    /// Helps until the first rank leaves.
    fn serve(mut self, searcher: &mut Searcher) -> Statistics {
        self.port.enter();
        let mut searcher = VirtualSearcher::new(searcher, VirtualSearch::on(self.machine));
        searching::serve(&mut searcher, &mut self.member, &mut self.port);
        self.member.statistics().clone()
    }

    /// Searches on the first rank, with the help of all others. Their time passes only meanwhile.
    fn search(
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
        let outcome = searching::search(&mut searcher, root, limits, program, member, port);
        (outcome, searcher.run.expect("it has searched"))
    }
}

/// A searcher on a rank, in virtual time.
struct VirtualSearcher<'s> {
    searcher: &'s mut Searcher,
    search: VirtualSearch,
    /// The run of the last search.
    run: Option<VirtualRun>,
}

impl<'s> VirtualSearcher<'s> {
    fn new(searcher: &'s mut Searcher, search: VirtualSearch) -> VirtualSearcher<'s> {
        VirtualSearcher { searcher, search, run: None }
    }
}

impl RankSearcher for VirtualSearcher<'_> {
    fn new_game(&mut self) {
        self.searcher.new_game();
    }

    fn search(&mut self, root: &Root, limits: &Limits, host: &mut dyn Host) -> Outcome {
        let found = self.search.run(self.searcher, root, limits, host);
        let (outcome, run) = found.expect("there is memory for the workers of a rank");
        self.run = Some(run);
        outcome
    }
}
