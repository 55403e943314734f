//! `spsa`: many parameters of the search at once go uphill by games of the program against itself.
//!
//! Each iteration perturbs all parameters at random, and plays the program with the perturbed values against the
//! program with the opposite ones. Then it moves the values towards the winner ([`descent`]). The games are played as
//! in a match ([`games`]). An iteration is a line of a file: a tuning that is broken off goes on where it was
//! ([`course`]).
//!
//! The parameters are the rows of [`cleave_search::params::TABLE`]; the program has to be built with the
//! feature `tunable`, which makes options of them.

mod course;
mod descent;
mod games;
mod report;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::time::Instant;

use cleave_kit::Result;
use cleave_kit::experiment::Journal;
use cleave_kit::files::{Destination, own_journal};
use cleave_kit::progress;
use cleave_search::params::{Parameter, TABLE};
use indicatif::ProgressBar;

use crate::checksum;
use crate::matches::conditions::{Conditions, parse_option};
use crate::matches::contestant::Setup;
use crate::matches::pair::Engine;
use crate::openings;
use course::{Course, Judge, Setting};
use descent::Tuned;
use games::Games;

/// Tunes parameters of the search by games of the program against itself.
#[derive(clap::Args)]
pub struct Arguments {
    /// The program, built with the feature `tunable` from the sources of this command.
    #[arg(value_name = "PROGRAM")]
    program: PathBuf,
    /// A parameter to tune. Can be given several times; by default all are tuned.
    #[arg(long, value_name = "NAME", value_parser = parse_parameter)]
    only: Vec<&'static Parameter>,
    /// An option of the program. Can be given several times.
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_option)]
    option: Vec<(String, String)>,
    #[command(flatten)]
    conditions: Conditions,
    /// Number of iterations. Steps shrink towards the last, so it must be chosen before the first.
    #[arg(long, value_name = "N", default_value_t = 5_000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    iterations: u32,
    /// Pairs of games of each iteration.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pairs: u32,
    /// How far a game more won than lost moves each parameter in the last iteration, in its steps.
    #[arg(long, value_name = "STEPS", default_value_t = 0.002, value_parser = parse_rate)]
    rate: f64,
    /// Seed of the perturbations and of the order of the openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The file of the iterations, a line each. By default a file of this setting in measurements.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The picture of each parameter by iteration. By default next to the file of the iterations.
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

/// The picture is drawn, and without a terminal the line is printed, after this many iterations.
const REPORT_EVERY: u32 = 50;

/// Does the iterations that are not in the file yet, and prints how far the parameters have moved.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let setup = arguments.setup();
    let setting = arguments.setting(&setup)?;
    let openings = openings::read(&arguments.conditions.openings)?;
    let path = match &arguments.out {
        Some(path) => path.clone(),
        None => own_journal("spsa", &setting)?,
    };
    let (journal, known) = Journal::open(&Destination::create(&path)?, &setting)?;
    println!("{}: {} iterations are in this file", path.display(), known.len());
    let plot = arguments.plot.clone().unwrap_or_else(|| path.with_extension("svg"));
    let files = Files { journal, plot: Destination::create(&plot)? };
    let mut games = Games::new(
        (&setup, arguments.conditions.timing()),
        arguments.chosen().map(|row| row.option.to_string()).collect(),
        games::shuffled(openings, arguments.seed),
        arguments.conditions.adjudication(),
        arguments.pairs,
        arguments.conditions.concurrency(),
    );
    let mut course = Course::resume(&setting, &path, known)?;
    tune(&mut course, arguments.iterations, &mut games, &files)?;
    print!("{}", report::table(&course));
    println!("picture: {}", plot.display());
    files.journal.finish(&course.iterations)
}

impl Arguments {
    /// Returns the parameters to tune, in the order of the table.
    fn chosen(&self) -> impl Iterator<Item = &'static Parameter> {
        let is_chosen = |row: &&Parameter| {
            self.only.is_empty() || self.only.iter().any(|only| only.name == row.name)
        };
        TABLE.iter().filter(is_chosen)
    }

    /// Returns the program, with all parameters to tune at their start.
    fn setup(&self) -> Setup {
        let start = |row: &Parameter| (row.option.into(), row.value.to_string());
        let mut options = self.conditions.options(&self.option);
        options.extend(self.chosen().map(start));
        Setup { program: self.program.clone(), options }
    }

    fn setting(&self, setup: &Setup) -> Result<Setting> {
        Ok(Setting {
            engine: Engine::of(setup)?,
            limit: self.conditions.limit_text(),
            margin_ms: self.conditions.margin,
            openings: checksum::of_file(&self.conditions.openings)?,
            adjudication: !self.conditions.to_the_end,
            iterations: self.iterations,
            pairs: self.pairs,
            rate: self.rate,
            seed: self.seed,
            parameters: self.chosen().map(Tuned::of).collect(),
        })
    }
}

/// The files for the iterations and their picture.
struct Files {
    journal: Journal,
    plot: Destination,
}

/// Does iterations up to this number.
fn tune(course: &mut Course, iterations: u32, judge: &mut impl Judge, files: &Files) -> Result<()> {
    let bar = progress::bar("iterations", iterations.into());
    let (begun, before) = (Instant::now(), course.descent.done());
    bar.set_position(before.into());
    for number in before + 1..=iterations {
        files.journal.record(&course.step(judge)?)?;
        let per_iteration = begun.elapsed() / (number - before);
        show(&bar, number, &report::line(course, per_iteration * (iterations - number)));
        if number % REPORT_EVERY == 0 {
            files.plot.write(&report::picture(course)?)?;
        }
    }
    bar.finish_and_clear();
    files.plot.write(&report::picture(course)?)
}

fn show(bar: &ProgressBar, number: u32, line: &str) {
    bar.inc(1);
    if !bar.is_hidden() {
        bar.set_message(line.to_string());
    } else if number.is_multiple_of(REPORT_EVERY) {
        println!("iteration {number}: {line}");
    }
}

impl Tuned {
    fn of(row: &Parameter) -> Tuned {
        let Parameter { name, value, least, most, step, .. } = *row;
        Tuned { name: name.into(), start: value, least, most, step }
    }
}

fn parse_parameter(name: &str) -> Result<&'static Parameter, String> {
    TABLE.iter().find(|row| row.name == name).ok_or_else(|| {
        let names: Vec<&str> = TABLE.iter().map(|row| row.name).collect();
        format!("there are: {}", names.join(", "))
    })
}

fn parse_rate(text: &str) -> Result<f64, String> {
    let rate = text.parse().ok().filter(|rate| (1e-6..=1.0).contains(rate));
    rate.ok_or_else(|| "expected a number of steps from 0.000001 to 1".into())
}
