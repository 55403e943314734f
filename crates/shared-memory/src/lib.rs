//! Memory that processes share: mappings, large pages, and two derived traits that let the compiler
//! check what may lie there. Use it alone for any program that forks workers and shares data with them
//! on Linux. It depends on no other crate of Cleave.
//!
//! A value in such memory must mean the same to every process, so it may hold numbers and indices but
//! no pointer: a `Vec` made by one process after the fork points nowhere in another. And it may have no
//! `Drop`, since nobody owns it: the process that wrote it may have been killed. The traits are:
//!
//! * [`Plain`]: a value that may be copied into shared memory and out of it.
//! * [`Shareable`]: a thing that may *live* there, used by all at once through `&`, and for which
//!   all-zero bytes, as the system provides them, are a valid beginning.
//!
//! Both are derived, and the derive has the compiler check every field. (`Copy + Send` alone would
//! let a `&'static str` pass. The traits of bytemuck and zerocopy ask for more than is needed here,
//! such as a fixed layout and no padding, and have no derive for generic types or no `Option`.)
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
//! A field that holds an address is refused, be it a reference,
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
//! and so is a type parameter that may stand for one of these.
//!
//! ```compile_fail,E0277
//! #[derive(cleave_shared_memory::Shareable)]
//! struct Cell<T: Send + Sync + 'static> { value: T }
//! ```
//!
//! So is an enum that might begin as zero bytes and be no variant:
//!
//! ```compile_fail
//! #[derive(cleave_shared_memory::Shareable)]
//! enum Stage { First = 1, Last = 2 }
//! ```
//!
//! # Mappings
//!
//! [`SharedSlice`] is shared memory as values of one type; all mappings of the program are made
//! there, with memmap2. It is a memory file (`memfd`), not a private mapping, because a private
//! mapping is copied at the first write after `fork`. Where a limit on files (`ulimit -f`) or a sandbox
//! refuses the memory file, it is a shared mapping without a name. [`SharedSlice::collapse`] puts large pages
//! under it, and [`prefetch`] is for whatever is read at random. Under Miri, and on the web, it is memory of the
//! heap, which no other process shares.
#![allow(unsafe_code)]

#[cfg(not(any(miri, target_arch = "wasm32")))]
mod collapse;
#[cfg(any(miri, target_arch = "wasm32"))]
mod heap;
pub mod marker;
#[cfg(not(any(miri, target_arch = "wasm32")))]
mod place;
mod prefetch;
mod slice;

pub use cleave_shared_memory_derive::{Plain, Shareable};
pub use marker::{Plain, Shareable};
pub use prefetch::{prefetch, prefetch_beginning};
pub use slice::SharedSlice;

#[cfg(any(miri, target_arch = "wasm32"))]
use heap as place;
