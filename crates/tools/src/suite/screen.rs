//! Looking through a file of positions: what each is worth, and which are about even.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use cleave_board::{Color, Position, Value};
use cleave_eval::Evaluator;
use cleave_io::{Output, progress};
use cleave_pgn::{Epd, Positions};
use cleave_search::Root;

use crate::files::OutputFile;
use crate::searching::{Analyst, SearchOptions};
use crate::{ToolError, files};

/// Prints the static evaluation of each position, for White.
///
/// # Errors
/// The file cannot be read, or has a line that is no position.
pub fn evaluate(file: &Path, output: &mut Output) -> Result<(), ToolError> {
    let mut evaluator = Evaluator::new();
    for epd in read(file)? {
        let value = evaluator.evaluate(&epd.position);
        output.line(format!("{:>8}  {epd}", for_white(value, &epd.position).to_string()));
    }
    Ok(())
}

/// Writes the positions whose value is no further from 0 than this margin, in centipawns, to another
/// file, whose name ends in `.screened`. One that exists is refused unless `overwrite`. It is written at
/// the end: work that fails or is interrupted leaves no part of it.
///
/// # Errors
/// A file cannot be read or written, the system refuses the memory, or the user has interrupted.
pub fn screen(
    file: &Path,
    margin: i32,
    overwrite: bool,
    options: &SearchOptions,
    output: &mut Output,
) -> Result<(), ToolError> {
    let positions = read(file)?;
    let target = screened(file);
    // Whether a file can be written is known before the work.
    let mut target_file = OutputFile::create(&target, overwrite)?;
    let found = even(&positions, margin, options)?;
    let lines: String = found.iter().map(|epd| format!("{epd}\n")).collect();
    target_file.write(&lines)?;
    target_file.finish()?;
    let (kept, all, target) = (found.len(), positions.len(), target.display());
    output.line(format!("{kept} of {all} positions are in {target}"));
    Ok(())
}

/// The positions that are about even.
fn even<'a>(
    positions: &'a [Epd],
    margin: i32,
    options: &SearchOptions,
) -> Result<Vec<&'a Epd>, ToolError> {
    let bar = progress::bar("screening", positions.len() as u64);
    let mut analyst = Analyst::with_options(options, 1, || bar.tick())?;
    let mut found = Vec::new();
    for epd in positions {
        let analysis = analyst.analyse(&Root::from(epd.position));
        if analyst.is_interrupted() {
            return Err(ToolError::Incomplete("interrupted".into()));
        }
        bar.inc(1);
        let is_even = |value: Value| value.get().abs() <= margin;
        let best = analysis.lines.first().filter(|line| line.depth > 0);
        found.extend(best.filter(|line| is_even(line.value)).map(|_| epd));
    }
    bar.finish_and_clear();
    Ok(found)
}

/// The positions of a file.
fn read(file: &Path) -> Result<Vec<Epd>, ToolError> {
    let mut positions = Vec::new();
    for line in Positions::new(files::open(file)?) {
        let (number, epd) = line.map_err(ToolError::unreadable(file))?;
        let describe = |error| format!("{}, line {number}, {error}", file.display());
        positions.push(epd.map_err(describe)?);
    }
    Ok(positions)
}

fn screened(file: &Path) -> PathBuf {
    let mut name = OsString::from(file);
    name.push(".screened");
    name.into()
}

fn for_white(value: Value, position: &Position) -> Value {
    if position.side() == Color::White { value } else { -value }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    #[command(no_binary_name = true)]
    struct Line {
        #[command(flatten)]
        options: SearchOptions,
    }

    #[test]
    fn work_that_fails_neither_leaves_nor_empties_a_file() {
        let name = format!("cleave-screen-{}.epd", std::process::id());
        let file = std::env::temp_dir().join(name);
        fs::write(&file, "4k3/8/8/8/8/8/8/4K3 w - - 0 1\n").unwrap();
        let Line { options } = Line::parse_from(["--syzygy=/nowhere", "--nodes=100"]);
        let screen = |overwrite| {
            let mut output = Output::new(std::io::sink());
            screen(&file, 50, overwrite, &options, &mut output).is_err()
        };
        let target = screened(&file);
        let leaves_none = screen(false) && !target.exists();
        fs::write(&target, "old").unwrap();
        let empties_none = screen(true) && fs::read_to_string(&target).unwrap() == "old";
        fs::remove_file(&target).unwrap();
        fs::remove_file(&file).unwrap();
        assert!(leaves_none && empties_none);
    }
}
