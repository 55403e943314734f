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

mod faults;
mod model;
mod port;
mod turns;

use cleave_search::virtual_time::Ticks;
use cleave_search::{Limits, Outcome, Root, Searcher, bench::Undisturbed};

use crate::identity::Identity;
use crate::member::Member;
use crate::rank::{Rank, Ranks};
use crate::searching;
use crate::sharing::Sharing;
use crate::statistics::Statistics;
pub use faults::Faults;
pub use model::{Network, UnknownNetwork};
use port::Port;
use turns::Turns;

/// What a search by a cluster in virtual time has come to.
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
    let ranks =
        u16::try_from(searchers.len()).ok().and_then(Ranks::new).expect("1 to 65,535 ranks");
    let identity = Identity::of_this_program();
    let turns = Turns::new(ranks, *network, *faults);
    let (first, others) = searchers.split_first_mut().expect("there is a rank");
    let member = |rank| Member::new(rank, ranks, identity.clone(), sharing);
    std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..)
            .map(Rank::new)
            .zip(others)
            .map(|(rank, searcher)| {
                let (mut member, mut port) = (member(rank), Port::new(&turns, rank));
                scope.spawn(move || {
                    port.enter();
                    searching::serve(searcher, &mut member, &mut port);
                    member.statistics().clone()
                })
            })
            .collect();
        let (mut member, mut port) = (member(Rank::FIRST), Port::new(&turns, Rank::FIRST));
        port.enter();
        let mut host = Undisturbed;
        let outcome = searching::search(first, root, limits, &mut host, &mut member, &mut port);
        let trace = turns.close();
        drop(port);
        let of_helpers = helpers
            .into_iter()
            .map(|helper| helper.join().expect("no rank panics in virtual time"));
        let statistics = std::iter::once(member.statistics().clone()).chain(of_helpers).collect();
        ClusterRun { outcome, statistics, trace }
    })
}
