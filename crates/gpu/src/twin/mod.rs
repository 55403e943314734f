//! Does the work of a lane on the CPU. Each file of `kernels/` has a file here.

mod cursor;
mod evaluate;
mod lane;
mod make;
mod masks;
mod perft;
mod table;
mod twins;

pub use cursor::{Cursor, Stage, count_moves};
pub(crate) use evaluate::{BEYOND, CENTRE};
pub use evaluate::{evaluate, weight};
pub use lane::{Lane, Work};
pub use make::Step;
pub use masks::Masks;
pub use perft::perft;
pub(crate) use table::MULTIPLIER;
pub use table::{Known, Table, key};
pub use twins::Twins;
