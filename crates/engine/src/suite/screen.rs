//! Looking through a file of positions: what each is worth, and which are about even.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};

use cleave_board::{Color, Position, Value};
use cleave_eval::Evaluator;
use cleave_pgn::{Epd, Positions};
use cleave_search::Root;

use crate::batch::analyst::Analyst;
use crate::batch::files::OutputFile;
use crate::batch::options::SearchOptions;
use crate::batch::{BatchError, progress};
use crate::output::Output;

/// Prints the static evaluation of each position, for White.
///
/// # Errors
/// The file cannot be read, or has a line that is no position.
pub fn evaluate(file: &Path, output: &mut Output) -> Result<(), BatchError> {
    let mut evaluator = Evaluator::new();
    for epd in read(file)? {
        let value = evaluator.evaluate(&epd.position);
        output.line(format!("{:>8}  {epd}", for_white(value, &epd.position).to_string()));
    }
    Ok(())
}

/// Writes the positions whose value is no further from 0 than this margin, in centipawns, to another
/// file, whose name ends in `.screened`. One that exists is refused unless `overwrite`; one that is not
/// complete is removed.
///
/// # Errors
/// A file cannot be read or written, the system refuses the memory, or the user has interrupted.
pub fn screen(
    file: &Path,
    margin: i32,
    overwrite: bool,
    options: &SearchOptions,
    output: &mut Output,
) -> Result<(), BatchError> {
    let positions = read(file)?;
    let target = screened(file);
    let kept_file = OutputFile::create(&target, overwrite)?;
    match keep_even(&positions, margin, options, kept_file) {
        Ok(kept) => {
            let (all, target) = (positions.len(), target.display());
            output.line(format!("{kept} of {all} positions are in {target}"));
            Ok(())
        }
        Err(error) => {
            // What matters is why it is not complete.
            let _ = fs::remove_file(&target);
            Err(error)
        }
    }
}

/// Writes the positions that are about even; returns how many.
fn keep_even(
    positions: &[Epd],
    margin: i32,
    options: &SearchOptions,
    mut target: OutputFile,
) -> Result<usize, BatchError> {
    let bar = progress::bar("screening", positions.len() as u64);
    let mut analyst = Analyst::with_options(options, 1, || bar.tick())?;
    let mut kept = 0;
    for epd in positions {
        let analysis = analyst.analyse(&Root { position: epd.position, history: Vec::new() });
        if analyst.is_interrupted() {
            return Err(BatchError::Incomplete("interrupted".into()));
        }
        bar.inc(1);
        if analysis.lines.first().is_some_and(|line| line.value.get().abs() <= margin) {
            target.write(&format!("{epd}\n"))?;
            kept += 1;
        }
    }
    bar.finish_and_clear();
    Ok(kept)
}

/// The positions of a file.
fn read(file: &Path) -> Result<Vec<Epd>, BatchError> {
    let stream = File::open(file).map_err(BatchError::unreadable(file))?;
    let mut positions = Vec::new();
    for line in Positions::new(BufReader::new(stream)) {
        let (number, epd) = line.map_err(BatchError::unreadable(file))?;
        let describe = |error| format!("{}, line {number}, {error}", file.display());
        positions.push(epd.map_err(|error| BatchError::Refused(describe(error)))?);
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
