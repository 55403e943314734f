//! One search, and what it has cost.

use cleave_search::Stats;
use cleave_search::virtual_time::Account;
use serde::{Deserialize, Serialize};

/// What a search has taken.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Run {
    /// Time to depth.
    pub(crate) seconds: f64,
    pub(crate) nodes: u64,
    /// Centipawns.
    pub(crate) value: i32,
    /// What the team has done; nothing of P_seq.
    #[serde(flatten)]
    pub(crate) team: Option<TeamRun>,
    /// What only virtual time knows.
    #[serde(flatten)]
    pub(crate) in_virtual_time: Option<InVirtualTime>,
}

/// What a search in virtual time tells about itself.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct InVirtualTime {
    /// What replays it: the number of its prelude, and of its jitter.
    pub(crate) seed: u64,
    /// A hash over all steps of all workers, in hexadecimal.
    pub(crate) trace: String,
    /// Where the time of all workers went, in nanoseconds.
    pub(crate) account: Account,
}

/// What a team has done in a search.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct TeamRun {
    /// The share of the workers' time in which they had nothing to do.
    pub(crate) idle_share: f64,
    /// Nodes of the worker that searched most by those of the one that searched least, or by
    /// one if that searched none.
    pub(crate) load_balance: f64,
    pub(crate) splits: u64,
    pub(crate) joins: u64,
    /// Bytes copied on joining.
    pub(crate) join_bytes: u64,
    /// Jobs given up because a cutoff elsewhere had made them useless.
    pub(crate) aborts: u64,
    /// Times that a worker had to sleep, or in virtual time to wait, for a lock.
    pub(crate) lock_waits: u64,
}

impl TeamRun {
    /// What these statistics say.
    pub(crate) fn of(stats: &Stats) -> TeamRun {
        TeamRun {
            idle_share: round(stats.idle_share(), 6),
            load_balance: round(stats.load_balance(), 6),
            splits: stats.sum(|tally| tally.splits),
            joins: stats.sum(|tally| tally.joins),
            join_bytes: stats.sum(|tally| tally.join_bytes),
            aborts: stats.sum(|tally| tally.aborts),
            lock_waits: stats.lock_waits(),
        }
    }
}

impl Run {
    /// Nodes per second.
    pub(crate) fn speed(&self) -> f64 {
        self.nodes as f64 / self.seconds
    }

    /// Some figure of the team; 0 of P_seq.
    pub(crate) fn of_team(&self, figure: impl Fn(&TeamRun) -> f64) -> f64 {
        self.team.as_ref().map_or(0.0, figure)
    }
}

/// A figure with so many digits behind the point: no measurement here is good for more, and files
/// stay readable.
pub(crate) fn round(figure: f64, digits: i32) -> f64 {
    let scale = 10f64.powi(digits);
    (figure * scale).round() / scale
}
