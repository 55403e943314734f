//! `cleave test`: solves a suite of test positions and reports how many, how fast, and which not.
//!
//! A [`problem`] says what solves a position. [`trial`] searches it and notes since when the solution has
//! been the best move. [`report`] makes a table of the trials, or JSON.

pub mod problem;
pub mod report;
pub mod screen;
mod target;
pub mod trial;

use std::path::{Path, PathBuf};

use clap::Args;
use cleave_io::{Output, complain, progress};
use cleave_pgn::Positions;

use crate::searching::{Analyst, SearchOptions};
use crate::{ToolError, files};
use problem::TestPosition;
use report::Report;
use target::{Target, TargetOptions};
use trial::Patience;

/// The command line of `cleave test`.
#[derive(Args, Clone, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct Arguments {
    /// The suite: EPD, a position on each line.
    #[arg(value_name = "SUITE.epd")]
    suite: PathBuf,

    /// Go on to the next position once the solution has been the best move of N iterations in a row.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    steady: Option<u32>,

    #[command(flatten)]
    target: TargetOptions,

    /// How each position is searched.
    #[command(flatten)]
    pub search: SearchOptions,
}

const AFTER_HELP: &str = "\
A position is solved by a move among those of bm, and not among those of am; by a mate in at most as \
many moves as dm says, or bm #3 (#-3: being mated), if bm names no move; or else by the move with the most points in c0, as in the \
Strategic Test Suite: c0 \"f5=10, Be5+=2\". The points of the moves found are summed up.

The table shows since which depth, time and number of nodes the solution has been the best move. \
Every position is searched with an empty table. Ctrl-C ends the test; what was searched is reported.

Examples:
  cleave test wac.epd --time 1 --steady 3
  cleave test sts.epd --depth 12 --workers 4 --unsolved hard.epd --json sts.json";

/// Tests the suite and prints a row for each position.
///
/// # Errors
/// A file cannot be read or written, or the system refuses the memory. Positions that are no tests
/// are named, and left out.
pub fn run(arguments: &Arguments, output: &mut Output) -> Result<(), ToolError> {
    let (problems, bad_lines) = read_problems(&arguments.suite)?;
    let bar = progress::bar("testing", problems.len() as u64);
    let mut analyst = Analyst::with_options(&arguments.search, 1, || bar.tick())?;
    let mut target = Target::open(&arguments.target, output, &bar)?;
    let mut report = Report::new(arguments.search.describe());
    let patience = arguments.steady.map_or(Patience::Endless, Patience::Iterations);
    for problem in &problems {
        let trial = trial::run(&mut analyst, problem, patience);
        if analyst.is_interrupted() || !target.is_open() {
            break;
        }
        bar.inc(1);
        if !trial.is_solved() {
            target.write_unsolved(problem)?;
        }
        target.print(&report.add(problem, &trial));
    }
    bar.finish_and_clear();
    target.finish(&report)?;
    match bad_lines {
        0 => Ok(()),
        _ => Err(ToolError::Incomplete(format!("lines that are no tests: {bad_lines}"))),
    }
}

/// The tests in a file, and the number of lines that are none, which are named.
fn read_problems(suite: &Path) -> Result<(Vec<TestPosition>, usize), ToolError> {
    let mut problems = Vec::new();
    let mut bad_lines = 0;
    for line in Positions::new(files::open(suite)?) {
        let (number, line) = line.map_err(ToolError::unreadable(suite))?;
        for repair in line.iter().flat_map(|epd| &epd.repairs) {
            complain(format_args!("{}, line {number}: {repair}", suite.display()));
        }
        let problem = line.map_err(|error| error.to_string()).and_then(TestPosition::new);
        match problem {
            Ok(problem) => problems.push(problem),
            Err(error) => {
                complain(format_args!("{}, line {number}: {error}", suite.display()));
                bad_lines += 1;
            }
        }
    }
    Ok((problems, bad_lines))
}
