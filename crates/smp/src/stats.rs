//! Search statistics, per worker and in total.

use std::ops::{AddAssign, SubAssign};
use std::time::Duration;

use crate::event::Counters;

/// The counters of one worker, and the counts that the team keeps for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WorkerStats {
    /// The worker's own counters.
    pub counters: Counters,
    /// Times it slept waiting for a lock.
    pub lock_waits: u64,
}

/// The statistics of a search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Wall-clock time from beginning to end.
    pub wall: Duration,
    /// Every worker of the team, including those that had nothing to do.
    pub workers: Vec<WorkerStats>,
}

impl Stats {
    /// Returns the sum of a figure over all workers.
    pub fn sum(&self, figure: impl Fn(&Counters) -> u64) -> u64 {
        self.workers.iter().map(|worker| figure(&worker.counters)).sum()
    }

    /// Returns the number of nodes searched by all workers.
    pub fn nodes(&self) -> u64 {
        self.sum(|counters| counters.nodes)
    }

    /// Returns the share of the workers' time in which they were searching, 0 to 1.
    pub fn busy_share(&self) -> f64 {
        let all = self.wall.as_nanos() as f64 * self.workers.len() as f64;
        if all == 0.0 { 0.0 } else { self.sum(|counters| counters.busy_ns) as f64 / all }
    }

    /// Returns the share of the workers' time in which they had nothing to do, 0 to 1.
    pub fn idle_share(&self) -> f64 {
        (1.0 - self.busy_share()).max(0.0)
    }

    /// Returns the bytes copied per join, on average.
    pub fn bytes_per_join(&self) -> f64 {
        ratio(self.sum(|counters| counters.join_bytes), self.sum(|counters| counters.joins))
    }

    /// Returns the bytes copied per report, on average.
    pub fn bytes_per_report(&self) -> f64 {
        ratio(self.sum(|counters| counters.report_bytes), self.sum(|counters| counters.reports))
    }

    /// Returns the most nodes of any worker divided by the fewest; 1 is perfect balance. A worker without nodes counts
    /// as one node, so that the worst balance gives the largest number. Returns 0 if no worker searched any.
    pub fn load_balance(&self) -> f64 {
        let nodes = self.workers.iter().map(|worker| worker.counters.nodes);
        ratio(nodes.clone().max().unwrap_or(0), nodes.min().unwrap_or(0).max(1))
    }

    /// Returns the counts since earlier statistics of the same team.
    pub(crate) fn since(mut self, earlier: &Stats) -> Stats {
        for (worker, earlier) in self.workers.iter_mut().zip(&earlier.workers) {
            worker.counters -= earlier.counters;
            worker.lock_waits -= earlier.lock_waits;
        }
        self
    }

    /// Returns the number of times that workers slept waiting for a lock.
    pub fn lock_waits(&self) -> u64 {
        self.workers.iter().map(|worker| worker.lock_waits).sum()
    }
}

impl AddAssign for Stats {
    /// Adds two searches, worker by worker.
    fn add_assign(&mut self, other: Stats) {
        self.wall += other.wall;
        let most = self.workers.len().max(other.workers.len());
        self.workers.resize(most, WorkerStats::default());
        for (sum, worker) in self.workers.iter_mut().zip(other.workers) {
            sum.counters += worker.counters;
            sum.lock_waits += worker.lock_waits;
        }
    }
}

/// Applies an operator to all counts of two accounts.
macro_rules! for_each_count {
    ($sum:ident $operator:tt $other:ident) => {
        $sum.nodes $operator $other.nodes;
        $sum.busy_ns $operator $other.busy_ns;
        $sum.offers $operator $other.offers;
        $sum.splits $operator $other.splits;
        $sum.joins $operator $other.joins;
        $sum.claims $operator $other.claims;
        $sum.aborts $operator $other.aborts;
        $sum.wasted $operator $other.wasted;
        $sum.cutoffs $operator $other.cutoffs;
        $sum.deferrals $operator $other.deferrals;
        $sum.scans $operator $other.scans;
        $sum.waits $operator $other.waits;
        $sum.sleeps $operator $other.sleeps;
        $sum.pool_empty $operator $other.pool_empty;
        $sum.locks $operator $other.locks;
        $sum.join_bytes $operator $other.join_bytes;
        $sum.reports $operator $other.reports;
        $sum.report_bytes $operator $other.report_bytes;
    };
}

