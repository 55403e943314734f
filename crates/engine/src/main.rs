//! The program `cleave`; all of it is in the library of the same name.

use std::error::Error;
use std::io::{self, IsTerminal};
use std::process::ExitCode;

use clap::Parser;
use cleave::arguments::{Arguments, Task};
use cleave::benchmark::Report;
use cleave::book::Book;
use cleave::event_loop::EventLoop;
use cleave::input::Input;
use cleave::logging;
use cleave::output::Output;
use cleave::protocols::console::Console;
use cleave::statistics::missing_workers;
use cleave::{analyse, annotate, suite};
use cleave_search::{SearchMode, Searcher, bench};

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("cleave: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    // An empty name, as in CLEAVE_LOG=, is none.
    let Some(file) = arguments.log.as_deref().filter(|file| !file.as_os_str().is_empty()) else {
        return perform(arguments);
    };
    let bad_log = |error| format!("cannot write the log {}: {error}", file.display());
    let log = logging::start(file).map_err(bad_log)?;
    perform(arguments)?;
    Ok(log.finish().map_err(bad_log)?)
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
        None => output = play(output, arguments)?,
    }
    Ok(output.finish().map_err(|error| format!("cannot write to standard output: {error}"))?)
}

fn play(output: Output, arguments: &Arguments) -> Result<Output, Box<dyn Error>> {
    let book = arguments.book.as_deref().map(Book::from_file).transpose()?;
    let interactive = arguments.console || io::stdin().is_terminal();
    let input = Input::from_stdin()?;
    let mut event_loop = EventLoop::start(&Console, input, output, interactive, arguments.hash)?;
    if let Some(book) = book {
        let session = &mut event_loop.engine.session;
        session.book = book;
        session.settings.own_book = true;
    }
    event_loop.run();
    Ok(event_loop.engine.session.output)
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
