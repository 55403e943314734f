//! A cluster in virtual time: ranks of virtual workers and a simulated network, exactly repeatable.
//!
//! Each rank searches as it does on a machine of its own, by the virtual backend of the search; only
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

use cleave_search::{Limits, Outcome, Root, Searcher, Undisturbed};
use cleave_smp_lab::virtual_time::{Machine, Ticks};

use crate::identity::Identity;
use crate::member::Member;
use crate::rank::{Rank, Ranks};
use crate::searching;
use crate::sharing::Sharing;
use crate::statistics::Statistics;
pub use faults::Faults;
pub use lasting::VirtualCluster;
pub use model::{Network, UnknownNetwork};
use port::Port;
use turns::Turns;

/// The result of a search by a cluster in virtual time.
#[derive(Clone, Debug)]
pub struct ClusterRun {
    /// The result of the first rank, with its time.
    pub outcome: Outcome,
    /// What each rank has sent and received.
    pub statistics: Vec<Statistics>,
    /// A hash over all messages sent, with their times: equal for equal runs.
    pub trace: u64,
}

impl ClusterRun {
    /// From the beginning to the end on the first rank.
    pub fn time(&self) -> Ticks {
        self.outcome.virtual_run.as_ref().map_or(Ticks::ZERO, |run| run.time)
    }
}

/// The machine of a rank, counted from 0: that of the first, but with other random prices.
#[must_use]
pub fn machine_of_rank(first: Machine, rank: u64) -> Machine {
    Machine { seed: first.seed.wrapping_add(rank << 32), ..first }
}

/// Searches with a cluster of as many ranks as there are searchers, each of which searches in virtual
/// time ([`SearchMode::Virtual`](cleave_search::SearchMode)).
///
/// # Panics
/// If there is no searcher, or if there are more than 65,535.
pub fn search(
    searchers: &mut [Searcher],
    network: &Network,
    faults: &Faults,
    sharing: Sharing,
    root: &Root,
    limits: &Limits,
) -> ClusterRun {
    let (mut lead, seats) = seats(searchers.len(), network, faults, sharing);
    let (first, others) = searchers.split_first_mut().expect("there is a rank");
    std::thread::scope(|scope| {
        let helpers: Vec<_> = seats
            .into_iter()
            .zip(others)
            .map(|(seat, searcher)| scope.spawn(move || seat.serve(searcher)))
            .collect();
        let outcome = lead.search(first, root, limits);
        let trace = lead.port.trace();
        let of_first = lead.member.statistics().clone();
        drop(lead);
        let of_helpers = helpers
            .into_iter()
            .map(|helper| helper.join().expect("no rank panics in virtual time"));
        let statistics = std::iter::once(of_first).chain(of_helpers).collect();
        ClusterRun { outcome, statistics, trace }
    })
}

/// A rank in a cluster: what it knows, and its net.
struct Seat {
    member: Member,
    port: Port,
}

/// The seats of a new cluster, that of the first rank by itself. All others leave when it is dropped.
///
/// # Panics
/// If there is no rank, or if there are more than 65,535.
fn seats(ranks: usize, network: &Network, faults: &Faults, sharing: Sharing) -> (Seat, Vec<Seat>) {
    let ranks = u16::try_from(ranks).ok().and_then(Ranks::new).expect("1 to 65,535 ranks");
    let identity = Identity::of_this_program();
    let turns = Arc::new(Turns::new(ranks, *network, *faults));
    let seat = |rank| Seat {
        member: Member::new(rank, ranks, identity.clone(), sharing),
        port: Port::new(turns.clone(), rank),
    };
    (seat(Rank::FIRST), ranks.iter().skip(1).map(seat).collect())
}

impl Seat {
    /// Helps until the first rank leaves.
    fn serve(mut self, searcher: &mut Searcher) -> Statistics {
        self.port.enter();
        searching::serve(searcher, &mut self.member, &mut self.port);
        self.member.statistics().clone()
    }

    /// Searches on the first rank, with the help of all others. Their time passes only meanwhile.
    fn search(&mut self, searcher: &mut Searcher, root: &Root, limits: &Limits) -> Outcome {
        let (member, port) = (&mut self.member, &mut self.port);
        searching::search(searcher, root, limits, &mut Undisturbed, member, port)
    }
}
