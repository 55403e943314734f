//! What a recording is of.

use cleave_board::Position;
use cleave_movegen::to_san;
use cleave_search::team::{Algorithm, Stats};
use cleave_search::{Thinking, Verdict};
use cleave_smp_lab::recording::{Moment, Recording};
use serde::Serialize;

use crate::error::Result;
use crate::searches::algorithm;

/// What a recording is of: the first line of its file. Times are nanoseconds of virtual time, values
/// hundredths of a pawn for the side to move.
#[derive(Debug, Serialize)]
pub(crate) struct About {
    /// The version of the format of the events.
    pub(crate) version: u64,
    #[serde(with = "algorithm")]
    pub(crate) algorithm: Algorithm,
    pub(crate) id: String,
    pub(crate) fen: String,
    pub(crate) depth: u32,
    pub(crate) workers: usize,
    pub(crate) seed: u64,
    pub(crate) jitter: u32,
    pub(crate) time: u64,
    pub(crate) nodes: u64,
    pub(crate) value: i32,
    /// The same search by the sequential program.
    pub(crate) sequential: Sequential,
    /// The lines that the search has shown.
    pub(crate) lines: Vec<Line>,
    pub(crate) counted: Counted,
    /// Moments worth seeing.
    pub(crate) moments: Vec<Moment>,
}

#[derive(Debug, Serialize)]
pub(crate) struct Sequential {
    pub(crate) nodes: u64,
    pub(crate) time: u64,
}

/// A line of the root, when it was found.
#[derive(Debug, Serialize)]
pub(crate) struct Line {
    at: u64,
    depth: u32,
    value: i32,
    /// `=`, or `>` and `<` for a bound.
    bound: char,
    moves: Vec<String>,
}

/// The counters of the team.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Counted {
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

impl About {
    /// The contents of a file: this as one line, and the events.
    pub(crate) fn with(&self, recording: &Recording) -> Result<Vec<u8>> {
        let mut bytes = serde_json::to_vec(self)?;
        bytes.push(b'\n');
        bytes.extend(recording.bytes());
        Ok(bytes)
    }
}

impl Line {
    pub(super) fn of(root: &Position, thinking: &Thinking) -> Line {
        let mut position = *root;
        let moves = thinking.line.iter().map(|&mv| {
            let text = to_san(&position, mv);
            position.play(mv);
            text
        });
        let moves = moves.collect();
        let bound = match thinking.verdict {
            Verdict::Exact => '=',
            Verdict::AtLeast => '>',
            Verdict::AtMost => '<',
        };
        let at = thinking.elapsed.as_nanos() as u64;
        Line { at, depth: thinking.depth, value: thinking.value.get(), bound, moves }
    }
}

impl Counted {
    /// True if so many nodes have been counted.
    #[cfg(test)]
    pub(super) fn nodes_are(&self, nodes: u64) -> bool {
        self.nodes == nodes
    }

    pub(super) fn of(stats: &Stats) -> Counted {
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
