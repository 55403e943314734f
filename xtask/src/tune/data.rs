//! Positions with results, read from the files that `selfplay` writes.

use std::error::Error;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use cleave_board::Position;
use cleave_eval::{Features, features};

/// Centipawns that mean 10 to 1, for the search's opinion.
const DECADE: f32 = 400.0;

/// A position to learn from.
pub(crate) struct Sample {
    pub(crate) features: Features,
    /// Expected points for White, 0 to 1.
    pub(crate) target: f32,
}

/// Reads all files. Known endings are left out: no weight counts there.
pub(crate) fn read(paths: &[PathBuf], result_share: f32) -> Result<Vec<Sample>, Box<dyn Error>> {
    let mut samples = Vec::new();
    for path in paths {
        read_file(path, result_share, &mut samples)?;
    }
    if samples.is_empty() {
        return Err("there is no position to learn from".into());
    }
    Ok(samples)
}

fn read_file(
    path: &Path,
    result_share: f32,
    samples: &mut Vec<Sample>,
) -> Result<(), Box<dyn Error>> {
    let name = path.display();
    let file = File::open(path).map_err(|error| format!("{name}: {error}"))?;
    for (number, line) in BufReader::new(file).lines().enumerate() {
        let sample = parse(&line?, result_share)
            .map_err(|problem| format!("{name}, line {}: {problem}", number + 1))?;
        samples.extend(sample);
    }
    Ok(())
}

/// `FEN | centipawns for White | points for White`.
fn parse(line: &str, result_share: f32) -> Result<Option<Sample>, String> {
    let fields: Vec<&str> = line.split('|').map(str::trim).collect();
    let [fen, value, points] = fields[..] else {
        return Err(format!("not 'FEN | value | points': {line}"));
    };
    let position = Position::from_fen(fen).map_err(|error| error.to_string())?;
    let number = |text: &str| text.parse::<f32>().map_err(|_| format!("not a number: {text}"));
    let opinion = 1.0 / (1.0 + 10f32.powf(-number(value)? / DECADE));
    let target = result_share * number(points)? + (1.0 - result_share) * opinion;
    Ok(features(&position).map(|features| Sample { features, target }))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEN: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";

    #[test]
    fn a_target_is_result_and_opinion() {
        let target = |line: &str, share| parse(line, share).unwrap().unwrap().target;
        assert_eq!(target(&format!("{FEN} | 35 | 1"), 1.0), 1.0);
        let opinion = target(&format!("{FEN} | 400 | 0"), 0.0);
        assert!((opinion - 10.0 / 11.0).abs() < 1e-6, "{opinion}");
        let mixed = target(&format!("{FEN} | 0 | 1"), 0.5);
        assert!((mixed - 0.75).abs() < 1e-6, "{mixed}");
    }

    #[test]
    fn known_endings_are_left_out() {
        assert!(parse("8/8/3k4/8/3K4/8/8/R7 w - - 0 1 | 900 | 1", 0.5).unwrap().is_none());
    }

    #[test]
    fn bad_lines_are_explained() {
        let refuse = |line: &str| parse(line, 0.5).err().unwrap();
        assert!(refuse("nonsense").contains("FEN | value | points"));
        assert!(refuse(&format!("{FEN} | much | 1")).contains("not a number"));
        assert!(!refuse("8/8/8/8/8/8/8/8 w - - 0 1 | 0 | 1").is_empty());
    }
}
