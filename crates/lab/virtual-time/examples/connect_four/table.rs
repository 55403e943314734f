//! The transposition table, which all workers share without locks.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use cleave_shared_memory::Shareable;

use cleave_games::connect_four::Position;

/// Two entries each: 64 MiB. Half of it makes the search of the empty board hardly longer.
const BUCKETS: usize = 1 << 22;

/// The bounds of a value, for the player to move: it is not below `least` and not above `greatest`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bounds {
    pub(crate) least: i8,
    pub(crate) greatest: i8,
}

impl Bounds {
    /// Nothing is known.
    pub(crate) const NONE: Bounds = Bounds { least: -1, greatest: 1 };

    /// Both hold.
    fn within(self, other: Bounds) -> Bounds {
        Bounds { least: self.least.max(other.least), greatest: self.greatest.min(other.greatest) }
    }
}

/// Bounds of positions. A mirror image has the same entry.
#[derive(Shareable)]
pub(crate) struct Table {
    buckets: [Bucket; BUCKETS],
}

/// An entry is one word, so it is never torn. From below it has two bits for each bound, six for the number of empty
/// squares, and the key. 0 is no entry, since no key is 0. Between two accesses another worker may overwrite an entry;
/// only the entry is lost by that.
#[derive(Shareable)]
struct Bucket {
    /// The entry of the position with the most empty squares: it has taken the most work.
    costly: AtomicU64,
    /// The latest of the others.
    latest: AtomicU64,
}

impl Table {
    /// Returns the known bounds of this position.
    pub(crate) fn bounds(&self, position: Position) -> Bounds {
        let key = position.mirror_key();
        let bucket = self.bucket(key);
        let words = [&bucket.costly, &bucket.latest].map(|entry| entry.load(Relaxed));
        let word = words.into_iter().find(|&word| key_of(word) == key);
        word.map_or(Bounds::NONE, bounds_of)
    }

    /// Stores these bounds of the position's value.
    pub(crate) fn store(&self, position: Position, bounds: Bounds) {
        let key = position.mirror_key();
        let bucket = self.bucket(key);
        let new = word(position, key, bounds.within(self.bounds(position)));
        let costly = bucket.costly.load(Relaxed);
        if key_of(costly) == key {
            bucket.costly.store(new, Relaxed);
        } else if empty_squares_of(new) < empty_squares_of(costly) {
            bucket.latest.store(new, Relaxed);
        } else {
            bucket.latest.store(costly, Relaxed);
            bucket.costly.store(new, Relaxed);
        }
    }

    fn bucket(&self, key: u64) -> &Bucket {
        &self.buckets[(cleave_smp::random::mix(key) % BUCKETS as u64) as usize]
    }
}

fn word(position: Position, key: u64, Bounds { least, greatest }: Bounds) -> u64 {
    let empty_squares = u64::from(position.empty().count_ones());
    key << 10 | empty_squares << 4 | ((greatest + 1) as u64) << 2 | (least + 1) as u64
}

fn key_of(word: u64) -> u64 {
    word >> 10
}

fn empty_squares_of(word: u64) -> u64 {
    word >> 4 & 0x3f
}

fn bounds_of(word: u64) -> Bounds {
    Bounds { least: (word & 3) as i8 - 1, greatest: (word >> 2 & 3) as i8 - 1 }
}
