//! Deeds as bytes.

use cleave_smp::instrument::{BLOCKS_PER_WORKER, BlockId, Deed};
use cleave_smp::{MAX_WORKERS, NodeType, Task};

use super::numbers::{put, put_signed, take, take_signed};

/// What a deed is made of, as bytes.
pub(super) trait Field: Sized {
    fn put(&self, bytes: &mut Vec<u8>);
    /// `None` if the bytes are none of it.
    fn take(bytes: &mut &[u8]) -> Option<Self>;
}

impl Field for u64 {
    fn put(&self, bytes: &mut Vec<u8>) {
        put(bytes, *self);
    }

    fn take(bytes: &mut &[u8]) -> Option<u64> {
        take(bytes)
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

/// A row for each deed: the number that stands for it, and its fields in order.
macro_rules! deeds {
    ($($number:literal $name:ident { $($field:ident),* },)+) => {
        /// The number that stands for a deed.
        pub(super) fn number_of(deed: &Deed) -> u64 {
            match deed {
                $(Deed::$name { .. } => $number,)+
            }
        }

        /// Appends the fields of a deed.
        pub(super) fn put_fields(bytes: &mut Vec<u8>, deed: &Deed) {
            match deed {
                $(Deed::$name { $($field),* } => { $($field.put(bytes);)* })+
            }
        }

        /// Takes the fields of the deed with this number; `None` if there is no such deed, or they are broken.
        pub(super) fn take_deed(number: u64, bytes: &mut &[u8]) -> Option<Deed> {
            Some(match number {
                $($number => Deed::$name { $($field: Field::take(bytes)?),* },)+
                _ => return None,
            })
        }
    };
}

deeds! {
    1 Entered { looks },
    2 Rooted { block, task, is_next },
    3 Made { block },
    4 PoolEmpty {},
    5 Joined { block, is_first },
    6 Arrived {},
    7 Copied { bytes_copied },
    8 Took { block, task, searched },
    9 Brought { block, value, bytes_copied },
    10 Wasted {},
    11 Again { block, task },
    12 Returned { block },
    13 Settled { block, value },
    14 StoppedOthers { block },
    15 Finished { block, value },
    16 Cancelled { block },
    17 Cleared { block },
    18 LeftOpen { block },
    19 Left {},
    20 Aborted {},
    21 Waits { block },
    22 Looked {},
    23 Locked { times },
    24 Deferred { jobs },
    25 Concluded { value },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_deed_comes_back_and_no_other_number_is_one() {
        for number in 0..40 {
            let bytes: Vec<u8> = (1..=20).map(|byte| byte % 4).collect();
            let Some(deed) = take_deed(number, &mut &bytes[..]) else {
                assert!(!(1..=25).contains(&number), "{number}");
                continue;
            };
            assert_eq!(number_of(&deed), number);
            let mut written = Vec::new();
            put_fields(&mut written, &deed);
            assert_eq!(take_deed(number, &mut &written[..]), Some(deed));
            let whole = written.len();
            let cut = (0..whole).map(|length| take_deed(number, &mut &written[..length]));
            assert!(cut.into_iter().all(|deed| deed.is_none()), "{deed:?} cut short");
        }
    }
}
