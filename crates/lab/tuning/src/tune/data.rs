//! Positions with results, as the model takes them.

use std::path::PathBuf;

use cleave_eval::{Features, features};

use crate::positions::{self, Record};
use cleave_kit::Result;

/// Centipawns that mean odds of 10 to 1.
const DECADE: f32 = 400.0;

/// A position to learn from.
pub(crate) struct Sample {
    pub(crate) features: Features,
    /// Expected points for White, 0 to 1.
    pub(crate) target: f32,
}

/// Reads all files and folders. Known endings are left out: no weight counts there.
///
/// # Errors
/// A file cannot be read, or is not of games.
pub(crate) fn read(paths: &[PathBuf], result_share: f32) -> Result<Vec<Sample>> {
    let mut samples = Vec::new();
    for path in paths {
        positions::for_each_game(path, |game| {
            let of_game = game.iter().map(|record| sample(record, result_share));
            samples.extend(of_game.flatten());
        })?;
    }
    Ok(samples)
}

/// Returns the points to expect by the value of the search, in centipawns, and the result of the game.
pub(super) fn target(value: f32, points: f32, result_share: f32) -> f32 {
    let by_search = 1.0 / (1.0 + 10f32.powf(-value / DECADE));
    result_share * points + (1.0 - result_share) * by_search
}

/// Extracts the features of a record of a game. Returns `None` for a known ending.
fn sample(record: &Record, result_share: f32) -> Option<Sample> {
    let value = record.value().get() as f32;
    let target = target(value, record.outcome().points(), result_share);
    let target = if record.side().is_white() { target } else { 1.0 - target };
    let position = record.position().expect("a game has legal positions");
    features(&position).map(|features| Sample { features, target })
}

#[cfg(test)]
mod tests {
    use cleave_board::{Move, Position, Value};

    use super::*;
    use crate::positions::Outcome;

    const FEN: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";

    fn record(fen: &str, value: i32, outcome: Outcome) -> Record {
        Record::new(&Position::from_fen(fen).unwrap(), Move::NONE, Value::new(value), outcome)
    }

    #[test]
    fn a_target_mixes_result_and_value_for_white() {
        let target = |fen: &str, value, outcome, share| {
            sample(&record(fen, value, outcome), share).unwrap().target
        };
        assert_eq!(target(FEN, 35, Outcome::Won, 1.0), 1.0);
        let by_search = target(FEN, 400, Outcome::Lost, 0.0);
        assert!((by_search - 10.0 / 11.0).abs() < 1e-6, "{by_search}");
        let mixed = target(FEN, 0, Outcome::Won, 0.5);
        assert!((mixed - 0.75).abs() < 1e-6, "{mixed}");
        let black = FEN.replace(" w ", " b ");
        assert_eq!(target(&black, 35, Outcome::Won, 1.0), 0.0);
        let by_search = target(&black, 400, Outcome::Lost, 0.0);
        assert!((by_search - 1.0 / 11.0).abs() < 1e-6, "{by_search}");
    }

    #[test]
    fn every_error_names_the_file() {
        let error = read(&["/no/such file".into()], 0.5).err().unwrap().to_string();
        assert!(error.starts_with("/no/such file: No such file"), "{error}");
    }

    #[test]
    fn known_endings_are_left_out() {
        let known = record("8/8/3k4/8/3K4/8/8/R7 w - - 0 1", 900, Outcome::Won);
        assert!(sample(&known, 0.5).is_none());
    }
}
