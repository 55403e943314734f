//! What a recording is of.

use cleave_board::Position;
use cleave_movegen::{spell_line, to_san};
use cleave_search::team::{Algorithm, Stats};
use cleave_search::{Thinking, Verdict};
use cleave_virtual_time::recording::{Kind, Moment, Recording};
use cleave_virtual_time::virtual_time::Account;
use serde::{Serialize, Serializer};

/// What a recording is of: the first line of its file. Times are nanoseconds of virtual time, values
/// hundredths of a pawn for the side to move.
#[derive(Debug, Serialize)]
pub struct About {
    /// The version of the format of the events.
    pub version: u64,
    /// How the workers shared the tree.
    #[serde(serialize_with = "by_name")]
    pub algorithm: Algorithm,
    /// A name of the position.
    pub id: String,
    /// The position.
    pub fen: String,
    /// The last iteration.
    pub depth: u32,
    /// The number of workers.
    pub workers: usize,
    /// Of the jitter.
    pub seed: u64,
    /// Percentage by which prices varied.
    pub jitter: u32,
    /// Of the whole search.
    pub time: u64,
    /// Of all workers.
    pub nodes: u64,
    /// Of the root.
    pub value: i32,
    /// The same search by the sequential program.
    pub sequential: Sequential,
    /// The lines that the search has shown.
    pub lines: Vec<Line>,
    /// Where the time of all workers went. It adds up to their number times the time of the search, and to what
    /// steps under way at its end take beyond it.
    pub spent: Account,
    /// Nodes that were searched, and lost when a worker died.
    pub lost: u64,
    /// The counters of the team.
    pub counted: Counted,
    /// Moments worth seeing.
    pub moments: Vec<Moment>,
}

/// What the sequential program takes.
#[derive(Debug, Serialize)]
pub struct Sequential {
    pub(crate) nodes: u64,
    pub(crate) time: u64,
}

/// A line of the root, when it was found.
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
    /// True if a worker has been killed and replaced.
    pub fn tells_of_a_death(&self) -> bool {
        self.moments.iter().any(|moment| moment.kind == Kind::Death)
    }

    /// The contents of a file: this as one line, and the events.
    pub fn with(&self, recording: &Recording) -> Vec<u8> {
        let mut bytes = self.json().into_bytes();
        bytes.push(b'\n');
        bytes.extend(recording.bytes());
        bytes
    }

    /// This as one line of JSON.
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
    /// True if so many nodes have been counted.
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
