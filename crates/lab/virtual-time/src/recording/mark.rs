//! Marks: the events of the whole team, as bytes.

use cleave_smp::WorkerId;

use super::numbers::{put, take};
use crate::virtual_time::Ticks;

/// In the first byte of an entry: it is a mark.
pub(super) const MARK: u8 = 1 << 7;

/// Something that concerns the whole team.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// A search of the root begins.
    Begins,
    /// A search of the root begins, with the tree that was begun as the next iteration.
    Adopts,
    /// The next iteration is given up.
    GivesUp,
    /// The search, or the giving up, has ended, and its counters are added up.
    Ends,
    /// A worker is killed.
    Dies {
        /// Which.
        worker: WorkerId,
        /// When.
        at: Ticks,
    },
    /// The death was noticed, all have left their work, and the worker is replaced. No block is in use, and the counts
    /// of the search are lost.
    Recovers {
        /// When all had left.
        left: Ticks,
        /// When the team is complete.
        at: Ticks,
    },
}

impl Mark {
    pub(super) fn put(self, bytes: &mut Vec<u8>) {
        let (number, fields) = match self {
            Mark::Begins => (0, None),
            Mark::Adopts => (1, None),
            Mark::GivesUp => (2, None),
            Mark::Ends => (3, None),
            Mark::Dies { worker, at } => (4, Some((worker.index() as u64, at))),
            Mark::Recovers { left, at } => (5, Some((left.0, at))),
        };
        bytes.push(MARK | number);
        if let Some((first, at)) = fields {
            put(bytes, first);
            put(bytes, at.0);
        }
    }

    /// Takes the fields of the mark with this number; `None` if there is no such mark, or they are broken.
    pub(super) fn take(number: u8, bytes: &mut &[u8], workers: usize) -> Option<Mark> {
        Some(match number {
            0 => Mark::Begins,
            1 => Mark::Adopts,
            2 => Mark::GivesUp,
            3 => Mark::Ends,
            4 => {
                let worker =
                    usize::try_from(take(bytes)?).ok().filter(|&worker| worker < workers)?;
                Mark::Dies { worker: WorkerId::new(worker), at: Ticks(take(bytes)?) }
            }
            5 => {
                let (left, at) = (Ticks(take(bytes)?), Ticks(take(bytes)?));
                if at < left {
                    return None;
                }
                Mark::Recovers { left, at }
            }
            _ => return None,
        })
    }
}
