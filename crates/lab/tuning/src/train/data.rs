//! Positions to learn from, and positions to check with.

use std::path::PathBuf;

use cleave_kit::{Error, Result};
use cleave_smp::random::mix;

use crate::positions::{self, Record};

/// Positions in memory, 32 bytes each.
pub(super) struct Data {
    pub(super) training: Vec<Record>,
    pub(super) held_out: Vec<Record>,
}

/// One game in this many is held out.
const HELD_OUT: u64 = 20;

impl Data {
    /// Reads all files and folders. Only this share of the games that are not held out is taken.
    ///
    /// # Errors
    /// A file cannot be read, or is not of games; or there are too few.
    pub(super) fn read(paths: &[PathBuf], share: f64) -> Result<Data> {
        let mut data = Data { training: Vec::new(), held_out: Vec::new() };
        for path in paths {
            positions::for_each_game(path, |game| data.add(game, share))?;
        }
        if data.training.is_empty() || data.held_out.is_empty() {
            let count = data.training.len() + data.held_out.len();
            let reason =
                format!("{count} positions are too few to learn from some and check with others");
            return Err(Error::Refused(reason));
        }
        Ok(data)
    }

    /// Adds a game to one side, which its contents determine. It always comes to the same side, in any file and with
    /// any other games.
    fn add(&mut self, game: &[Record], share: f64) {
        let mut hasher = crc32fast::Hasher::new();
        game.iter().for_each(|record| hasher.update(record.bytes()));
        let number = mix(hasher.finalize().into());
        if number.is_multiple_of(HELD_OUT) {
            self.held_out.extend(game);
        } else if (number / HELD_OUT) as f64 <= share * (u64::MAX / HELD_OUT) as f64 {
            self.training.extend(game);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use cleave_board::{Move, Position, Value};

    use super::*;
    use crate::positions::Outcome;

    /// Returns the first values of the games on either side, of a thousand games of three positions.
    fn sides(share: f64, numbers: impl Iterator<Item = i32>) -> [BTreeSet<i32>; 2] {
        let mut data = Data { training: Vec::new(), held_out: Vec::new() };
        for number in numbers {
            let values = [number, 2000, 3000].map(Value::new);
            let record = |it| Record::new(&Position::start(), Move::NONE, it, Outcome::Drawn);
            data.add(&values.map(record), share);
        }
        [data.training, data.held_out].map(|records| {
            assert!(records.len().is_multiple_of(3), "games stay whole");
            records.chunks(3).map(|game| game[0].value().get()).collect()
        })
    }

    #[test]
    fn a_game_is_on_the_same_side_with_any_other_games() {
        let [training, held_out] = sides(1.0, 0..1000);
        assert!((25..80).contains(&held_out.len()), "{} games are held out", held_out.len());
        assert_eq!(training.len() + held_out.len(), 1000);
        assert!(training.is_disjoint(&held_out));
        let [fewer, fewer_held_out] = sides(1.0, (0..500).rev());
        assert!(fewer.is_subset(&training) && fewer_held_out.is_subset(&held_out));
        assert_eq!(fewer.len() + fewer_held_out.len(), 500);
    }

    #[test]
    fn a_share_of_the_games_leaves_the_same_held_out() {
        let [all, held_out] = sides(1.0, 0..1000);
        let [half, held_out_of_half] = sides(0.5, 0..1000);
        assert_eq!(held_out, held_out_of_half);
        assert!(half.is_subset(&all));
        assert!((400..560).contains(&half.len()), "{} games", half.len());
    }
}
