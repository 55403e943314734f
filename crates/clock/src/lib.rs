//! Decides the time for a move. The crate serves a program that plays any game by the clock;
//! `cleave` and `cleave-xiangqi` use it. The only other crate of Cleave that it needs is
//! `cleave-sync`, for the clocks of the system.
//!
//! [`level`] reads the time controls of the protocols. [`Clocks`] are the clocks of both sides. A
//! [`Clock`] is the time left for a move, and one of the [`Limits`] of a search. A [`Timer`]
//! decides when the search must end, and allows for moves that are sent late ([`Lateness`]).

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
