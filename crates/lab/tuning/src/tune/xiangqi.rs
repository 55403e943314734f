//! Chinese chess: its positions and weights, as the model takes them.

use std::path::PathBuf;

use cleave_eval::Features;
use cleave_kit::files::read_bytes;
use cleave_kit::{Error, Result};
use cleave_xiangqi::Position;
use cleave_xiangqi::search::{Trace, WEIGHT_COUNT, trace, weights, weights_as_text};

use super::data::{Sample, target};
use super::model::Model;

/// The most bytes of a file of positions: more than ten million.
const MOST_BYTES: u64 = 1 << 30;

/// Returns the weights that are built in.
pub(super) fn built_in() -> Model {
    Model::new(weights())
}

/// Returns the weights of a model, as `weights.txt` has them.
pub(super) fn to_text(model: &Model) -> String {
    weights_as_text(&model.weights::<WEIGHT_COUNT>())
}

/// Reads the files that `selfplay-xiangqi` writes.
///
/// # Errors
/// A file cannot be read, or has a line that is no position with value and result.
pub(super) fn read(files: &[PathBuf], result_share: f32) -> Result<Vec<Sample>> {
    let mut samples = Vec::new();
    for file in files {
        let text = read_bytes(file, MOST_BYTES)?;
        let text = str::from_utf8(&text).map_err(|error| Error::of_file(file, error))?;
        for (number, line) in (1..).zip(text.lines()) {
            let sample = sample(line, result_share);
            let at_line = |reason| Error::of_file(file, format!("line {number}: {reason}"));
            samples.push(sample.map_err(at_line)?);
        }
    }
    Ok(samples)
}

/// Reads `FEN;value;half points`, the last two for Red.
fn sample(line: &str, result_share: f32) -> Result<Sample, String> {
    let [fen, value, halves] = line.split(';').collect::<Vec<_>>()[..] else {
        return Err("expected a position, its value and a result, separated by ';'".into());
    };
    let number = |text: &str| text.parse::<f32>().map_err(|error| format!("'{text}': {error}"));
    let position = Position::from_fen(fen).map_err(|error| error.to_string())?;
    let Trace { first, counts } = trace(&position);
    let features = Features {
        linear: counts,
        danger: Default::default(),
        middlegame: first,
        scale: [(1.0, 1.0); 2],
    };
    Ok(Sample { features, target: target(number(value)?, number(halves)? / 2.0, result_share) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tune::Step;

    /// Red is a horse ahead and always wins; with all else even, that makes horses worth more.
    #[test]
    fn a_piece_that_wins_games_becomes_worth_more() {
        let fen = "3k1a3/9/9/9/4p4/9/4P4/4N4/9/4K4 w - - 0 1";
        let sample = sample(&format!("{fen};0;2"), 1.0).unwrap();
        assert_eq!(sample.target, 1.0);
        let mut model = built_in();
        assert_eq!(to_text(&model), to_text(&Model::new(weights())));
        let gradient = model.gradient(&[&sample], 0.0);
        let (mut mean, mut squares) = (vec![0.0; gradient.len()], vec![0.0; gradient.len()]);
        let before = model.error(&[&sample]);
        Step::new(1, 20.0).apply(model.parameters_mut(), &mut mean, &mut squares, &gradient);
        assert!(model.error(&[&sample]) < before);
        assert_ne!(model.weights(), weights());
    }

    #[test]
    fn a_line_that_is_no_sample_is_named() {
        let error = |line| sample(line, 0.5).err().expect("refused");
        assert!(error("9/9 w;0;1").contains("2 ranks"));
        assert!(error("3k5/9/9/9/4p4/9/9/9/9/4K4 w;0").contains("separated by ';'"));
        assert!(error("3k5/9/9/9/4p4/9/9/9/9/4K4 w;x;1").contains("'x'"));
    }
}
