//! Positions with results, read from the files that `selfplay` writes.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use cleave_board::Position;
use cleave_eval::{Features, features};

/// Centipawns that mean odds of 10 to 1.
const DECADE: f32 = 400.0;

/// A position to learn from.
pub(crate) struct Sample {
    pub(crate) features: Features,
    /// Expected points for White, 0 to 1.
    pub(crate) target: f32,
}

/// Reads all files. Known endings are left out: no weight counts there.
///
/// # Errors
/// The name of a file that cannot be read, or the line that is not a position with a result.
pub(crate) fn read(paths: &[PathBuf], result_share: f32) -> Result<Vec<Sample>, String> {
    let mut samples = Vec::new();
    for path in paths {
        read_file(path, result_share, &mut samples)
            .map_err(|problem| format!("{}{problem}", path.display()))?;
    }
    Ok(samples)
}

fn read_file(path: &Path, result_share: f32, samples: &mut Vec<Sample>) -> Result<(), String> {
    let unreadable = |error: std::io::Error| format!(": {error}");
    let file = File::open(path).map_err(unreadable)?;
    for (number, line) in BufReader::new(file).lines().enumerate() {
        let sample = parse(&line.map_err(unreadable)?, result_share)
            .map_err(|problem| format!(", line {}: {problem}", number + 1))?;
        samples.extend(sample);
    }
    Ok(())
}

/// `FEN | centipawns for White | points for White`.
fn parse(line: &str, result_share: f32) -> Result<Option<Sample>, String> {
    let fields: Vec<&str> = line.split('|').map(str::trim).collect();
    let [fen, value, points] = fields[..] else {
        return Err(format!("expected 'FEN | value | points', not '{line}'"));
    };
    let position = Position::from_fen(fen).map_err(|error| error.to_string())?;
    let number = |text: &str| text.parse::<f32>().ok().filter(|number| number.is_finite());
    let value = number(value).ok_or_else(|| format!("expected centipawns, not '{value}'"))?;
    let points = number(points)
        .filter(|points| (0.0..=1.0).contains(points))
        .ok_or_else(|| format!("expected points from 0 to 1, not '{points}'"))?;
    let by_search = 1.0 / (1.0 + 10f32.powf(-value / DECADE));
    let target = result_share * points + (1.0 - result_share) * by_search;
    Ok(features(&position).map(|features| Sample { features, target }))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEN: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";

    #[test]
    fn a_target_mixes_result_and_value() {
        let target = |line: &str, share| parse(line, share).unwrap().unwrap().target;
        assert_eq!(target(&format!("{FEN} | 35 | 1"), 1.0), 1.0);
        let by_search = target(&format!("{FEN} | 400 | 0"), 0.0);
        assert!((by_search - 10.0 / 11.0).abs() < 1e-6, "{by_search}");
        let mixed = target(&format!("{FEN} | 0 | 1"), 0.5);
        assert!((mixed - 0.75).abs() < 1e-6, "{mixed}");
    }

    #[test]
    fn every_error_names_the_file() {
        let error = |path: &Path| read(&[path.into()], 0.5).err().unwrap();
        let directory = error(&std::env::temp_dir());
        assert!(directory.starts_with(&format!("{}: Is a dir", std::env::temp_dir().display())));
        assert!(error(Path::new("/no/such file")).starts_with("/no/such file: No such file"));
        let path = std::env::temp_dir().join(format!("tune-data-{}", std::process::id()));
        std::fs::write(&path, format!("{FEN} | 0 | 1\nnonsense\n")).unwrap();
        assert!(error(&path).starts_with(&format!("{}, line 2: expected", path.display())));
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn known_endings_are_left_out() {
        assert!(parse("8/8/3k4/8/3K4/8/8/R7 w - - 0 1 | 900 | 1", 0.5).unwrap().is_none());
    }

    #[test]
    fn bad_lines_are_explained() {
        let refuse = |line: &str| parse(line, 0.5).err().unwrap();
        assert!(refuse("nonsense").contains("FEN | value | points"));
        for value in ["much", "nan", "inf"] {
            let error = refuse(&format!("{FEN} | {value} | 1"));
            assert_eq!(error, format!("expected centipawns, not '{value}'"));
        }
        for points in ["1.5", "-1", "nan", "won"] {
            let error = refuse(&format!("{FEN} | 0 | {points}"));
            assert_eq!(error, format!("expected points from 0 to 1, not '{points}'"));
        }
        assert!(!refuse("8/8/8/8/8/8/8/8 w - - 0 1 | 0 | 1").is_empty());
    }
}
