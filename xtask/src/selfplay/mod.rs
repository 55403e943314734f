//! Games of the engine against itself: positions for the tuner, matches between two sets of weights,
//! and what `virtual_games` plays matches between algorithms with.

mod clock;
mod duel;
pub(crate) mod game;
pub(crate) mod opening;
pub(crate) mod player;
mod random;
mod record;
pub(crate) mod score;

pub(crate) use duel::{Arguments as DuelArguments, run as duel};
pub(crate) use player::read_weights;
pub(crate) use record::{Arguments as RecordArguments, run as record};
