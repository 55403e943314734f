//! Chess on a graphics processor, and the same chess on the CPU, lane by lane. The crate is for readers who want to
//! know the use of such a processor in a tree search. It depends on the crates for boards and moves, and with the
//! feature `device` on wgpu.
//!
//! A graphics processor runs one instruction in many *lanes* at once. Lanes that disagree about an `if` wait for each
//! other. So the board and its moves are written as data. A position is five words ([`Packed`]), and a step is a
//! rotation and a mask ([`direction`]). Every way in which a piece moves is a row of one table ([`rows`]).
//!
//! The [`twin`] computes everything that a lane of the device computes, from the same tables and in the same steps. The
//! tests compare both value by value. The twin needs no device. The device is in the module `device`, behind the
//! feature of that name.

#[cfg(feature = "device")]
pub mod device;
pub mod direction;
mod error;
pub mod kernels;
mod packed;
pub mod rows;
pub mod search;
mod test;
mod tester;
pub mod twin;

pub use error::DeviceError;
pub use packed::{BYTES, Packed, code};
pub use test::{Answer, MATE, Rules, Test};
pub use tester::Tester;
