//! The events of a recording, and their bytes.

use cleave_smp::instrument::{BLOCKS_PER_WORKER, BlockId, Event, Task};
use cleave_smp::{MAX_WORKERS, NodeType};

use super::numbers::{put, put_signed, take, take_amount, take_signed};

/// A field of an event, as bytes.
pub(super) trait Field: Sized {
    fn put(&self, bytes: &mut Vec<u8>);
    /// Returns `None` if the bytes are none of it.
    fn take(bytes: &mut &[u8]) -> Option<Self>;
}

impl Field for u64 {
    fn put(&self, bytes: &mut Vec<u8>) {
        put(bytes, *self);
    }

    fn take(bytes: &mut &[u8]) -> Option<u64> {
        take_amount(bytes)
    }
}

impl Field for u8 {
    fn put(&self, bytes: &mut Vec<u8>) {
        put(bytes, u64::from(*self));
    }

    fn take(bytes: &mut &[u8]) -> Option<u8> {
        take(bytes)?.try_into().ok()
    }
}

impl Field for bool {
    fn put(&self, bytes: &mut Vec<u8>) {
        put(bytes, u64::from(*self));
    }

    fn take(bytes: &mut &[u8]) -> Option<bool> {
        Some(take(bytes)? != 0)
    }
}

impl Field for i32 {
    fn put(&self, bytes: &mut Vec<u8>) {
        put_signed(bytes, i64::from(*self));
    }

    fn take(bytes: &mut &[u8]) -> Option<i32> {
        take_signed(bytes)?.try_into().ok()
    }
}

impl Field for Option<i32> {
    fn put(&self, bytes: &mut Vec<u8>) {
        put(bytes, u64::from(self.is_some()));
        self.iter().for_each(|value| value.put(bytes));
    }

    fn take(bytes: &mut &[u8]) -> Option<Option<i32>> {
        if take(bytes)? == 0 { Some(None) } else { i32::take(bytes).map(Some) }
    }
}

impl Field for BlockId {
    fn put(&self, bytes: &mut Vec<u8>) {
        put(bytes, self.index() as u64);
    }

    fn take(bytes: &mut &[u8]) -> Option<BlockId> {
        block_of(take(bytes)?)
    }
}

fn block_of(index: u64) -> Option<BlockId> {
    let index = usize::try_from(index).ok()?;
    (index < MAX_WORKERS * BLOCKS_PER_WORKER).then(|| BlockId::from_index(index))
}

impl Field for Option<BlockId> {
    fn put(&self, bytes: &mut Vec<u8>) {
        put(bytes, self.map_or(0, |block| block.index() as u64 + 1));
    }

    fn take(bytes: &mut &[u8]) -> Option<Option<BlockId>> {
        match take(bytes)? {
            0 => Some(None),
            above => block_of(above - 1).map(Some),
        }
    }
}

impl Field for Option<u16> {
    fn put(&self, bytes: &mut Vec<u8>) {
        put(bytes, self.map_or(0, |number| u64::from(number) + 1));
    }

    fn take(bytes: &mut &[u8]) -> Option<Option<u16>> {
        match take(bytes)? {
            0 => Some(None),
            above => u16::try_from(above - 1).ok().map(Some),
        }
    }
}

impl Field for Task {
    fn put(&self, bytes: &mut Vec<u8>) {
        put(bytes, u64::from(self.action));
        put_signed(bytes, i64::from(self.alpha));
        put_signed(bytes, i64::from(self.beta) - i64::from(self.alpha));
        put_signed(bytes, i64::from(self.depth));
        put(bytes, self.node_type.map_or(3, |node_type| node_type as u64));
    }

    fn take(bytes: &mut &[u8]) -> Option<Task> {
        let action = take(bytes)?.try_into().ok()?;
        let alpha = i32::take(bytes)?;
        let beta = i64::from(alpha).checked_add(take_signed(bytes)?)?.try_into().ok()?;
        let depth = i32::take(bytes)?;
        let node_type = match take(bytes)? {
            0 => Some(NodeType::Pv),
            1 => Some(NodeType::Cut),
            2 => Some(NodeType::All),
            3 => None,
            _ => return None,
        };
        Some(Task { action, alpha, beta, depth, node_type })
    }
}