impl SubAssign for Counters {
    /// Subtracts an earlier account of the same worker.
    fn sub_assign(&mut self, earlier: Counters) {
        for_each_count!(self -= earlier);
    }
}

impl AddAssign for Counters {
    /// Adds two accounts of one worker.
    fn add_assign(&mut self, other: Counters) {
        self.serial = other.serial;
        for_each_count!(self += other);
    }
}

fn ratio(above: u64, below: u64) -> f64 {
    if below == 0 { 0.0 } else { above as f64 / below as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worker(nodes: u64, busy_ms: u64, joins: u64, join_bytes: u64) -> WorkerStats {
        let busy_ns = busy_ms * 1_000_000;
        let counters = Counters { nodes, busy_ns, joins, join_bytes, ..Counters::default() };
        WorkerStats { counters, lock_waits: 1 }
    }

    #[test]
    fn shares_and_ratios_are_over_the_whole_team() {
        let workers = vec![worker(300, 100, 0, 0), worker(100, 50, 4, 1000)];
        let stats = Stats { wall: Duration::from_millis(100), workers };
        assert_eq!(stats.nodes(), 400);
        assert_eq!((stats.busy_share(), stats.idle_share()), (0.75, 0.25));
        assert_eq!(stats.bytes_per_join(), 250.0);
        assert_eq!(stats.load_balance(), 3.0);
        assert_eq!(stats.lock_waits(), 2);
    }

    /// Every counter is part of the sum over two searches, except the number of the search.
    #[test]
    fn sums_are_taken_counter_by_counter_and_worker_by_worker() {
        let first = Counters {
            serial: 1,
            nodes: 2,
            busy_ns: 3,
            offers: 5,
            splits: 7,
            joins: 11,
            claims: 13,
            aborts: 17,
            wasted: 19,
            cutoffs: 23,
            scans: 29,
            waits: 31,
            sleeps: 37,
            pool_empty: 41,
            locks: 43,
            join_bytes: 47,
            reports: 53,
            report_bytes: 59,
            deferrals: 67,
        };
        let twice = Counters {
            serial: 1,
            nodes: 4,
            busy_ns: 6,
            offers: 10,
            splits: 14,
            joins: 22,
            claims: 26,
            aborts: 34,
            wasted: 38,
            cutoffs: 46,
            scans: 58,
            waits: 62,
            sleeps: 74,
            pool_empty: 82,
            locks: 86,
            join_bytes: 94,
            reports: 106,
            report_bytes: 118,
            deferrals: 134,
        };
        let wall = Duration::from_millis(3);
        let one = WorkerStats { counters: first, lock_waits: 61 };
        let mut sum = Stats { wall, workers: vec![one] };
        sum += Stats { wall, workers: vec![one, one] };
        let both = WorkerStats { counters: twice, lock_waits: 122 };
        assert_eq!(sum, Stats { wall: 2 * wall, workers: vec![both, one] });
    }

    #[test]
    fn a_worker_that_does_nothing_is_bad_balance() {
        let workers = vec![worker(300, 100, 0, 0), worker(0, 0, 0, 0)];
        let stats = Stats { wall: Duration::from_millis(100), workers };
        assert_eq!(stats.load_balance(), 300.0);
    }

    #[test]
    fn ratios_of_an_empty_search_are_zero() {
        let stats = Stats::default();
        assert_eq!(
            (stats.busy_share(), stats.bytes_per_join(), stats.load_balance()),
            (0.0, 0.0, 0.0)
        );
    }
}
