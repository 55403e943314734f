//! A transposition table without locks, shared by threads and forked processes. It knows nothing of chess. Use it in
//! any game program that has 64-bit keys and values with bounds. It depends only on `cleave-shared-memory`, for its
//! mapping and large pages.
//!
//! # Why it is lockless
//!
//! The workers together probe the table millions of times a second. A lock per bucket would cost more than the probe.
//! Without a lock two workers may write the same slot at the same time. A reader may then find half of one entry and
//! half of another: the move of one position with the value of another. Hyatt and Mann solved this ("A lockless
//! transposition-table implementation for parallel search", ICGA Journal 25(1), 2002). A slot is two 64-bit words:
//!
//! ```text
//!   word 0:  key ^ data          word 1:  data
//! ```
//!
//! A reader XORs the two words. If they belong together, the result is the key. If they are halves of different entries
//! (a *torn* entry), the result is some other number. Then the key does not match, and the slot counts as empty. There
//! are no locks and no retries: both words are relaxed atomics, which are plain moves on x86-64. A torn entry costs one
//! miss. The stress tests in `tests/` show that torn entries occur and that no probe accepts one.
//! [`Table::torn_rejected`] counts the torn entries that stores find.
//!
//! # Memory layout
//!
//! ```text
//!   line 0    header: the number of searches, torn entries counted, stores before the first search
//!   line 1    bucket 0: four slots of 16 bytes
//!   line 2    bucket 1 ...
//! ```
//!
//! Every line is one cache line of 64 bytes. So a probe misses the cache at most once. [`Table::prefetch`] starts the
//! miss while the search still makes the move. The high bits of `key * buckets` choose the bucket (Lemire's
//! multiply-shift), so the number of buckets need not be a power of two. A probe compares all 64 bits of the key. It
//! confuses two positions only if their keys are equal.
//!
//! # Ownership
//!
//! [`Table`] is a view over words that another value owns. It is `Copy`. The usual owner is a [`Mapping`]: memory that
//! stays shared across `fork`. The number of searches is in the header, in the same memory, so that worker processes
//! see the beginning of a new search.
//!
//! A table leaves memory as [`Record`]s: [`Table::records`] gives them, and [`Table::restore`] takes them, into a table of
//! any size.
//!
//! ```
//! use cleave_tt::{Bound, Entry, Mapping, MateThreshold, Table};
//!
//! let mapping = Mapping::new(1)?; // MiB
//! let table = Table::over(mapping.words(), MateThreshold::new(31_000));
//! let key = 0x0123_4567_89ab_cdef;
//! let entry = Entry { mv: 42, value: 31_990, eval: 17, depth: 9, bound: Bound::Exact, pv: true };
//!
//! table.new_search();
//! table.store(key, 4, entry); // mate in 10 plies from the root, found at ply 4,
//! let found = table.probe(key, 6).unwrap();
//! assert_eq!(found.value, 31_988); // is mate in 12 plies from the root at ply 6
//! assert_eq!(found.mv, 42);
//! # Ok::<(), cleave_tt::MappingError>(())
//! ```

mod entry;
mod mapping;
mod mate;
mod packed;
mod record;
mod spread;
mod table;

pub use entry::{Bound, Entry};
pub use mapping::{Mapping, MappingError};
pub use mate::MateThreshold;
pub use record::Record;
pub use table::Table;
