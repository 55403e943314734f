//! Endgame tables: the exact result of every chess position with few pieces, read from Syzygy files. Use this crate to
//! look positions up, or to check an engine's results. It depends on `cleave-board`, `cleave-movegen` and
//! `cleave-shared-memory`. The search that uses it knows only the trait [`Tablebase`].
//!
//! # Results and distances
//! A *tablebase* is a set of tables, one for each combination of pieces, such as KRvK. It has two values for a
//! position:
//!
//! * [`Wdl`], the result for the side to move, from `Win` to `Loss`. With the fifty-move rule a win may take too long.
//!   Then it is a *cursed win*, and the other side has a *blessed loss*. Both are draws in a game.
//! * [`Dtz`], the distance to zeroing: the number of plies until the next capture or pawn move, which resets the
//!   fifty-move counter, if both sides play for the result.
//!
//! Tables assume that the counter is 0. With another counter the distance decides whether a win is still in time.
//! [`root`] compares the moves of a position in a game, and finds the moves that keep its result.
//!
//! # Sources
//! The search uses the trait [`Tablebase`] and knows no files. [`Syzygy`] implements the trait for Ronald de Man's
//! Syzygy tables. The code in [`syzygy`] reads their files.
//!
//! ```no_run
//! use cleave_board::Position;
//! use cleave_tablebase::{Syzygy, Tablebase, Wdl};
//!
//! let (tables, problems) = Syzygy::open("/usr/share/syzygy");
//! for problem in &problems {
//!     eprintln!("{problem}");
//! }
//! let position = Position::from_fen("8/8/8/8/8/4k3/8/R3K3 w - - 0 1").unwrap();
//! assert_eq!(tables.probe_wdl(&position), Some(Wdl::Win));
//! ```

mod distance;
mod material;
pub mod root;
mod source;
pub mod syzygy;

pub use distance::{Dtz, Wdl};
pub use material::Material;
pub use source::Tablebase;
pub use syzygy::{Problem, Syzygy};
