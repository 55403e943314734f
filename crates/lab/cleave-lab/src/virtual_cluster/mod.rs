//! A cluster in virtual time: ranks of virtual workers and a simulated network, exactly repeatable.
//!
//! Each rank searches as it does on a machine of its own, with a team in virtual time; only the network is another one.
//! There is one virtual clock for all, and the ranks take turns. A rank that looks at the network first waits until no
//! other is behind it in time (`turns.rs`). It therefore sees exactly the messages that have arrived by then, on any
//! machine.
//!
//! ```text
//!   rank 0  ──search──●────────search────────●──search──►   ● looks at the network: sends, receives
//!   rank 1  ─────search─────●───search───●─────search──►      goes on when its time is the least
//! ```
//!
//! The model of the network: a rank sends one message after the other at the bandwidth of its link; each arrives after
//! the latency. Switches have no limit of their own. The time that a rank spends on packing and storing is not counted:
//! it is some ten nanoseconds an entry.
//!
//! [`search`] makes one search; a [`VirtualCluster`] lasts from one search to the next, and plays games.

mod faults;
pub(crate) mod groups;
mod lasting;
mod model;
mod port;
mod rank;
mod turns;

use cleave_cluster::Statistics;
use cleave_search::{Limits, Outcome, Root, Searcher};
use cleave_virtual_time::virtual_time::VirtualRun;

pub use faults::Faults;
pub use lasting::VirtualCluster;
pub use model::{Network, UnknownNetwork};
pub use rank::ClusterModel;

/// The result of a search by a cluster in virtual time.
#[derive(Clone, Debug)]
pub struct ClusterRun {
    /// The result of the first rank.
    pub outcome: Outcome,
    /// The run of the first rank.
    pub run: VirtualRun,
    /// The results of the other ranks that had begun, up to the moment when they heard of the end.
    pub others: Vec<(Outcome, VirtualRun)>,
    /// The traffic of each rank.
    pub statistics: Vec<Statistics>,
    /// A hash over all messages sent, with their times: equal for equal runs.
    pub trace: u64,
}

/// Searches with a cluster that has a rank for each searcher.
///
/// # Panics
/// If there is no searcher, if there are more than 65,535, or if one has no memory for the workers.
pub fn search(
    searchers: &mut [Searcher],
    model: &ClusterModel,
    root: &Root,
    limits: &Limits,
) -> ClusterRun {
    let (mut lead, ranks) = model.ranks(searchers.len());
    let (first, others) = searchers.split_first_mut().expect("there is a rank");
    std::thread::scope(|scope| {
        let helpers: Vec<_> = ranks
            .into_iter()
            .zip(others)
            .map(|(rank, searcher)| scope.spawn(move || rank.serve(searcher)))
            .collect();
        let (outcome, run) = lead.search(first, root, limits, None);
        let trace = lead.port.trace();
        let of_first = lead.member.statistics().clone();
        drop(lead);
        let (mut others, mut statistics) = (Vec::new(), vec![of_first]);
        for helper in helpers {
            let service = helper.join().expect("no rank panics in virtual time");
            others.extend(service.last);
            statistics.push(service.statistics);
        }
        ClusterRun { outcome, run, others, statistics, trace }
    })
}
