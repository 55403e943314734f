//! Endgame tables: the exact result of every chess position with few pieces, read from Syzygy files.
//! Use it alone to look positions up, or to check what an engine claims. It depends on `cleave-board`,
//! `cleave-movegen` and `cleave-shared-memory`; the search that uses it knows only the trait [`Tablebase`].
//!
//! # What a table says
//! A *tablebase* is a set of tables, one for each combination of pieces, such as KRvK. It answers two
//! questions about a position:
//!
//! * [`Wdl`]: who wins, from `Win` to `Loss` for the side to move. With the fifty-move rule a win may
//!   take too long; then it is a *cursed win*, and the other side has a *blessed loss*. Both are draws
//!   in a game.
//! * [`Dtz`], the distance to zeroing: how many plies until the next capture or pawn move, which
//!   resets the fifty-move counter, if both sides play for the result.
//!
//! Tables assume that the counter is 0. Whether a win is still one with another counter follows from
//! the distance: [`root`] compares the moves of a position of a game, and says which of them keep its
//! result.
//!
//! # Where the answers come from
//! The search asks through the trait [`Tablebase`] and knows no file. [`Syzygy`] implements it for the
//! files of Ronald de Man's Syzygy tables, read by the code in [`syzygy`].
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
