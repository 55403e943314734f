//! A recording of a search in virtual time: which worker made, joined, finished or stopped which split block, and when.
//!
//! [`Machine::is_recorded`](crate::virtual_time::Machine::is_recorded) switches it on. A recording is a few
//! MB of bytes, to be kept in a file, and is read [entry by entry](Recording::entries). [`Replay`] computes
//! the counters of the search from it, and [`Tree`] the split blocks at any moment.
//!
//! # Format, version 3
//!
//! Numbers are *varints*: seven bits a byte, the lowest first, the highest bit of a byte set if another follows.
//! Numbers that may be negative are folded first: 0, -1, 1, -2 become 0, 1, 2, 3. A time is in ticks of virtual time,
//! nanoseconds. An entry is a step of a worker, several steps of private search as one, or a mark. Entries are in the
//! order in which the steps took effect.
//!
//! ```text
//! recording  version (3), number of workers, entries to the end
//! entry      0x80 | mark, [fields]
//!            head, worker, [gap], length, [nodes], [look], [count, noted ...]
//! head       activity (bits 0 to 2) and which optional parts follow: bit 3 gap, 4 nodes, 5 look, 6 noted
//! gap        idle time since the worker's last step
//! look       the part of the length spent looking for work and waking others
//! noted      kind, time since the one before or the beginning of the step, then by kind:
//!              0 a lock waited for     block, time
//!              1 .. 25 an event        its fields, in the order in which `trace_event.rs` lists them
//! mark       0 a search begins, 1 a search begins that adopts the next iteration,
//!            2 the next iteration is given up, 3 the search, or the giving up, has ended,
//!            4 a worker is killed             worker, time
//!            5 the team has recovered         time at which all had left what they had, time of the new beginning
//! task       action, alpha (folded), beta - alpha (folded), depth (folded), type: 0 PV, 1 CUT, 2 ALL, 3 none
//! block      its number; where there may be none, that plus 1, and 0 for none; so the confidence, too
//! ```
//!
//! For other workers the effect of a step is at its beginning; the times of its events are the times at which the
//! worker came to them.

mod counting;
mod mark;
mod moments;
mod numbers;
mod reader;
mod recorder;
#[cfg(test)]
mod tests;
mod trace_event;
mod tree;

pub use counting::Replay;
pub use mark::Mark;
pub use moments::{Kind, Moment};
pub use reader::{Broken, Entries, Entry, Noted, Step};
pub(crate) use recorder::{Charged, Recorder};
pub use trace_event::TraceEvent;
pub use tree::{Block, Inside, Tree};

/// The version of the format that this program writes and reads.
pub const VERSION: u64 = 3;

/// A search in virtual time as a log of events.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recording {
    bytes: Vec<u8>,
}

impl Recording {
    /// Returns a recording from a file. Whether it is one turns out when it is read.
    pub fn new(bytes: Vec<u8>) -> Recording {
        Recording { bytes }
    }

    /// Returns the bytes, to be kept in a file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the number of workers, and the entries one by one.
    ///
    /// # Errors
    /// It is no recording, or one of another version.
    pub fn entries(&self) -> Result<Entries<'_>, Broken> {
        Entries::of(&self.bytes)
    }
}
