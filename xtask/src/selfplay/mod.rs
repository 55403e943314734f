//! Games of the engine against itself: positions for the tuner, and matches between two sets of weights.

mod duel;
mod record;

pub(crate) use duel::{Arguments as DuelArguments, run as duel};
pub(crate) use record::{Arguments as RecordArguments, run as record};
