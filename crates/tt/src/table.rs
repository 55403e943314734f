//! The table: buckets of four slots, probed and stored without locks.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::time::Duration;

use cleave_shared_memory::prefetch;
use cleave_sync::Instant;

use crate::packed::{Generation, Packed};
use crate::{Entry, MateThreshold, Record};

/// 64-bit words in a cache line.
const LINE: usize = 8;
/// Words in a slot: key ^ data, and data.
const SLOT: usize = 2;

/// Buckets in a page of memory.
const PAGE: usize = 4096 / 64;
/// The maximum time that [`Table::clear`] waits for memory that no search has used yet.
const PATIENCE: Duration = Duration::from_millis(300);

/// One cache line: four slots.
type Bucket = [AtomicU64; LINE];

/// The table: a view over words that another value owns.
///
/// It is `Copy` and `Sync`: every thread and process has its own copy, over the same memory. Any
/// number of workers may call any of its methods at any time.
#[derive(Clone, Copy, Debug)]
pub struct Table<'a> {
    /// The number of searches begun. It is in the table's memory, so that all processes see it.
    searches: &'a AtomicU64,
    /// Torn entries rejected, also in the table's memory. Rarely written.
    torn: &'a AtomicU64,
    /// Not 0 after a store before the first search.
    strays: &'a AtomicU64,
    buckets: &'a [Bucket],
    mates: MateThreshold,
}

