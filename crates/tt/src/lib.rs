//! The transposition table: what the search remembers of positions it has seen, shared by every
//! thread and every forked process that searches.
//!
//! # Why it is lockless
//!
//! Millions of probes a second hit this table from all workers at once. A lock per bucket would
//! cost more than the probe. But without a lock two workers can write the same slot at the same
//! time, and a reader may find half of one entry and half of another: a move of one position with
//! the value of another. The way out is due to Hyatt and Mann ("A lockless transposition-table
//! implementation for parallel search", ICGA Journal 25(1), 2002). A slot is two 64-bit words:
//!
//! ```text
//!   word 0:  key ^ data          word 1:  data
//! ```
//!
//! The reader takes both words and XORs them. If they belong together the key comes out; if they
//! are halves of different entries some other number comes out, the key does not match, and the
//! slot is as good as empty. Nothing is locked, nothing is retried, and both words are read and
//! written with relaxed atomics, which on x86-64 are plain moves. A torn entry costs one miss. The
//! stress tests in `tests/` show torn slots to happen, and none of them to be believed;
//! [`Table::torn_rejected`] counts those that stores come across.
//!
//! # How memory is laid out
//!
//! ```text
//!   line 0    header: the generation, torn entries counted
//!   line 1    bucket 0: four slots of 16 bytes
//!   line 2    bucket 1 ...
//! ```
//!
//! Every line is 64 bytes, one cache line: a probe misses the cache once at most, and
//! [`Table::prefetch`] starts that miss while the search still makes the move. The bucket is chosen
//! by the high bits of `key * buckets` (Lemire's multiply-shift), so any number of buckets will do
//! and a table can be as large as the memory there is, not only a power of two. All 64 bits of the
//! key are verified: two positions are mixed up only if their whole keys are equal.
//!
//! What it costs, in instructions (cachegrind, built for Haswell): a probe that misses 27, one that
//! hits 45 with its entry taken apart, a store 60 over the same position and 105 over another.
//!
//! # Who owns the memory
//!
//! [`Table`] is a view over words that someone else owns: two pointers, freely copied. [`Mapping`]
//! is the owner for real use: anonymous memory which stays shared over `fork`. The generation lives
//! in the header, in that same memory, so that a worker process sees a new search begin.
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
//! table.store(key, 4, entry); // mate in 10 plies from the root, found at ply 4 ...
//! let found = table.probe(key, 6).unwrap();
//! assert_eq!(found.value, 31_988); // ... is mate in 12 from the root if met at ply 6
//! assert_eq!(found.mv, 42);
//! # Ok::<(), cleave_tt::MappingError>(())
//! ```

mod entry;
mod mapping;
mod mate;
mod memory;
mod packed;
mod table;

pub use entry::{Bound, Entry};
pub use mapping::{Mapping, MappingError};
pub use mate::MateThreshold;
pub use table::Table;
