//! How long to think about a move. For a program that plays any game by the clock: `cleave` and
//! `cleave-xiangqi` both do. Of Cleave's crates it needs `cleave-sync` alone, for
//! the clocks of the system.
//!
//! [`level`] reads the time controls of the protocols. A [`Clock`] is what is left for a move; a [`Timer`]
//! says when its search must end, and reckons with moves that are sent late ([`Lateness`]).

mod lateness;
pub mod level;
mod timer;
mod timing;

pub use lateness::Lateness;
pub use timer::Timer;
pub use timing::{Clock, MoveOverhead, Pace, Timing};
