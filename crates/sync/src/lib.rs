//! Small protocols between workers that share memory: a lock, an event count and their like, each of a
//! few atomic operations, each but the futex, which is the kernel's, checked by a model that tries every order of them. They lie in memory that
//! threads and forked processes share, and outlive the death of a process that uses them. A program whose
//! processes share memory can use this crate alone, as can a reader who wants to see such protocols
//! argued; the crate knows no game, no team and no search. It depends on `cleave-shared-memory`, which
//! says what may lie in shared memory, and on Linux; on the web, where one thread moves all workers, it needs only a
//! [clock].
//!
//! | protocol | question | cost when nothing is the matter |
//! |---|---|---|
//! | [`Lock`] | who may change this? | two atomic operations |
//! | [`EventCount`] | how does a worker sleep and miss nothing? | a fence and a load |
//! | [`Attention`] | how is a busy worker interrupted? | a load |
//! | [`FreeMap`] | which of my 64 blocks are free? | an atomic operation |
//! | [`ActivePools`] | in whose pool is there work? | a fence and a load |
//! | [`Trail`] | who must hear that this is stopped? | a store for each node above, and a fence |
//! | [`Presence`] | is anybody still there? | a store to come, a store and a fence to go |
//! | [`Futex`] | how does a worker sleep at all? | |
//!
//! The page of each module states the problem, draws the protocol, and says why it is right.
//!
//! # In shared memory
//!
//! All-zero bytes are a valid beginning of each type ([`Shareable`]), equal to its `Default`. A worker may
//! be killed between any two operations. What it leaves behind (a lock that is held, a sleeper that is
//! counted) is put right by a survivor with `reset` or [`Lock::force_unlock`], after all others have
//! stopped using it. These order nothing by themselves: whatever lets the others go on does.
//!
//! # Models
//!
//! `models.rs` runs each protocol but [`Futex`] under [loom], which explores the interleavings of two or three workers,
//! with the reorderings that the memory model allows:
//!
//! ```text
//! RUSTFLAGS="--cfg loom" CARGO_TARGET_DIR=target/loom cargo test -p cleave-sync --lib models
//! ```
//!
//! The program itself, in a build with debug assertions, can be disturbed at random between the same
//! operations: see [`chaos`].
//!
//! [`Shareable`]: cleave_shared_memory::Shareable
//! [loom]: https://docs.rs/loom

#[cfg(not(any(target_os = "linux", target_arch = "wasm32")))]
compile_error!("cleave-sync needs Linux: its workers sleep on the futex of that kernel");

pub mod active_pools;
mod atomic;
pub mod attention;
pub mod chaos;
pub mod clock;
pub mod event_count;
pub mod free_map;
pub mod futex;
pub mod lock;
#[cfg(all(test, loom))]
mod models;
pub mod presence;
pub mod trail;

pub use active_pools::ActivePools;
pub use attention::Attention;
pub use clock::Instant;
pub use event_count::EventCount;
pub use free_map::{FreeMap, bits};
pub use futex::Futex;
pub use lock::Lock;
pub use presence::Presence;
pub use trail::Trail;
