//! The counters of a search, from its recording.

use cleave_smp::{Counters, Stats, WorkerStats};

use super::Recording;
use super::mark::Mark;
use super::reader::{Broken, Entry, Noted, Step};
use super::trace_event::TraceEvent;

/// Counts the entries of a recording as the workers have counted themselves.
///
/// The statistics of the search are the sum over all marks [`Mark::Ends`]. They equal the team's report, except for the
/// wall-clock time.
#[derive(Clone, Debug, Default)]
pub struct Replay {
    workers: Vec<Counting>,
    stats: Stats,
    searched: u64,
}

/// The counters of one worker.
#[derive(Clone, Copy, Debug, Default)]
struct Counting {
    /// It has entered the search.
    takes_part: bool,
    /// Since then.
    counters: Counters,
    /// Nodes since then that it has not reported, being in the tree.
    nodes: u64,
    /// The counters that are in the statistics.
    reported: Counters,
    /// Since the mark before.
    busy_ns: u64,
    lock_waits: u64,
}

impl Replay {
    /// Returns the statistics of a whole recording.
    ///
    /// # Errors
    /// It is broken.
    pub fn stats_of(recording: &Recording) -> Result<Stats, Broken> {
        Ok(Replay::of(recording)?.stats)
    }

    /// Returns a replay of a whole recording.
    ///
    /// # Errors
    /// It is broken.
    pub fn of(recording: &Recording) -> Result<Replay, Broken> {
        let entries = recording.entries()?;
        let mut replay = Replay::new(entries.workers());
        for entry in entries {
            replay.follow(&entry?);
        }
        Ok(replay)
    }

    /// Returns a replay that is at the beginning.
    pub fn new(workers: usize) -> Replay {
        let mut replay = Replay::default();
        replay.workers.resize(workers, Counting::default());
        replay
    }

    /// Returns the statistics of the searches that have ended.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// Returns all nodes that have been searched. The nodes of a search that was lost with a worker are in no
    /// statistics.
    pub fn searched(&self) -> u64 {
        self.searched
    }

    /// Goes on by one entry.
    pub fn follow(&mut self, entry: &Entry) {
        match entry {
            Entry::Step(step) => {
                self.searched += step.nodes;
                self.workers[step.worker.index()].follow(step);
            }
            Entry::Mark(Mark::Begins) => {
                for worker in &mut self.workers {
                    let reported = Counters::default();
                    *worker = Counting { takes_part: false, reported, ..worker.begun() };
                }
            }
            Entry::Mark(Mark::Adopts | Mark::GivesUp) => {
                self.workers.iter_mut().for_each(|worker| *worker = worker.begun());
            }
            // The counters of a search that was lost go with it: the next one begins from nothing.
            Entry::Mark(Mark::Dies { .. } | Mark::Recovers { .. }) => {}
            Entry::Mark(Mark::Ends) => {
                let workers = self.workers.iter_mut().map(Counting::end).collect();
                self.stats += Stats { workers, ..Stats::default() };
            }
        }
    }
}

impl Counting {
    /// Time between two searches belongs to neither.
    fn begun(self) -> Counting {
        Counting { busy_ns: 0, lock_waits: 0, ..self }
    }

    fn end(&mut self) -> WorkerStats {
        let now = if self.takes_part { self.counters } else { Counters::default() };
        let mut counters = now;
        counters -= std::mem::replace(&mut self.reported, now);
        counters.busy_ns = self.busy_ns;
        WorkerStats { counters, lock_waits: self.lock_waits }
    }

    fn follow(&mut self, step: &Step) {
        self.busy_ns += (step.to - step.from).less(step.look).0;
        self.nodes += step.nodes;
        for (_, noted) in &step.noted {
            match noted {
                Noted::Waited { .. } => self.lock_waits += 1,
                Noted::Did(event) => self.count(event),
            }
        }
    }

    fn count(&mut self, event: &TraceEvent) {
        let counters = &mut self.counters;
        match *event {
            TraceEvent::Entered { looks } => {
                let looks = u64::from(looks);
                *counters = Counters::default();
                (counters.scans, counters.locks) = (looks, looks);
                // Nothing of them has been added up.
                self.reported = Counters::default();
                (self.takes_part, self.nodes) = (true, 0);
            }
            TraceEvent::Left => counters.nodes += std::mem::take(&mut self.nodes),
            TraceEvent::BlockMade { .. } => counters.offers += 1,
            TraceEvent::PoolEmpty => counters.pool_empty += 1,
            TraceEvent::Joined { is_first, .. } => counters.splits += u64::from(is_first),
            TraceEvent::Arrived => counters.joins += 1,
            TraceEvent::Copied { bytes } => counters.join_bytes += bytes,
            TraceEvent::JobTaken { .. } => counters.claims += 1,
            TraceEvent::ResultReturned { bytes, .. } => {
                counters.reports += 1;
                counters.report_bytes += bytes;
            }
            TraceEvent::ResultWasted => counters.wasted += 1,
            TraceEvent::StoppedOthers { .. } => counters.cutoffs += 1,
            TraceEvent::Aborted => counters.aborts += 1,
            TraceEvent::Waiting { .. } => counters.waits += 1,
            TraceEvent::Scanned => counters.scans += 1,
            TraceEvent::Locked { times } => counters.locks += times,
            TraceEvent::Deferred { jobs } => counters.deferrals += jobs,
            TraceEvent::RootMade { .. }
            | TraceEvent::Researching { .. }
            | TraceEvent::ClaimReleased { .. }
            | TraceEvent::Settled { .. }
            | TraceEvent::Finished { .. }
            | TraceEvent::Cancelled { .. }
            | TraceEvent::BlockFreed { .. }
            | TraceEvent::BlockParked { .. }
            | TraceEvent::Concluded { .. } => {}
        }
    }
}
