//! A cluster that lasts from one search to the next.

use std::thread::{self, JoinHandle};

use cleave_cluster::Statistics;
use cleave_search::{Limits, Outcome, Root, Searcher};
use cleave_virtual_time::virtual_time::{Ticks, VirtualRun};

use super::rank::{ClusterModel, Service, VirtualRank};

/// A cluster in virtual time that lasts from one search to the next, with its tables. Its clock stands still between
/// searches: a message on its way arrives in the next one.
pub struct VirtualCluster {
    searcher: Searcher,
    // Dropped before the helpers, who stay as long as the first rank does.
    first: VirtualRank,
    helpers: Helpers,
}

/// The other ranks, each in a thread of its own; waited for at the end.
struct Helpers(Vec<JoinHandle<Service>>);

impl VirtualCluster {
    /// Returns a cluster with a rank for each searcher.
    ///
    /// # Panics
    /// As [`search`](super::search).
    pub fn new(searchers: Vec<Searcher>, model: &ClusterModel) -> VirtualCluster {
        let (first, others) = model.ranks(searchers.len());
        let mut searchers = searchers.into_iter();
        let searcher = searchers.next().expect("there is a rank");
        let helper = |(rank, mut searcher): (VirtualRank, Searcher)| {
            thread::spawn(move || rank.serve(&mut searcher))
        };
        let helpers = Helpers(others.into_iter().zip(searchers).map(helper).collect());
        VirtualCluster { searcher, first, helpers }
    }

    /// Searches on the first rank, which has limited time, with the help of all others.
    pub fn search(
        &mut self,
        root: &Root,
        limits: &Limits,
        time: Option<Ticks>,
    ) -> (Outcome, VirtualRun) {
        self.first.search(&mut self.searcher, root, limits, time)
    }

    /// Begins a new game: the first rank forgets all others now, the others when they hear of it.
    pub fn new_game(&mut self) {
        self.searcher.new_game();
        self.first.member.new_game();
    }

    /// Ends the cluster. Returns what each rank has sent and received.
    pub fn end(self) -> Vec<Statistics> {
        let VirtualCluster { first, mut helpers, .. } = self;
        let of_first = first.member.statistics().clone();
        drop(first);
        let of_helpers = helpers
            .0
            .drain(..)
            .map(|helper| helper.join().expect("no rank panics in virtual time").statistics);
        std::iter::once(of_first).chain(of_helpers).collect()
    }
}

impl Drop for Helpers {
    fn drop(&mut self) {
        for helper in self.0.drain(..) {
            // The cluster may be dropped by another panic, which must stay the only one.
            if helper.join().is_err() && !thread::panicking() {
                panic!("a rank has panicked");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "a rank has panicked")]
    fn the_panic_of_a_helper_is_not_lost() {
        drop(Helpers(vec![thread::spawn(|| panic!("on purpose"))]));
    }
}
