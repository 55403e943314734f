//! The description of a recording.

use cleave_board::Position;
use cleave_movegen::{spell_line, to_san};
use cleave_search::team::{Algorithm, Stats};
use cleave_search::{Thinking, Verdict};
use cleave_virtual_time::recording::{Kind, Moment, Recording};
use cleave_virtual_time::virtual_time::Account;
use serde::{Serialize, Serializer};

/// The description of a recording: the first line of its file. Times are nanoseconds of virtual
/// time. Values are hundredths of a pawn for the side to move.
#[derive(Debug, Serialize)]
pub struct About {
    /// The version of the format of the events.
    pub version: u64,
    /// The algorithm by which the workers shared the tree.
    #[serde(serialize_with = "by_name")]
    pub algorithm: Algorithm,
    /// A name of the position.
    pub id: String,
    /// The position.
    pub fen: String,
    /// The depth of the last iteration.
    pub depth: u32,
    /// The number of workers.
    pub workers: usize,
    /// The seed of the jitter.
    pub seed: u64,
    /// The percentage by which prices varied.
    pub jitter: u32,
    /// The time of the whole search.
    pub time: u64,
    /// The nodes of all workers.
    pub nodes: u64,
    /// The value of the root.
    pub value: i32,
    /// The nodes and the time of the same search by the sequential program.
    pub sequential: Sequential,
    /// The lines that the search has reported.
    pub lines: Vec<Line>,
    /// The use of all workers' time. Its sum is the number of workers times the time of the search,
    /// plus the time of steps that go beyond the end of the search.
    pub spent: Account,
    /// Searched nodes that were lost when a worker died.
    pub lost: u64,
    /// The counters of the team.
    pub counted: Counted,
    /// Moments worth seeing.
    pub moments: Vec<Moment>,
}

/// Nodes and time of the sequential program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Sequential {
    /// Searched nodes.
    pub nodes: u64,
    /// Nanoseconds of virtual time.
    pub time: u64,
}

/// A line of the root, and the time when it was found.
#[derive(Debug, Serialize)]
pub struct Line {
    at: u64,
    depth: u32,
    value: i32,
    /// `=`, or `>` and `<` for a bound.
    bound: char,
    moves: Vec<String>,
}

/// The counters of the team.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Counted {
    nodes: u64,
    offers: u64,
    splits: u64,
    joins: u64,
    claims: u64,
    cutoffs: u64,
    aborts: u64,
    wasted: u64,
    locks: u64,
    waits: u64,
    scans: u64,
    join_bytes: u64,
    report_bytes: u64,
    busy_ns: u64,
    lock_waits: u64,
}

fn by_name<S: Serializer>(algorithm: &Algorithm, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(algorithm.name())
}

impl About {
    /// Returns true if a worker has been killed and replaced.
    pub fn tells_of_a_death(&self) -> bool {
        self.moments.iter().any(|moment| moment.kind == Kind::Death)
    }

    /// Returns the contents of a file: the description as one line, and the events.
    pub fn with(&self, recording: &Recording) -> Vec<u8> {
        let mut bytes = self.json().into_bytes();
        bytes.push(b'\n');
        bytes.extend(recording.bytes());
        bytes
    }

    /// Returns the description as one line of JSON.
    pub fn json(&self) -> String {
        serde_json::to_string(self).expect("it has names and numbers only")
    }
}

impl Line {
    pub(crate) fn of(root: &Position, thinking: &Thinking) -> Line {
        let moves = spell_line(root, thinking.line.iter().copied(), to_san);
        let bound = match thinking.verdict {
            Verdict::Exact => '=',
            Verdict::AtLeast => '>',
            Verdict::AtMost => '<',
        };
        let at = thinking.elapsed.as_nanos() as u64;
        Line { at, depth: thinking.depth, value: thinking.value.get(), bound, moves }
    }

    #[cfg(test)]
    pub(crate) fn depth(&self) -> u32 {
        self.depth
    }
}

impl Counted {
    /// Returns true if the counters have this number of nodes.
    #[cfg(test)]
    pub(crate) fn nodes_are(&self, nodes: u64) -> bool {
        self.nodes == nodes
    }

    pub(crate) fn of(stats: &Stats) -> Counted {
        Counted {
            nodes: stats.nodes(),
            offers: stats.sum(|counters| counters.offers),
            splits: stats.sum(|counters| counters.splits),
            joins: stats.sum(|counters| counters.joins),
            claims: stats.sum(|counters| counters.claims),
            cutoffs: stats.sum(|counters| counters.cutoffs),
            aborts: stats.sum(|counters| counters.aborts),
            wasted: stats.sum(|counters| counters.wasted),
            locks: stats.sum(|counters| counters.locks),
            waits: stats.sum(|counters| counters.waits),
            scans: stats.sum(|counters| counters.scans),
            join_bytes: stats.sum(|counters| counters.join_bytes),
            report_bytes: stats.sum(|counters| counters.report_bytes),
            busy_ns: stats.sum(|counters| counters.busy_ns),
            lock_waits: stats.lock_waits(),
        }
    }
}
