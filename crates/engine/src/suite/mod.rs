//! `cleave test`: solves a suite of test positions and reports how many, how fast, and which not.
//!
//! A [`task`] says what solves a position. [`trial`] searches it and notes since when the solution has
//! been the best move. [`report`] makes a table of the trials, or JSON.

pub mod report;
pub mod task;
pub mod trial;

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use cleave_pgn::Positions;

use crate::batch::analyst::Analyst;
use crate::batch::options::SearchOptions;
use crate::batch::signals::Interrupts;
use crate::batch::{BatchError, files, progress};
use crate::output::Output;
use report::Report;
use task::Task;
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

    /// Write the positions that were not solved to FILE, as EPD.
    #[arg(long, value_name = "FILE")]
    unsolved: Option<PathBuf>,

    /// Write the results to FILE as JSON; '-' is standard output, which then gets no table.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,

    /// Overwrite files that exist.
    #[arg(long)]
    force: bool,

    #[command(flatten)]
    search: SearchOptions,
}

const AFTER_HELP: &str = "\
A position is solved by a move among those of bm, and not among those of am; by a mate in at most as \
many moves as dm says, if there is no bm; or else by the move with the most points in c0, as in the \
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
pub fn run(arguments: &Arguments, output: &mut Output) -> Result<(), BatchError> {
    let (tasks, bad_lines) = read_tasks(&arguments.suite)?;
    let mut unsolved =
        arguments.unsolved.as_deref().map(|file| create(file, arguments)).transpose()?;
    let json = JsonTarget::open(arguments)?;
    let searcher = arguments.search.searcher()?;
    let interrupts = Interrupts::watch().map_err(|error| BatchError::Refused(error.to_string()))?;
    let bar = progress::bar("testing".into(), tasks.len() as u64);
    let limits = arguments.search.limits();
    let mut analyst = Analyst::new(searcher, limits, interrupts, || bar.tick());
    let mut report = Report::new(arguments.search.describe());
    let mut print = |line: String| {
        if json.leaves_standard_output() {
            bar.suspend(|| output.line(line));
        }
        output.is_open()
    };
    let patience = arguments.steady.map_or(Patience::Endless, Patience::Iterations);
    print(report::HEAD.into());
    for task in &tasks {
        let trial = trial::run(&mut analyst, task, patience);
        if analyst.is_interrupted() {
            break;
        }
        if let Some((file, name)) = &mut unsolved
            && !trial.is_solved()
        {
            writeln!(file, "{}", task.epd()).map_err(BatchError::unwritable(name))?;
        }
        bar.inc(1);
        let row = report.add(task, trial);
        if !print(row) {
            return Ok(());
        }
    }
    bar.finish_and_clear();
    print(report.total());
    json.write(&report, output)?;
    match bad_lines {
        0 => Ok(()),
        _ => Err(BatchError::Incomplete(format!("lines that are no tests: {bad_lines}"))),
    }
}

/// The tests in a file, and the number of lines that are none, which are named.
fn read_tasks(suite: &Path) -> Result<(Vec<Task>, usize), BatchError> {
    let file = File::open(suite).map_err(BatchError::unreadable(suite))?;
    let mut tasks = Vec::new();
    let mut bad_lines = 0;
    for line in Positions::new(BufReader::new(file)) {
        let (number, line) = line.map_err(BatchError::unreadable(suite))?;
        let task = line.map_err(|error| error.to_string()).and_then(Task::new);
        match task {
            Ok(task) => tasks.push(task),
            Err(error) => {
                eprintln!("cleave: {}, line {number}: {error}", suite.display());
                bad_lines += 1;
            }
        }
    }
    Ok((tasks, bad_lines))
}

fn create(file: &Path, arguments: &Arguments) -> Result<(File, PathBuf), BatchError> {
    Ok((files::create(file, arguments.force)?, file.into()))
}

/// Where the results go as JSON.
enum JsonTarget {
    Nowhere,
    StandardOutput,
    File(File, PathBuf),
}

impl JsonTarget {
    fn open(arguments: &Arguments) -> Result<JsonTarget, BatchError> {
        Ok(match arguments.json.as_deref() {
            None => JsonTarget::Nowhere,
            Some(file) if file == "-" => JsonTarget::StandardOutput,
            Some(file) => {
                let (opened, name) = create(file, arguments)?;
                JsonTarget::File(opened, name)
            }
        })
    }

    fn leaves_standard_output(&self) -> bool {
        !matches!(self, JsonTarget::StandardOutput)
    }

    fn write(self, report: &Report, output: &mut Output) -> Result<(), BatchError> {
        match self {
            JsonTarget::Nowhere => {}
            JsonTarget::StandardOutput => output.line(report.to_json()),
            JsonTarget::File(mut file, name) => {
                writeln!(file, "{}", report.to_json()).map_err(BatchError::unwritable(&name))?;
            }
        }
        Ok(())
    }
}
