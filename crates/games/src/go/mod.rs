//! Go on small boards: area scoring, no suicide, positional superko.
//!
//! ```
//! use cleave_games::go::{Go, Vertex};
//! use cleave_mcts::Game;
//!
//! let mut game = Go::new(9, 15);
//! for point in ["E5", "E4", "pass", "pass"] {
//!     let vertex = Vertex::parse(point, 9).unwrap();
//!     assert!(game.is_legal(vertex));
//!     game.play(vertex.into());
//! }
//! assert_eq!(game.score(), -15, "one stone each, no area, and komi in half points");
//! assert!(game.outcome().is_some());
//! ```
//!
//! [`Board`] has stones, chains and simple ko. [`Go`] adds the history. Playouts use boards, with simple ko and a limit
//! of moves, because they need no superko. [`LightPlayouts`] play anywhere except in their own eyes.
//! [`PatternPlayouts`] answer the last move: they capture, escape and follow [`Patterns`]. Patterns also give the
//! priors of the tree.

mod board;
mod chain;
mod game;
mod patterns;
mod playout;
mod vertex;

pub use board::{Board, Cell, Side};
pub use game::Go;
pub use patterns::Patterns;
pub use playout::{LightPlayouts, PLAYING, PatternPlayouts};
pub use vertex::{MAX_SIZE, Vertex};
