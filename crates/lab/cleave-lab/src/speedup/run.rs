//! The figures of one search.

use std::time::Duration;

use cleave_kit::statistics::round;
use cleave_search::Outcome;
use cleave_search::team::Stats;
use cleave_smp_lab::virtual_time::{Account, VirtualRun};
use serde::{Deserialize, Serialize};

/// The figures of a search.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Run {
    /// Time to depth.
    pub(crate) seconds: f64,
    pub(crate) nodes: u64,
    /// Centipawns.
    pub(crate) value: i32,
    /// The figures of the team; none for P_seq.
    #[serde(flatten)]
    pub(crate) team: Option<TeamRun>,
    /// The figures that only virtual time has.
    #[serde(flatten)]
    pub(crate) in_virtual_time: Option<InVirtualTime>,
}

/// The figures that only a search in virtual time has.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct InVirtualTime {
    /// The number of its perturbation and of its jitter; it replays the search.
    pub(crate) seed: u64,
    /// A hash of all steps of all workers, in hexadecimal.
    pub(crate) trace: String,
    /// Where the time of all workers went, in nanoseconds.
    pub(crate) account: Account,
}

/// The figures of a team in a search.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct TeamRun {
    /// Share of the workers' time without work.
    pub(crate) idle_share: f64,
    /// Nodes of the worker that searched most by those of the worker that searched least, or by one
    /// if it searched none.
    pub(crate) load_balance: f64,
    pub(crate) splits: u64,
    pub(crate) joins: u64,
    /// Bytes copied on joining.
    pub(crate) join_bytes: u64,
    /// Jobs aborted because of a cutoff elsewhere.
    pub(crate) aborts: u64,
    /// How often a worker slept for a lock, or in virtual time waited for one.
    pub(crate) lock_waits: u64,
}

impl TeamRun {
    /// The figures in these statistics.
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
    /// A search that took this time; `stats` are those of its team.
    pub(crate) fn new(nodes: u64, value: i32, stats: Option<&Stats>, time: Duration) -> Run {
        Run {
            // Never zero, so that ratios are finite.
            seconds: round(time.as_secs_f64().max(1e-6), 6),
            nodes,
            value,
            team: stats.map(TeamRun::of),
            in_virtual_time: None,
        }
    }

    /// A search of chess that took this time.
    pub(crate) fn of_chess(outcome: &Outcome, time: Duration) -> Run {
        Run::new(outcome.nodes, outcome.value.get(), outcome.stats.as_ref(), time)
    }

    /// A search in virtual time, of which this is known besides.
    pub(crate) fn with_virtual_run(self, seed: u64, run: &VirtualRun) -> Run {
        let (trace, account) = (format!("{:016x}", run.hash), run.account());
        Run { in_virtual_time: Some(InVirtualTime { seed, trace, account }), ..self }
    }

    /// Nodes per second.
    pub(crate) fn speed(&self) -> f64 {
        self.nodes as f64 / self.seconds
    }

    /// Time of P_seq by time of a team.
    pub(crate) fn speedup(seq: &Run, of_team: &Run) -> f64 {
        seq.seconds / of_team.seconds
    }

    /// Nodes of a team by nodes of P_seq.
    pub(crate) fn node_ratio(seq: &Run, of_team: &Run) -> f64 {
        of_team.nodes as f64 / seq.nodes as f64
    }

    /// A figure of the team; 0 for P_seq.
    pub(crate) fn of_team(&self, figure: impl Fn(&TeamRun) -> f64) -> f64 {
        self.team.as_ref().map_or(0.0, figure)
    }
}
