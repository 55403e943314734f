//! Connect Four. Two players in turn drop stones into seven columns of six squares. The first
//! player with four in a row wins.
//!
//! ```
//! use cleave_games::connect_four::{ConnectFour, Position, solve};
//!
//! // The first player has three in a row, with room on both sides.
//! let position = Position::after("4455")?.play_columns("3")?;
//! assert_eq!(solve(position), -1, "the player to move loses");
//! assert!(ConnectFour::of(position).is_some(), "but not yet");
//! # Ok::<(), cleave_games::connect_four::BadMoves>(())
//! ```

mod game;
mod playout;
mod position;
mod solver;

pub use game::ConnectFour;
pub use playout::LightPlayouts;
pub use position::{
    BOARD, BOTTOM, BadMoves, COLUMNS, Position, ROWS, column_of, column_squares, has_four,
};
pub use solver::{Solver, solve};
