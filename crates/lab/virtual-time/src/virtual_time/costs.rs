//! The cost model: the price of each operation on the simulated machine.

use cleave_algorithms::Learning;
use serde::{Deserialize, Serialize};

use super::ticks::Ticks;

/// A row for each price: its purpose, its name, and its default.
macro_rules! prices {
    ($($(#[$meta:meta])+ $name:ident: $default:literal,)+) => {
        /// The price of each operation, in nanoseconds of one machine.
        ///
        /// The default is a guess for a machine of about 2020; `data/costs.json` holds a measured one.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct CostModel {
            $($(#[$meta])+ pub $name: Ticks,)+
        }

        impl Default for CostModel {
            fn default() -> CostModel {
                CostModel { $($name: Ticks($default),)+ }
            }
        }
    };
}

prices! {
    /// A node, with everything the recursive driver does for it. P_seq pays nothing else.
    node: 450,
    /// Added to a node if another worker was the last to write all the lines that its search shares (of the table and
    /// of the history). With N workers searching, that is taken to hold for N - 1 of N lines. A node therefore
    /// pays (N - 1) / N of this. Measured with two workers; other sizes rest on that assumption.
    #[serde(default)]
    sharing: 60,
    /// The part of `sharing` that is for lines of the history. Workers that learn each in tables of its own do
    /// not pay it.
    #[serde(default)]
    sharing_of_history: 0,
    /// Looking at the attention word, once per step below the split frontier.
    attention: 1,
    /// Taking and releasing a lock that this worker was the last to hold.
    lock: 20,
    /// Fetching a cache line that another worker has written. Added to a lock that another was the last to hold.
    transfer: 150,
    /// Added to such a lock as well: the other lines of the block, which the worker fetches while it holds the
    /// lock.
    #[serde(default)]
    handover: 0,
    /// How long a block stays locked while a worker takes a job from it or merges a result. The
    /// worker itself pays this as part of its nodes; it delays those that want the lock meanwhile.
    hold: 300,
    /// Putting a node into a split block.
    offer: 150,
    /// Handing out a job from a block, beyond what the recursive driver does for it.
    hand_out: 20,
    /// Merging a result into a block, beyond what the recursive driver does for it.
    report: 30,
    /// Added for each KiB of it.
    report_kib: 60,
    /// Joining another block.
    join: 400,
    /// Added for each KiB copied.
    join_kib: 100,
    /// Looking through the job list.
    scan: 30,
    /// Added for each pool that is marked as active.
    scan_pool: 60,
    /// Pause of an idle worker between two looks at the job list while it spins.
    pause: 700,
    /// Waking a sleeper, for the worker that wakes it. It is free if none sleeps.
    ring: 1_500,
    /// From the wake-up call until the sleeper looks at the job list.
    wake_up: 8_000,
    /// Calling one other worker.
    call: 40,
    /// Responding to a call: looking along the chain of blocks.
    #[serde(rename = "heed")]
    respond: 50,
    /// Giving up a useless job.
    abort: 20,
    /// Starting a search of the root.
    begin: 1_000,
}

impl CostModel {
    /// Returns the time of P_seq, the recursive driver alone, for this many nodes.
    pub fn sequential(&self, nodes: u64) -> Ticks {
        self.node.times(nodes)
    }

    /// Returns the nodes that P_seq searches in this time.
    ///
    /// # Panics
    /// If a node costs nothing.
    pub fn sequential_nodes(&self, time: Ticks) -> u64 {
        time.0 / self.node.0
    }

    /// Returns the prices for a team of this size with this kind of learning.
    pub(super) fn for_learning(self, learning: Learning, workers: usize) -> CostModel {
        // Nobody has measured what common corrections cost without common histories: at most as much as all of them.
        let is_apart = learning.has_private_tables(workers) && !learning.has_common_corrections();
        let of_others = match is_apart {
            false => Ticks::ZERO,
            true => self.sharing_of_history.min(self.sharing),
        };
        CostModel { sharing: self.sharing - of_others, ..self }
    }

    /// Returns the extra time of this many nodes in a team of `workers`, at least 1, over a search by one.
    pub(super) fn sharing_of(&self, nodes: u64, workers: usize) -> Ticks {
        Self::foreign_part(self.sharing.times(nodes), workers)
    }

    /// Returns the price of looking at this many marks, putting and removing them, in a team of `workers`. The first
    /// part is two atomic operations for each, at the price of a lock's; the second is the transfer of lines that
    /// others have written.
    pub(super) fn marks_of(&self, marks: u32, workers: usize) -> (Ticks, Ticks) {
        let marks = u64::from(marks);
        let transfer = Self::foreign_part(self.transfer.times(marks), workers);
        (self.lock.times(2 * marks), transfer)
    }

    /// Returns the part for lines that another worker was the last to write: N - 1 of N.
    fn foreign_part(whole: Ticks, workers: usize) -> Ticks {
        let workers = workers as u64;
        Ticks(whole.0 * (workers - 1) / workers)
    }

    /// One look through the job list, into this many pools.
    pub(super) fn scan_of(&self, pools: u32) -> Ticks {
        self.scan + self.scan_pool.times(u64::from(pools))
    }

    /// Copying this many bytes at a price per KiB.
    pub(super) fn copying(kib: Ticks, bytes: u64) -> Ticks {
        Ticks(kib.times(bytes).0.div_ceil(1024))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nodes_of_p_seq_in_a_time_take_that_time() {
        let costs = CostModel { node: Ticks(450), ..CostModel::default() };
        assert_eq!([449, 450, 4_499].map(|time| costs.sequential_nodes(Ticks(time))), [0, 1, 9]);
        assert_eq!(costs.sequential_nodes(costs.sequential(1234)), 1234);
    }

    #[test]
    fn one_worker_pays_no_sharing_and_two_pay_half() {
        let costs = CostModel { sharing: Ticks(85), ..CostModel::default() };
        let of = |nodes, workers| costs.sharing_of(nodes, workers).0;
        assert_eq!([of(1000, 1), of(1000, 2), of(1000, 16)], [0, 42_500, 79_687]);
    }

    #[test]
    fn a_worker_that_learns_alone_pays_nothing_for_the_history_of_the_team() {
        let costs = CostModel::default();
        let priced = CostModel { sharing_of_history: Ticks(20), ..costs };
        let sharing = |costs: CostModel, learning| costs.for_learning(learning, 9).sharing.0;
        let all = costs.sharing.0;
        assert_eq!(sharing(priced, Learning::OfTeam), all);
        assert_eq!(sharing(priced, Learning::MovesOfWorker), all, "at most");
        assert_eq!(sharing(priced, Learning::OfWorker), all - 20);
        assert_eq!(sharing(costs, Learning::OfWorker), all, "none is known");
        let by_size = |workers| priced.for_learning(Learning::BySize, workers).sharing;
        assert_eq!([by_size(2), by_size(64)], [Ticks(all - 20), Ticks(all)]);
    }
}
