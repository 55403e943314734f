//! The program `cleave`; all of it is in the library of the same name.

use std::error::Error;
use std::io::{self, IsTerminal};
use std::process::ExitCode;

use clap::Parser;
use cleave::arguments::{Arguments, Task};
use cleave::benchmark::Report;
use cleave::configuration::Configuration;
use cleave::event_loop::EventLoop;
use cleave::input::Input;
use cleave::journal;
use cleave::logging;
use cleave::output::Output;
use cleave::palette::Palette;
use cleave::personality::Personalities;
use cleave::protocols::console::Console;
use cleave::statistics::missing_workers;
use cleave::{analyse, annotate, line_editing, suite};
use cleave_search::{SearchMode, Searcher, bench};

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("cleave: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<ExitCode, Box<dyn Error>> {
    if arguments.task.is_none() && !arguments.edited && line_editing::is_possible() {
        return line_editing::run(std::env::args_os().skip(1));
    }
    // An empty name, as in CLEAVE_LOG=, is none.
    let Some(file) = arguments.log.as_deref().filter(|file| !file.as_os_str().is_empty()) else {
        return perform(arguments).map(|()| ExitCode::SUCCESS);
    };
    let bad_log = |error| format!("cannot write the log {}: {error}", file.display());
    let log = logging::start(file).map_err(bad_log)?;
    perform(arguments)?;
    log.finish().map_err(bad_log)?;
    Ok(ExitCode::SUCCESS)
}

fn perform(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let mut output = Output::new(io::stdout());
    match arguments.task.clone() {
        Some(Task::Bench { depth, hash, workers, backend, algorithm }) => {
            let program = workers.map_or(SearchMode::Sequential, |workers| SearchMode::Parallel {
                workers: usize::from(workers),
                backend: backend.into(),
            });
            let mut searcher = Searcher::new(hash)?;
            searcher.set_mode(program)?;
            searcher.set_algorithm(algorithm);
            run_bench(&mut output, depth, &mut searcher, program)?;
        }
        Some(Task::Analyse(arguments)) => analyse::run(&arguments, &mut output)?,
        Some(Task::Annotate(arguments)) => annotate::run(&arguments, &mut output)?,
        Some(Task::Test(arguments)) => suite::run(&arguments, &mut output)?,
        Some(Task::Book(ref task)) => {
            for line in task.run()? {
                output.line(line);
            }
        }
        Some(Task::Config) => {
            let configuration = arguments.configuration()?;
            let event_loop = prepare(output, arguments, &configuration, false)?;
            let report = configuration.report(&event_loop.engine);
            output = event_loop.engine.session.output;
            output.line(report.trim_end());
        }
        None => {
            let is_for_a_person =
                arguments.console || arguments.edited || io::stdin().is_terminal();
            let configuration = arguments.configuration()?;
            let mut event_loop = prepare(output, arguments, &configuration, is_for_a_person)?;
            let session = &mut event_loop.engine.session;
            session.prompts &= !arguments.edited;
            if arguments.edited || is_for_a_person && io::stdout().is_terminal() {
                session.palette = Palette::of_environment();
            }
            if let Some(file) = &arguments.resume {
                journal::resume(&mut event_loop.engine, file.as_deref())?;
            }
            event_loop.run();
            output = event_loop.engine.session.output;
        }
    }
    Ok(output.finish().map_err(|error| format!("cannot write to standard output: {error}"))?)
}

/// An engine with everything set as configured, and a console in front of it.
fn prepare(
    output: Output,
    arguments: &Arguments,
    configuration: &Configuration,
    interactive: bool,
) -> Result<EventLoop, Box<dyn Error>> {
    let (input, table_mib) = (Input::from_stdin()?, configuration.table_mib());
    let mut event_loop = EventLoop::start(&Console, input, output, interactive, table_mib)?;
    event_loop.engine.session.personalities = Personalities::beside(arguments.config.as_deref());
    configuration.apply(&mut event_loop.engine)?;
    Ok(event_loop)
}

fn run_bench(
    output: &mut Output,
    depth: u32,
    searcher: &mut Searcher,
    program: SearchMode,
) -> Result<(), Box<dyn Error>> {
    let mut report = Report::begin();
    let mut smallest_team = usize::MAX;
    for position in bench::positions() {
        let outcome = bench::search(searcher, &position, depth, &mut bench::Undisturbed);
        output.line(report.row(&position, &outcome));
        smallest_team = smallest_team.min(outcome.stats.map_or(1, |stats| stats.workers.len()));
        if !output.is_open() {
            return Ok(());
        }
    }
    output.line(report.total());
    match program {
        SearchMode::Parallel { workers, .. } if smallest_team < workers => {
            Err(missing_workers(smallest_team, workers).into())
        }
        _ => Ok(()),
    }
}
