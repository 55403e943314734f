//! The workshop of Cleave: programs that make the engine stronger. It plays the engine against itself, fits the weights
//! of the evaluation to the games, and plays the new against the old. Use it by the program `cleave-tuning` or by
//! `cargo xtask`, which starts that for each [`Command`]. It depends on the engine's search and on the players and
//! games of `cleave-kit`.
//!
//! # From games to weights
//!
//! 1. `selfplay` plays games with few nodes a move and stores them, four bytes a ply, in a folder where they
//!    last ([`positions`]).
//! 2. `tune` fits the weights of the hand-written evaluation to the quiet positions of the games.
//! 3. `train` trains the network of `cleave-nnue` with them.
//! 4. `duel` plays new weights against old ones.
//!
//! # From a change to a verdict
//!
//! `match` plays the program with a change of the search against the one without, until a sequential test
//! knows which is the stronger. `spsa` plays the program against itself with other parameters of the search,
//! and moves those towards the winner. `openings` makes the positions from which the games start.
//!
//! book/src/tuning.md describes the present state, docs/log the experiments and their gains.

mod adam;
mod checksum;
mod commands;
mod duel;
mod matches;
mod network;
mod openings;
pub mod positions;
mod selfplay;
mod selfplay_xiangqi;
mod spsa;
mod static_error;
mod train;
mod tune;

pub use commands::Command;
