//! What programs that play any game say to GUIs alike: `cleave` and `cleave-xiangqi` both do. It knows no
//! game: moves are a type of the caller's, sides are 0 and 1. It depends on `cleave-clock`.
//!
//! An [`OptionState`](option::OptionState) is an option with its value, as UCI, xboard and people see it; the
//! functions beside it read the text that sets one. A [`go::Request`] is what follows `go`, and becomes the
//! [`Limits`](cleave_clock::Limits) of a search.

pub mod go;
mod number;
pub mod option;

pub use number::number;
