//! Memory that processes share: mappings, large pages, and two derived traits that let the compiler check which types
//! may be placed there. Use it for any program that forks workers and shares data with them on Linux. It depends on no
//! other crate of Cleave.
//!
//! A value in such memory must mean the same to every process. So it may hold numbers and indices, but no pointer: a
//! `Vec` that one process makes after the fork points nowhere in another. It may have no `Drop` either. No process owns
//! it, because the process that wrote it may have been killed. The traits are:
//!
//! * [`Plain`]: a value that may be copied into shared memory and out of it.
//! * [`Shareable`]: a value that may *live* in shared memory. All processes use it at the same time through `&`.
//!   All-zero bytes, which the system provides, are a valid initial value.
//!
//! Both are derived, and the derive makes the compiler check every field. `Copy + Send` alone would accept a
//! `&'static str`. The traits of bytemuck and zerocopy require more than is needed here, such as a fixed layout and no
//! padding. They have no derive for generic types or no `Option`.
//!
//! ```
//! use cleave_shared_memory::{Plain, Shareable};
//! use std::sync::atomic::AtomicI16;
//!
//! #[derive(Clone, Copy, Plain)]
//! struct Square(u8);
//!
//! #[derive(Clone, Copy, Plain)]
//! enum Action { Move { from: Square, to: Square }, Null }
//!
//! #[derive(Clone, Copy, Plain)]
//! struct Pair<T: Plain> { left: T, right: Option<T> }
//!
//! #[derive(Shareable)]
//! struct History { quiet: [[AtomicI16; 64]; 64] }
//!
//! fn needs_plain<T: Plain>() {}
//! needs_plain::<[Pair<Action>; 4]>();
//! ```
//!
//! The derive refuses a field that holds an address: a reference,
//!
//! ```compile_fail,E0277
//! #[derive(Clone, Copy, cleave_shared_memory::Plain)]
//! struct Named { id: u32, name: &'static str }
//! ```
//!
//! a pointer,
//!
//! ```compile_fail,E0277
//! #[derive(Clone, Copy, cleave_shared_memory::Plain)]
//! enum Link { End, Next(fn() -> u32) }
//! ```
//!
//! or a `Box`,
//!
//! ```compile_fail,E0277
//! #[derive(cleave_shared_memory::Shareable)]
//! struct Cell { value: Box<u32> }
//! ```
//!
//! It refuses a type parameter that could be one of these.
//!
//! ```compile_fail,E0277
//! #[derive(cleave_shared_memory::Shareable)]
//! struct Cell<T: Send + Sync + 'static> { value: T }
//! ```
//!
//! It refuses an enum for which all-zero bytes may be no variant:
//!
//! ```compile_fail
//! #[derive(cleave_shared_memory::Shareable)]
//! enum Stage { First = 1, Last = 2 }
//! ```
//!
//! # Mappings
//!
//! [`SharedSlice`] is shared memory as values of one type. All mappings of the program are made there.
//! On Linux the memory is a memory file (`memfd`), not a private mapping, because a private mapping is copied at the first
//! write after `fork`. If a limit on files (`ulimit -f`) or a sandbox refuses the memory file, the memory is a shared mapping
//! without a name. [`SharedSlice::collapse`] puts large pages under it. [`prefetch`] speeds up random reads.
//!
//! Other systems share the memory between threads only. It is an anonymous mapping. On Windows it has large pages from the
//! start if the user may lock pages in memory. Under Miri and on the web it comes from the heap.
#![allow(unsafe_code)]

mod first_touch;
pub mod marker;
mod prefetch;
mod slice;

// One of four: `Map`, memory that is unmapped when dropped; `map`, which returns it; `collapse`, which puts large pages
// under it; `populate`, which has its pages provided; `available_memory`. The flag `--cfg portable` builds on Linux what other Unix systems have.
#[cfg_attr(all(target_os = "linux", not(any(miri, portable))), path = "system/linux/mod.rs")]
#[cfg_attr(all(target_os = "windows", not(miri)), path = "system/windows.rs")]
#[cfg_attr(any(miri, target_arch = "wasm32"), path = "system/heap.rs")]
#[cfg_attr(
    all(unix, any(portable, not(target_os = "linux")), not(miri)),
    path = "system/elsewhere.rs"
)]
mod system;

pub use cleave_shared_memory_derive::{Plain, Shareable};
pub use marker::{Plain, Shareable};
pub use prefetch::{prefetch, prefetch_beginning};
pub use slice::SharedSlice;
pub use system::available_memory;
