//! Small protocols between workers that share memory: a lock, an event count and the like. Each consists of a few
//! atomic operations. A model checker tries every order of these operations; only the futex, which is the kernel's, has
//! no model. The types work in memory that threads and forked processes share, and survive the death of a process that
//! uses them. The crate knows no game, no team and no search, so any program whose workers share memory can use it.
//! It depends on `cleave-shared-memory`, which defines the types allowed in shared memory. Processes share it on Linux,
//! threads on every system. On the web, where one thread moves all workers, the crate needs only a [clock].
//!
//! | protocol | question | cost in the common case |
//! |---|---|---|
//! | [`Lock`] | which worker may change this? | two atomic operations |
//! | [`EventCount`] | how does a worker sleep without missing a job? | a fence and a load |
//! | [`Attention`] | how is a busy worker interrupted? | a load |
//! | [`FreeMap`] | which of my 64 blocks are free? | an atomic operation |
//! | [`ActivePools`] | which pools have work? | a fence and a load |
//! | [`Trail`] | which workers are below a stopped node? | a store for each node above, and a fence |
//! | [`Presence`] | is any worker still inside? | a store to enter, a store and a fence to leave |
//! | [`Futex`] | how does a worker sleep at all? | |
//!
//! [`affinity`] binds workers to processors.
//!
//! The page of each module states the problem, draws the protocol, and proves it.
//!
//! # In shared memory
//!
//! All-zero bytes are a valid initial value of each type ([`Shareable`]), equal to its `Default`. A worker may be
//! killed between any two operations. It may leave a lock that is held, or a sleeper that is counted. A survivor
//! repairs this with `reset` or [`Lock::force_unlock`], after all others have stopped using the object. These two order
//! no other accesses. The event that lets the others continue must do so.
//!
//! # Models
//!
//! `models.rs` runs each protocol except [`Futex`] under [loom]. Loom explores the interleavings of two or three
//! workers, with the reorderings that the memory model allows:
//!
//! ```text
//! RUSTFLAGS="--cfg loom" CARGO_TARGET_DIR=target/loom cargo test -p cleave-sync --lib models
//! ```
//!
//! In a build with debug assertions [`chaos`] can disturb the program itself, at random between the same operations.
//!
//! [`Shareable`]: cleave_shared_memory::Shareable
//! [loom]: https://docs.rs/loom

pub mod active_pools;
pub mod affinity;
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
mod pass_on;
pub mod presence;
pub mod trail;

// One of five: `wait` and `wake` for [`Futex`]; the clocks of [`clock`]; `die` for [`chaos`]. The flag `--cfg portable`
// builds on Linux what other Unix systems have. The flag `--cfg wasi_threads` is set for the target wasm32-wasip1-threads,
// which the compiler's own flags do not tell from wasm32-wasip1.
#[cfg_attr(all(target_os = "linux", not(portable)), path = "system/linux.rs")]
#[cfg_attr(all(unix, any(portable, not(target_os = "linux"))), path = "system/unix.rs")]
#[cfg_attr(windows, path = "system/windows.rs")]
#[cfg_attr(target_os = "wasi", path = "system/wasi.rs")]
#[cfg_attr(all(target_arch = "wasm32", not(target_os = "wasi")), path = "system/page.rs")]
mod system;

// One of two: `allowed_processors` and `run_on` for [`affinity`].
#[cfg_attr(all(target_os = "linux", not(portable)), path = "system/bound.rs")]
#[cfg_attr(not(all(target_os = "linux", not(portable))), path = "system/unbound.rs")]
mod binding;

// No test runs in WebAssembly.
#[cfg(all(test, not(any(loom, wasi_threads))))]
#[path = "system/parked.rs"]
mod parked;

pub use active_pools::ActivePools;
pub use attention::Attention;
pub use clock::Instant;
pub use event_count::EventCount;
pub use free_map::{FreeMap, bits};
pub use futex::Futex;
pub use lock::Lock;
pub use presence::Presence;
pub use trail::Trail;
