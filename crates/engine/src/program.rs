//! The whole program, from its arguments to its end: playing, and the commands of the command line.

use std::error::Error;
use std::io::{self, IsTerminal};
use std::panic::{self, Location};
use std::path::Path;
use std::process;

use cleave_io::logging::{self, LogStatus};
use cleave_io::{Input, Output, block_standard_streams, complain};
use cleave_tools::{analyse, annotate, bench, suite};

use crate::arguments::{Arguments, Command, Configured};
use crate::client::notice::Notice;
use crate::client::palette::Palette;
use crate::conversation::event_loop::EventLoop;
use crate::engine::cluster::Cluster;
use crate::options::configuration::Configuration;
use crate::options::{game_log, shared};
use crate::personalities::Personalities;
use crate::protocols::console::Console;

/// Executes the command or the conversation that the arguments request. Other machines, if there are any, take part in
/// the searches of a conversation, not in the commands of the command line.
///
/// # Errors
/// Something that the arguments name is missing. The text is for the user.
pub fn run(arguments: &Arguments, cluster: Option<Box<dyn Cluster>>) -> Result<(), Box<dyn Error>> {
    name_clock_that_fails();
    block_standard_streams();
    let (log, warning) = match start_log(arguments) {
        Ok(log) => (log, None),
        // A GUI is better off with an engine without a log than with no engine.
        Err(error) if arguments.subcommand.is_none() => (None, Some(error)),
        Err(error) => return Err(error.into()),
    };
    arguments.check()?;
    let mut output = Output::stdout();
    let settings = || arguments.configuration()?.search_options();
    match arguments.subcommand.clone() {
        Some(Command::Bench(task)) => bench::run(&task, &mut output)?,
        Some(Command::Analyse(Configured { mut task, .. })) => {
            task.search.complete_by(settings()?);
            analyse::run(&task, &mut output)?;
        }
        Some(Command::Annotate(Configured { mut task, .. })) => {
            task.search.complete_by(settings()?);
            annotate::run(&task, &mut output)?;
        }
        Some(Command::Test(Configured { mut task, .. })) => {
            task.search.complete_by(settings()?);
            suite::run(&task, &mut output)?;
        }
        Some(Command::Book(ref task)) => {
            for line in task.run()? {
                output.line(line);
            }
        }
        Some(Command::Config(_)) => {
            let configuration = arguments.configuration()?;
            let mut event_loop = prepare(output, arguments, &configuration, false)?;
            let report = configuration.report(&event_loop.engine);
            // The report is a configuration file, so warnings go to standard error.
            for warning in event_loop.engine.session.client.take_warnings() {
                complain(warning);
            }
            output = event_loop.engine.session.client.output;
            output.line(report.trim_end());
        }
        Some(Command::Continue) | None => {
            let is_for_a_person =
                arguments.console || arguments.edited || io::stdin().is_terminal();
            let configuration = arguments.configuration()?;
            let mut event_loop = prepare(output, arguments, &configuration, is_for_a_person)?;
            let session = &mut event_loop.engine.session;
            session.client.prompts &= !arguments.edited;
            if let Some(warning) = warning {
                session.client.say(&Notice::Warning(&warning));
            }
            session.client.has_terminal =
                arguments.edited || is_for_a_person && io::stdout().is_terminal();
            if session.client.has_terminal {
                session.client.palette = Palette::of_environment();
            }
            if let Some(file) = &arguments.resume {
                game_log::resume(&mut event_loop.engine, file.as_deref())?;
            }
            shared::join(&mut event_loop.engine, cluster);
            // A program gets these messages in its protocol, after its first line.
            if is_for_a_person {
                event_loop.engine.session.client.release();
                event_loop.engine.report_missing_processors();
            }
            event_loop.run();
            let client = event_loop.engine.session.client;
            output = client.output;
            (client.input.finish())
                .map_err(|error| format!("cannot read standard input: {error}"))?;
        }
    }
    output.finish().map_err(|error| format!("cannot write to standard output: {error}"))?;
    if let Some((file, log)) = log {
        log.finish().map_err(|error| bad_log(file, &error))?;
    }
    Ok(())
}

/// Starts the log, if the arguments or the environment request one. Returns the file that the user has named, with its
/// status.
fn start_log(arguments: &Arguments) -> Result<Option<(&Path, LogStatus)>, String> {
    let file = arguments.log_file();
    let log = logging::start("cleave", file);
    let log = log.map_err(|error| bad_log(file.unwrap_or(Path::new("-")), &error))?;
    Ok(file.zip(log))
}

fn bad_log(file: &Path, error: &io::Error) -> String {
    format!("cannot write the log {}: {error}", file.display())
}

/// Ends the program with a message if the system refuses to read the clock, as some sandboxes do. The standard library
/// would panic.
fn name_clock_that_fails() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        let is_clock = |place: &Location| place.file().ends_with("/unix/time.rs");
        if panic.location().is_some_and(is_clock) {
            complain("cannot read the clock");
            process::exit(1);
        }
        usual(panic);
    }));
}

/// Creates an engine with everything set as configured, and a console in front of it.
fn prepare(
    output: Output,
    arguments: &Arguments,
    configuration: &Configuration,
    interactive: bool,
) -> Result<EventLoop, Box<dyn Error>> {
    let (input, table_mib) = (Input::from_stdin()?, configuration.table_mib());
    let mut event_loop = EventLoop::start(&Console, input, output, interactive, table_mib)?;
    // A GUI gets warnings about the configuration in its own protocol.
    event_loop.engine.session.client.hold();
    event_loop.engine.session.personalities = Personalities::beside(arguments.config());
    event_loop.engine.configuration_file = match arguments.config() {
        Some(file) => Some(file.to_owned()),
        None => Configuration::place(),
    };
    configuration.apply(&mut event_loop.engine)?;
    Ok(event_loop)
}
