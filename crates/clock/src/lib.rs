//! How long to think about a move. For a program that plays any game by the clock: `cleave` and
//! `cleave-xiangqi` both do. Of Cleave's crates it needs `cleave-sync` alone, for
//! the clocks of the system.
//!
//! [`level`] reads the time controls of the protocols; [`Clocks`] are those of both sides. A [`Clock`] is what is
//! left for a move, and one of the [`Limits`] of a search. A [`Timer`] says when the search must end, and
//! reckons with moves that are sent late ([`Lateness`]).

mod clocks;
mod lateness;
pub mod level;
mod limits;
mod time_limits;
mod timer;
mod timing;

pub use clocks::Clocks;
pub use lateness::Lateness;
pub use limits::{Limits, Signal};
pub use timer::Timer;
pub use timing::{Clock, MoveOverhead, Pace, Timing};
