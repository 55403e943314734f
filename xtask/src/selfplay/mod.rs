//! Games of the engine against itself: positions for the tuner, and matches between two sets of
//! weights.

mod clock;
mod duel;
mod game;
mod opening;
mod player;
mod random;
mod record;
mod score;

pub(crate) use duel::{Arguments as DuelArguments, run as duel};
pub(crate) use player::read_weights;
pub(crate) use record::{Arguments as RecordArguments, run as record};
