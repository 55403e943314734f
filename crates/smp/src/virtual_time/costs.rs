//! What everything costs: the machine that virtual time imitates.

use serde::{Deserialize, Serialize};

use super::ticks::Ticks;

/// What a step pays for what it does, in nanoseconds of one machine.
///
/// The default is a guess for a machine of about 2020; `data/costs.json` holds a measured one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CostModel {
    /// A node, with all that the recursive driver does for it. P_seq pays nothing else.
    pub node: Ticks,
    /// More for a node, if all that its search shares with others (lines of the table and of the
    /// history) was last written by another worker. Of N workers who all search that would be so for
    /// N - 1 lines of N: this much times (N - 1) / N is paid. Measured with two; the rest is that
    /// assumption.
    #[serde(default)]
    pub sharing: Ticks,
    /// Looking at the attention word, once for each step below the split frontier.
    pub attention: Ticks,
    /// Taking and releasing a lock that this worker was the last to have.
    pub lock: Ticks,
    /// More, if another worker was the last to have it: its cache lines have to come over, those of
    /// the block as well.
    pub transfer: Ticks,
    /// How long a block stays locked while a worker takes a job from it or merges a result. The
    /// worker itself pays this as part of its nodes; it counts for those who want the lock meanwhile.
    pub hold: Ticks,
    /// Putting a node into a split block.
    pub offer: Ticks,
    /// Handing out a job from a block, beyond what the recursive driver does for it.
    pub hand_out: Ticks,
    /// Merging a result into a block, beyond what the recursive driver does for it.
    pub report: Ticks,
    /// More, for each KiB of it.
    pub report_kib: Ticks,
    /// Going to work at another block.
    pub join: Ticks,
    /// More, for each KiB copied.
    pub join_kib: Ticks,
    /// Looking through the job list.
    pub scan: Ticks,
    /// More, for each pool that has something in it.
    pub scan_pool: Ticks,
    /// Pause of an idle worker between two looks at the job list while it spins.
    pub pause: Ticks,
    /// Waking a sleeper, for the one who rings. Ringing with nobody asleep is free.
    pub ring: Ticks,
    /// From the ring until the sleeper looks at the job list.
    pub wake_up: Ticks,
    /// Raising the attention of one other worker.
    pub call: Ticks,
    /// Looking along the chain of blocks after a call.
    pub heed: Ticks,
    /// Giving a useless job up.
    pub abort: Ticks,
    /// Starting a search of the root.
    pub begin: Ticks,
}

impl Default for CostModel {
    fn default() -> CostModel {
        CostModel {
            node: Ticks(450),
            sharing: Ticks(60),
            attention: Ticks(1),
            lock: Ticks(20),
            transfer: Ticks(150),
            hold: Ticks(300),
            offer: Ticks(150),
            hand_out: Ticks(20),
            report: Ticks(30),
            report_kib: Ticks(60),
            join: Ticks(400),
            join_kib: Ticks(100),
            scan: Ticks(30),
            scan_pool: Ticks(60),
            pause: Ticks(700),
            ring: Ticks(1_500),
            wake_up: Ticks(8_000),
            call: Ticks(40),
            heed: Ticks(50),
            abort: Ticks(20),
            begin: Ticks(1_000),
        }
    }
}

impl CostModel {
    /// What P_seq, the recursive driver alone, takes for so many nodes.
    pub fn sequential(&self, nodes: u64) -> Ticks {
        self.node.times(nodes)
    }

    /// What so many nodes take longer because there are others in the team of `workers`, at least 1.
    pub(super) fn sharing_of(&self, nodes: u64, workers: usize) -> Ticks {
        let workers = workers as u64;
        Ticks(self.sharing.times(nodes).0 * (workers - 1) / workers)
    }

    /// Looking once through the job list, into so many pools.
    pub(super) fn scan_of(&self, pools: u32) -> Ticks {
        self.scan + self.scan_pool.times(u64::from(pools))
    }

    /// Copying so many bytes at a price for a KiB.
    pub(super) fn copying(kib: Ticks, bytes: u64) -> Ticks {
        Ticks(kib.times(bytes).0.div_ceil(1024))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_team_of_one_shares_with_nobody_and_two_share_half() {
        let costs = CostModel { sharing: Ticks(85), ..CostModel::default() };
        let of = |nodes, workers| costs.sharing_of(nodes, workers).0;
        assert_eq!([of(1000, 1), of(1000, 2), of(1000, 16)], [0, 42_500, 79_687]);
    }
}
