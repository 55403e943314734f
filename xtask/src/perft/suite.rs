//! A file of positions with known counts, one to a line: `FEN ;D1 20 ;D2 400`. `#` begins a comment.

use std::fs;
use std::path::{Path, PathBuf};

use cleave_board::{FenError, Position};

use super::counter::{Counter, TooManyLines};
use super::progress::Progress;

/// A fault of the suite, or one that the suite has found.
#[derive(Debug, thiserror::Error)]
pub(super) enum SuiteError {
    #[error("{0}: {1}")]
    Unreadable(PathBuf, std::io::Error),
    #[error("line {0}: {1}")]
    BadFen(usize, FenError),
    #[error("line {line}: '{text}' is not of the form 'D3 8902'")]
    BadCount { line: usize, text: String },
    #[error("line {0} has no counts")]
    NoCounts(usize),
    #[error("the suite is empty")]
    Empty,
    #[error("the counts of {failed} of {positions} positions are wrong")]
    Mismatch { failed: usize, positions: usize },
    #[error(transparent)]
    TooManyLines(#[from] TooManyLines),
}

/// A line of the suite.
struct Entry {
    line: usize,
    position: Position,
    /// Depths and counts.
    counts: Vec<(u32, u64)>,
}

/// Checks all counts up to `max_depth`, and returns the sum of all nodes.
pub(super) fn check(
    counter: &Counter,
    path: &Path,
    max_depth: Option<u32>,
    quiet: bool,
) -> Result<u64, SuiteError> {
    let text = fs::read_to_string(path)
        .map_err(|error| SuiteError::Unreadable(path.to_path_buf(), error))?;
    let entries = read(&text)?;
    let progress = Progress::shown("positions");
    progress.begin(entries.len());
    let (mut nodes, mut failed) = (0, 0);
    for entry in &entries {
        let mut correct = true;
        for &(depth, expected) in &entry.counts {
            if max_depth.is_some_and(|max| depth > max) {
                continue;
            }
            let counted = counter.count(&entry.position, depth, &Progress::hidden())?;
            nodes += counted;
            if counted != expected {
                correct = false;
                let Entry { line, position, .. } = entry;
                progress.clear();
                eprintln!("line {line}: {position}: depth {depth}: {counted}, not {expected}");
            }
        }
        failed += usize::from(!correct);
        progress.step();
    }
    drop(progress);
    match failed {
        0 => {
            if !quiet {
                println!("{} positions, all counts correct", entries.len());
            }
            Ok(nodes)
        }
        _ => Err(SuiteError::Mismatch { failed, positions: entries.len() }),
    }
}

fn read(text: &str) -> Result<Vec<Entry>, SuiteError> {
    let entries: Vec<Entry> = text
        .lines()
        .enumerate()
        .map(|(i, line)| (i + 1, line.split('#').next().unwrap_or_default().trim()))
        .filter(|(_, line)| !line.is_empty())
        .map(|(number, line)| read_line(number, line))
        .collect::<Result<_, _>>()?;
    if entries.is_empty() { Err(SuiteError::Empty) } else { Ok(entries) }
}

fn read_line(line: usize, text: &str) -> Result<Entry, SuiteError> {
    let mut parts = text.split(';');
    let fen = parts.next().unwrap_or_default();
    let position = Position::from_fen(fen).map_err(|error| SuiteError::BadFen(line, error))?;
    let counts: Vec<(u32, u64)> = parts
        .map(|part| {
            read_count(part.trim())
                .ok_or_else(|| SuiteError::BadCount { line, text: part.trim().into() })
        })
        .collect::<Result<_, _>>()?;
    if counts.is_empty() {
        return Err(SuiteError::NoCounts(line));
    }
    Ok(Entry { line, position, counts })
}

fn read_count(text: &str) -> Option<(u32, u64)> {
    let (depth, nodes) = text.strip_prefix('D')?.split_once(' ')?;
    Some((depth.parse().ok()?, nodes.trim().parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        read(text).err().expect(text).to_string()
    }

    #[test]
    fn bad_suites_are_refused_with_a_reason() {
        assert_eq!(error("# nothing\n\n"), "the suite is empty");
        assert_eq!(error("7k/8/8/8/8/8/8/K7 w - -"), "line 1 has no counts");
        assert_eq!(
            error("# one\n7k/8/8/8/8/8/8/K7 w - - 0 1 ;D1 x"),
            "line 2: 'D1 x' is not of the form 'D3 8902'"
        );
        assert!(error("8/8/8/8/8/8/8/K7 w - - 0 1 ;D1 3").contains("Black has 0 kings"));
    }

    #[test]
    fn wrong_counts_are_found() {
        let counter = Counter::new(std::num::NonZero::<usize>::MIN, 0, true).unwrap();
        let path = std::env::temp_dir().join(format!("perft-{}.epd", std::process::id()));
        let run = |text: &str| {
            fs::write(&path, text).unwrap();
            let result = check(&counter, &path, None, true);
            fs::remove_file(&path).unwrap();
            result
        };
        assert_eq!(run("7k/8/8/8/8/8/8/K7 w - - ;D1 3 ;D2 9").unwrap(), 12);
        let error = run("7k/8/8/8/8/8/8/K7 w - - ;D1 3 ;D2 10").unwrap_err().to_string();
        assert_eq!(error, "the counts of 1 of 1 positions are wrong");
    }
}
