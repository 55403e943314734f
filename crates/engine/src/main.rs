//! The program `cleave`; all of it is in the library of the same name.

use std::error::Error;
use std::io::{self, IsTerminal};
use std::process::ExitCode;

use clap::Parser;
use cleave::arguments::{Arguments, Task};
use cleave::benchmark::Report;
use cleave::book::Book;
use cleave::engine::Engine;
use cleave::input::Input;
use cleave::logging;
use cleave::output::Output;
use cleave::session::Session;
use cleave_search::{Program, Searcher, bench};

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
    if let Some(file) = &arguments.log {
        logging::start(file)
            .map_err(|error| format!("cannot write the log {}: {error}", file.display()))?;
    }
    match arguments.task {
        Some(Task::Bench { depth, hash, workers, backend }) => {
            let program = workers.map_or(Program::Sequential, |workers| Program::Parallel {
                workers: usize::from(workers),
                backend: backend.into(),
            });
            run_bench(depth, hash, program)
        }
        None => play(arguments),
    }
}

fn play(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let interactive = arguments.console || io::stdin().is_terminal();
    let input = Input::from_stdin()?;
    let mut session = Session::new(input, Output::new(io::stdout()), interactive);
    if let Some(file) = &arguments.book {
        session.book = Book::from_file(file)?;
        session.settings.own_book = true;
    }
    if interactive {
        let version = env!("CARGO_PKG_VERSION");
        session.output.line(format!("Cleave {version}. You play White: make a move, or 'help'."));
    }
    Engine::new(session, arguments.hash)?.run();
    Ok(())
}

fn run_bench(depth: u32, hash: usize, program: Program) -> Result<(), Box<dyn Error>> {
    let mut output = Output::new(io::stdout());
    let mut searcher = Searcher::new(hash)?;
    searcher.set_program(program)?;
    let mut report = Report::begin();
    bench::run(&mut searcher, depth, |position, outcome| {
        output.line(report.row(position, outcome));
    });
    output.line(report.total());
    Ok(())
}
