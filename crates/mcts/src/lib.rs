//! Parallel Monte-Carlo tree search for any game of two players. The crate is for authors of programs that play such a
//! game, and for researchers who compare ways to share the work. [Five modes](modes) run here on the same tree, on
//! threads or step by step in simulated time. The crate knows no game and depends on no other part of Cleave.
//!
//! # A search
//!
//! A [`Game`] has moves and an outcome. An [`Evaluator`] returns the value of a leaf; [`Playouts`] plays random moves.
//! In Nim the player who takes the last match wins:
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use cleave_mcts::{Game, Move, Outcome, Playouts, Proof, Search, Settings};
//!
//! #[derive(Clone)]
//! struct Nim { matches: u32 }
//!
//! impl Game for Nim {
//!     fn outcome(&self) -> Option<Outcome> {
//!         (self.matches == 0).then_some(Outcome::Loss)
//!     }
//!     fn moves(&self, moves: &mut Vec<Move>) {
//!         moves.extend((1..=self.matches.min(3)).map(Move));
//!     }
//!     fn play(&mut self, mv: Move) {
//!         self.matches -= mv.0;
//!     }
//!     fn key(&self) -> u64 {
//!         self.matches.into()
//!     }
//! }
//!
//! let settings = Settings { workers: 2, ..Settings::default() };
//! let mut search = Search::new(&Nim { matches: 10 }, &settings, |_| Playouts::default());
//! search.run(10_000, &AtomicBool::new(false));
//! let best = search.best().unwrap();
//! assert_eq!((best.mv, best.counts.proof), (Move(2), Proof::Win));
//! search.play(best.mv); // keeps the part of the tree below the move
//! ```
//!
//! # How it works
//!
//! A [playout](worker) selects a leaf, expands it, evaluates it and backs the value up. Workers share an arena of
//! [nodes](node) of 32 bytes. Visits and the sum of values are [one atomic word](tally). So they never tear, and the
//! sum does not depend on the order of the workers. [Proven](proof) wins, draws and losses are backed up too. A search
//! ends when its root is proven.
//!
//! Random numbers depend only on the seed and the number of the playout ([`Random`]). So one worker makes the same
//! search in every mode, to the bit.
//!
//! # Memory
//!
//! The arena is allocated once ([`Settings::memory`]). When it is full, the workers end their playouts, and the least
//! visited nodes lose their children until half of the arena is free ([the rule](keep)).
//!
//! # Stepping workers
//!
//! [`Search::step`] moves a worker by one step, and never waits. [`Search::run`] calls it in a loop on threads. A
//! simulation calls it in the order of simulated clocks, and charges for the step's [usage](Usage) and for the
//! [lock](Search::lock) that it takes.

mod arena;
mod atomic;
mod choose;
mod evaluator;
mod game;
pub mod keep;
#[cfg(all(test, loom))]
mod models;
pub mod modes;
pub mod node;
mod params;
pub mod proof;
mod random;
mod search;
pub mod tally;
mod tree;
mod usage;
mod value;
pub mod worker;

pub use evaluator::{Evaluation, Evaluator, Playouts};
pub use game::{Game, Move, Outcome};
pub use modes::{LockId, ModeName};
pub use node::NodeId;
pub use params::{FirstPlay, Formula, Params, Unobserved};
pub use proof::Proof;
pub use random::Random;
pub use search::{Candidate, Search, Settings};
pub use tally::{Counts, MAX_VISITS};
pub use tree::Tree;
pub use usage::Usage;
pub use value::{Value, exp};
pub use worker::{Phase, Progress, Worker};