impl<'a> Table<'a> {
    /// Views these words as a table. If they are zero, the table is empty; otherwise it is a table
    /// used before. `mates` defines the values that the table stores relative to the node.
    ///
    /// # Panics
    /// If there are fewer than 16 words (a header and one bucket). If the words do not start at a
    /// multiple of 64 bytes, because buckets would straddle cache lines.
    pub fn over(words: &'a [AtomicU64], mates: MateThreshold) -> Table<'a> {
        assert!(words.as_ptr().addr().is_multiple_of(64), "a table starts on a cache line");
        let (lines, _) = words.as_chunks::<LINE>();
        let [header, buckets @ ..] = lines else { panic!("a table has a header") };
        assert!(!buckets.is_empty(), "a table has at least one bucket");
        let [searches, torn, strays, ..] = header;
        Table { searches, torn, strays, buckets, mates }
    }

    /// Returns the entry of the position with this key, at `ply`.
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

    /// Stores `entry` for the position with this key, at `ply`.
    ///
    /// If the bucket has an entry of the same position, the new entry replaces it, unless the old
    /// entry is clearly deeper and from the current search. Otherwise the new entry replaces the
    /// entry of least worth in the bucket: a shallow one, or one of an earlier search. If `entry`
    /// has no move, the position's old move is kept.
    #[inline]
    pub fn store(&self, key: u64, ply: usize, entry: Entry) {
        let searches = self.searches.load(Relaxed);
        if searches == 0 {
            self.note_stray();
        }
        let now = Generation::of(searches);
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

    #[cold]
    fn note_stray(&self) {
        self.strays.store(1, Relaxed);
    }

    /// Returns the number of torn entries that stores have overwritten since the table was last
    /// cleared. No probe had accepted them. Rarely the halves of a torn entry agree in the high
    /// bits of their data; then it is not recognised.
    pub fn torn_rejected(&self) -> u64 {
        self.torn.load(Relaxed)
    }

    /// Counts the slot that a store of `key` is about to overwrite if it is torn. The high bits of
    /// a key determine its bucket, and a torn entry's key has other high bits. Probes do not check,
    /// because they are much more frequent than stores.
    #[inline(always)]
    fn count_if_torn(&self, key: u64, found: u64, data: Packed) {
        if self.index(found) != self.index(key) && !data.is_empty() {
            self.torn.fetch_add(1, Relaxed);
        }
    }

    /// Prefetches the bucket of this key. Call it as soon as the key is known, long before the
    /// probe.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    /// Begins a new search: every entry becomes one search older. Only one worker of a team calls
    /// this.
    pub fn new_search(&self) {
        self.searches.fetch_add(1, Relaxed);
    }

    /// Returns the share of slots with entries of this search, in permille. It samples a few
    /// thousand slots across the table.
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

    /// Returns all entries, in the order of their keys' high bits. Skips torn entries.
    ///
    /// Stores by other workers may be seen or missed.
    pub fn records(&self) -> impl Iterator<Item = Record> + '_ {
        let now = self.generation();
        self.buckets.iter().enumerate().flat_map(move |(index, bucket)| {
            bucket.as_chunks::<SLOT>().0.iter().filter_map(move |slot| {
                let (key, data) = read(slot);
                let entry = data.entry().filter(|_| self.index(key) == index)?;
                Some(Record { key, age: data.age(now) as u8, entry })
            })
        })
    }

    /// Stores a record of this table or of another one, which may be of another size. The entry keeps its age.
    ///
    /// If its bucket is full, the record replaces the entry of least worth, unless the record is worth less. An entry of
    /// the same position stays.
    pub fn restore(&self, record: Record) {
        let searches = self.searches.load(Relaxed);
        if searches == 0 {
            self.note_stray();
        }
        let now = Generation::of(searches);
        let new = Packed::new(record.entry, now.before(record.age));
        let mut victim = None;
        let mut least = new.worth(now);
        for slot in self.slots(record.key) {
            let (found, data) = read(slot);
            if data.is_empty() {
                return write(slot, record.key, new);
            }
            if found == record.key {
                return;
            }
            if data.worth(now) < least {
                least = data.worth(now);
                victim = Some(slot);
            }
        }
        if let Some(slot) = victim {
            write(slot, record.key, new);
        }
    }

    /// Returns the number of slots.
    pub fn capacity(&self) -> usize {
        self.buckets.len() * LINE / SLOT
    }

    /// Empties the table, using all processors.
    ///
    /// Returning the pages to the system would be quicker. But then each page would fault and be
    /// zeroed again in the middle of the next search. An unused table is already empty. For such a
    /// table this method only makes the system provide pages, for a part of a second. A worker that
    /// first uses one of the other pages gets memory near to it. The threads have ended when this
    /// method returns, so forking is still safe.
    pub fn clear(&self) {
        if self.searches.load(Relaxed) == 0 && self.strays.load(Relaxed) == 0 {
            let begun = Instant::now();
            self.share_out(|part| touch(part, begun));
            return;
        }
        for word in [self.searches, self.torn, self.strays] {
            word.store(0, Relaxed);
        }
        self.share_out(|part| {
            part.as_flattened().iter().for_each(|word| word.store(0, Relaxed));
        });
    }

    /// Runs `work` on all buckets, a part of them on each processor.
    fn share_out(&self, work: impl Fn(&[Bucket]) + Copy + Send) {
        let workers = thread::available_parallelism().map_or(1, usize::from);
        let share = self.buckets.len().div_ceil(workers);
        thread::scope(|scope| {
            let mut working = Vec::new();
            for part in self.buckets.chunks(share) {
                let work = move || work(part);
                match thread::Builder::new().spawn_scoped(scope, work) {
                    Ok(thread) => working.push(thread),
                    // The system refused another thread, so this thread does the work.
                    Err(_) => work(),
                }
            }
            // A scope waits for the closures only. A fork needs the threads to have exited.
            working.into_iter().for_each(|thread| thread.join().expect("it only writes"));
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

    /// Returns the index of the bucket: the high bits of the key times the number of buckets.
    #[inline(always)]
    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    #[inline(always)]
    fn slots(&self, key: u64) -> &'a [[AtomicU64; SLOT]] {
        self.bucket(key).as_chunks::<SLOT>().0
    }
}

/// Makes the system provide these pages, for [`PATIENCE`] from `begun` on. Keeps their contents.
fn touch(buckets: &[Bucket], begun: Instant) {
    for pages in buckets.chunks(64 * PAGE) {
        if begun.elapsed() >= PATIENCE {
            return;
        }
        for page in pages.chunks(PAGE) {
            page[0][0].fetch_or(0, Relaxed);
        }
    }
}

/// Returns the key and the data of a slot. A torn entry gives the key of no position.
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
