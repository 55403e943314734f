//! What a lane does, on the CPU: a file here for each file of `kernels/`.

mod cursor;
mod make;
mod masks;
mod perft;

pub use cursor::{Cursor, Stage, count_moves};
pub use make::Step;
pub use masks::Masks;
pub use perft::perft;