/// A row for each recorded event: its number, its name, which is the name of the worker's event, and its recorded
/// fields, in order.
macro_rules! trace_events {
    ($($(#[$meta:meta])+ $number:literal $name:ident $({ $($field:ident: $type:ty),* })?,)+) => {
        /// An event of a worker, as a recording keeps it.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[allow(missing_docs, reason = "the fields are those of `Event`")]
        pub enum TraceEvent {
            $($(#[$meta])+ $name $({ $($field: $type),* })?,)+
            /// Took locks.
            Locked { times: u64 },
        }

        impl TraceEvent {
            /// Returns the recorded part of an event; `None` if nothing is recorded, or only a number.
            pub(super) fn of(event: Event) -> Option<TraceEvent> {
                Some(match event {
                    $(Event::$name { $($($field,)*)? .. } => TraceEvent::$name $({ $($field),* })?,)+
                    Event::TaskCopied { bytes } => TraceEvent::Copied { bytes },
                    _ => return None,
                })
            }

            /// Returns its number.
            pub(super) fn number(&self) -> u64 {
                match self {
                    $(TraceEvent::$name { .. } => $number,)+
                    TraceEvent::Locked { .. } => LOCKED,
                }
            }

            /// Appends its fields.
            pub(super) fn put_fields(&self, bytes: &mut Vec<u8>) {
                match self {
                    $(TraceEvent::$name $({ $($field),* })? => { $($($field.put(bytes);)*)? })+
                    TraceEvent::Locked { times } => times.put(bytes),
                }
            }

            /// Takes the fields of the event with this number; `None` if there is no such event, or they are broken.
            pub(super) fn take(number: u64, bytes: &mut &[u8]) -> Option<TraceEvent> {
                Some(match number {
                    $($number => TraceEvent::$name $({ $($field: Field::take(bytes)?),* })?,)+
                    LOCKED => TraceEvent::Locked { times: Field::take(bytes)? },
                    _ => return None,
                })
            }
        }
    };
}

/// The number for all locks of a step: they are many, and only their number counts.
const LOCKED: u64 = 23;

trace_events! {
    /// Took part in a search for the first time.
    1 Entered { looks: u8 },
    /// Put a root into a block.
    2 RootMade { block: BlockId, task: Task, is_next: bool },
    /// Put the child of its job into a block.
    3 BlockMade { block: BlockId },
    /// Found no free block in its pool.
    4 PoolEmpty,
    /// Took a place in a block.
    5 Joined { block: BlockId, is_first: bool },
    /// Began to work where it had no claim.
    6 Arrived,
    /// Copied what it needs for that.
    7 Copied { bytes: u64 },
    /// Took a job.
    8 JobTaken { block: Option<BlockId>, task: Task, searched: Option<u16> },
    /// Merged the result of a job into a block.
    9 ResultReturned { block: Option<BlockId>, value: i32, bytes: u64 },
    /// Came with a result that was no longer wanted.
    10 ResultWasted,
    /// Searches another task for the same job.
    11 Researching { block: BlockId, task: Task },
    /// Released a claim.
    12 ClaimReleased { block: BlockId },
    /// Found the value of a block before all its jobs were back.
    13 Settled { block: BlockId, value: i32 },
    /// Stopped all others below a settled block.
    14 StoppedOthers { block: BlockId },
    /// Takes the value of a block to its parent.
    15 Finished { block: BlockId, value: i32 },
    /// Cancelled a block.
    16 Cancelled { block: BlockId },
    /// Returned a block to its pool.
    17 BlockFreed { block: BlockId },
    /// Left a block that has work, with no worker inside.
    18 BlockParked { block: BlockId },
    /// Became idle.
    19 Left,
    /// Gave up its job.
    20 Aborted,
    /// Waits for other workers.
    21 Waiting { block: Option<BlockId> },
    /// Looked through the job list.
    22 Scanned,
    /// Put off jobs that other workers were searching.
    24 Deferred { jobs: u64 },
    /// Ended the search of a root.
    25 Concluded { value: Option<i32> },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_event_comes_back_and_no_other_number_is_one() {
        for number in 0..40 {
            let bytes: Vec<u8> = (1..=20).map(|byte| byte % 4).collect();
            let Some(event) = TraceEvent::take(number, &mut &bytes[..]) else {
                assert!(!(1..=25).contains(&number), "{number}");
                continue;
            };
            assert_eq!(event.number(), number);
            let mut written = Vec::new();
            event.put_fields(&mut written);
            assert_eq!(TraceEvent::take(number, &mut &written[..]), Some(event));
            let whole = written.len();
            let cut = (0..whole).map(|length| TraceEvent::take(number, &mut &written[..length]));
            assert!(cut.into_iter().all(|event| event.is_none()), "{event:?} cut short");
        }
    }
}
