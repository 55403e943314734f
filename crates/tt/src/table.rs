//! The table: buckets of four slots, probed and stored without locks.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;

use cleave_memory::prefetch;

use crate::packed::{Generation, Packed};
use crate::{Entry, MateThreshold};

/// 64-bit words in a cache line.
const LINE: usize = 8;
/// Words in a slot: key ^ data, and data.
const SLOT: usize = 2;

/// One cache line: four slots.
type Bucket = [AtomicU64; LINE];

/// The table, as a view over words that someone else owns.
///
/// It is `Copy` and `Sync`: every thread and every process works with its own copy over the same
/// memory. All methods take `&self` and may be called at any time by any number of workers.
#[derive(Clone, Copy, Debug)]
pub struct Table<'a> {
    /// The number of searches begun; in the table's own memory so that all processes see it.
    searches: &'a AtomicU64,
    /// Torn entries rejected, there for the same reason. Hardly ever written.
    torn: &'a AtomicU64,
    buckets: &'a [Bucket],
    mates: MateThreshold,
}

impl<'a> Table<'a> {
    /// The table in these words, as it is: all zero is an empty table, and anything else is a table
    /// that was used before. Values from `mates` on are stored relative to the node.
    ///
    /// # Panics
    /// If there are fewer than 16 words (a header and one bucket), or if they do not start at a
    /// multiple of 64 bytes: a bucket would then lie across two cache lines.
    pub fn over(words: &'a [AtomicU64], mates: MateThreshold) -> Table<'a> {
        assert!(words.as_ptr().addr().is_multiple_of(64), "a table starts on a cache line");
        let (lines, _) = words.as_chunks::<LINE>();
        let [header, buckets @ ..] = lines else { panic!("a table has a header") };
        assert!(!buckets.is_empty(), "a table has at least one bucket");
        Table { searches: &header[0], torn: &header[1], buckets, mates }
    }

    /// What is known of the position with this key, met at `ply`.
    #[inline]
    pub fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        for slot in self.slots(key) {
            let (found, data) = read(slot);
            if found == key {
                let entry = data.entry()?;
                return Some(Entry { value: self.mates.to_root(entry.value, ply), ..entry });
            }
        }
        None
    }

    /// Remembers `entry` of the position with this key, met at `ply`.
    ///
    /// It overwrites what is known of the same position, unless that is clearly deeper and of the
    /// same search; otherwise the entry of least worth in the bucket: shallow ones and those of
    /// earlier searches go first. Where `entry` has no move the old one of the position is kept.
    #[inline]
    pub fn store(&self, key: u64, ply: usize, entry: Entry) {
        let now = self.generation();
        let mut entry = Entry { value: self.mates.to_node(entry.value, ply), ..entry };
        let mut victim = None;
        let mut least = i32::MAX;
        for slot in self.slots(key) {
            let (found, data) = read(slot);
            if found == key {
                if !data.yields_to(&entry, now) {
                    return;
                }
                if entry.mv == 0 {
                    entry.mv = data.mv();
                }
                victim = Some((slot, found, data));
                break;
            }
            let worth = data.worth(now);
            if worth < least {
                least = worth;
                victim = Some((slot, found, data));
            }
        }
        if let Some((slot, found, data)) = victim {
            self.count_if_torn(key, found, data);
            write(slot, key, Packed::new(entry, now));
        }
    }

    /// Torn entries that stores have met and overwritten since the table was last cleared. No probe
    /// believed them meanwhile. Halves of two entries whose data agree in their high bits are not
    /// told from an entry; few do.
    pub fn torn_rejected(&self) -> u64 {
        self.torn.load(Relaxed)
    }

    /// Looks at what a store of `key` is about to overwrite. The high bits of a key say which bucket
    /// it lies in, and halves of two entries give a key with other ones. A probe could see that
    /// too, but there are many more probes than stores.
    #[inline(always)]
    fn count_if_torn(&self, key: u64, found: u64, data: Packed) {
        if self.index(found) != self.index(key) && !data.is_empty() {
            self.torn.fetch_add(1, Relaxed);
        }
    }

    /// Starts to bring the bucket of this key into the cache. Worth doing as soon as the key is
    /// known, long before the probe.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    /// Begins a new search: every entry is one search older. One worker does this for all.
    pub fn new_search(&self) {
        self.searches.fetch_add(1, Relaxed);
    }

    /// How full the table is with entries of this search, in permille, from a sample of some
    /// thousand slots spread over the table.
    pub fn hashfull(&self) -> u32 {
        let now = self.generation();
        let sampled = || self.buckets.iter().step_by(self.buckets.len().div_ceil(256));
        let slots = sampled().count() * LINE / SLOT;
        let in_use = sampled()
            .flat_map(|bucket| bucket.as_chunks::<SLOT>().0)
            .map(|slot| read(slot).1)
            .filter(|data| !data.is_empty() && data.age(now) == 0)
            .count();
        (in_use * 1000 / slots) as u32
    }

    /// How many entries there is room for.
    pub fn capacity(&self) -> usize {
        self.buckets.len() * LINE / SLOT
    }

    /// Empties the table, with all processors: writing is bound by memory, some 5 GiB a second each.
    ///
    /// Giving the pages back would be quicker, but every one of them would have to be had again, and
    /// zeroed, in the middle of the next search. The threads are gone when this returns, so it is
    /// still safe to fork.
    pub fn clear(&self) {
        self.searches.store(0, Relaxed);
        self.torn.store(0, Relaxed);
        let workers = thread::available_parallelism().map_or(1, usize::from);
        let share = self.buckets.len().div_ceil(workers);
        thread::scope(|scope| {
            for part in self.buckets.chunks(share) {
                let clear =
                    move || part.as_flattened().iter().for_each(|word| word.store(0, Relaxed));
                // Where the system refuses another thread, this one does the work.
                if thread::Builder::new().spawn_scoped(scope, clear).is_err() {
                    clear();
                }
            }
        });
    }

    #[inline(always)]
    fn generation(&self) -> Generation {
        Generation::of(self.searches.load(Relaxed))
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &'a Bucket {
        &self.buckets[self.index(key)]
    }

    /// Which bucket: the high bits of the key times the number of buckets.
    #[inline(always)]
    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    #[inline(always)]
    fn slots(&self, key: u64) -> &'a [[AtomicU64; SLOT]] {
        self.bucket(key).as_chunks::<SLOT>().0
    }
}

/// The key and the data of a slot: halves of two entries give a key that no position has.
#[inline(always)]
fn read([check, data]: &[AtomicU64; SLOT]) -> (u64, Packed) {
    let data = data.load(Relaxed);
    (check.load(Relaxed) ^ data, Packed::from_bits(data))
}

#[inline(always)]
fn write([check, data]: &[AtomicU64; SLOT], key: u64, packed: Packed) {
    check.store(key ^ packed.bits(), Relaxed);
    data.store(packed.bits(), Relaxed);
}
