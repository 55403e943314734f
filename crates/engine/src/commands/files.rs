//! Commands that process files of games and positions, as the command line does. While they run, the program reacts
//! only to Ctrl-C.

use std::fmt::Display;
use std::path::Path;

use clap::{Args, Parser};
use cleave_tools::searching::{EvaluatedBy, SearchOptions};
use cleave_tools::{annotate, suite};

use super::arguments::{FORCE, file_name, number, split_force};
use super::crafty::Crafty::Has;
use crate::conversation::protocol::Action::Queues;
use crate::conversation::protocol::{Chapter, command};
use crate::engine::Engine;
use crate::refusal::{Refusal, Reply};
use crate::session::Session;
use cleave_clock::level::TimeControl;

#[rustfmt::skip]
pub(crate) const CHAPTER: Chapter = Chapter {
    topic: "annotating",
    title: "Working through files ('cleave annotate --help' and 'cleave test --help' say more)",
    commands: &[
        command(&["annotate"], "GAMES [SIDE MOVES MARGIN SECONDS [LINES]] [--force]",
            Queues(|engine, text| annotate(engine, text, Form::Pgn)),
            "Annotate games into GAMES.can, which --force overwrites: the moves of SIDE (w, b or bw) within MOVES, such as 10-30, that lose at least MARGIN pawns, with LINES better lines. With GAMES alone, or as on the command line ('annotate games.pgn --time 5'), show them.")
            .crafty(&[Has("`annotate`", "`annotate games.pgn w 1-1 0.5 0.01`", "`SIDE` is no name; `cleave annotate` has more options")]),
        command(&["annotateh"], "GAMES SIDE MOVES MARGIN SECONDS [LINES] [--force]",
            Queues(|engine, text| annotate(engine, text, Form::Html)),
            "The same into a page with diagrams, GAMES.html.")
            .crafty(&[Has("`annotateh`", "`annotateh games.pgn b 1-1 0.5 0.01 2`", "one page, with diagrams")]),
        command(&["test"], "SUITE [N [UNSOLVED]] [--force]", Queues(test),
            "Solve a suite (EPD) within the limits of 'st', 'sd' or 'sn', each position until the solution has been the best move of N iterations in a row; write the unsolved positions to UNSOLVED, which --force overwrites. Or as on the command line.")
            .crafty(&[Has("`test FILE [N [UNSOLVED]]`", "`sd 3`, `test suite.epd 2 unsolved.epd`", "EPD; `cleave test` has more options")]),
        command(&["evtest"], "POSITIONS", Queues(evaluate),
            "Show the static evaluation of each position (EPD) by the terms written by hand, in pawns for White.")
            .crafty(&[Has("`evtest FILE`", "`evtest suite.epd`", "")]),
        command(&["screen"], "POSITIONS MARGIN [--force]", Queues(screen),
            "Write the positions with a value within MARGIN centipawns of 0, searched within the limits of 'st', 'sd' or 'sn', to POSITIONS.screened, which --force overwrites.")
            .crafty(&[Has("`screen FILE MARGIN`", "`sn 500`, `screen suite.epd 100`", "")]),
    ],
};

/// The output format of annotated games.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Pgn,
    Html,
}

fn annotate(engine: &mut Engine, text: &str, form: Form) -> Reply {
    let (text, forced) = split_force(text);
    let mut words = annotation(text, form)?;
    words.extend(forced.then(|| FORCE.into()));
    let mut arguments: annotate::Arguments = read(&words, &engine.session)?;
    arguments.search.complete_by(search_options(&engine.session));
    annotate::run(&arguments, &mut engine.session.client.output).map_err(refused)
}

fn test(engine: &mut Engine, text: &str) -> Reply {
    let (text, forced) = split_force(text);
    let words: Vec<&str> = text.split_whitespace().collect();
    let words = match words[..] {
        [suite] => vec![suite],
        [suite, steady] if !steady.starts_with('-') => vec![suite, "--steady", steady],
        [suite, steady, unsolved] if !steady.starts_with('-') => {
            vec![suite, "--steady", steady, "--unsolved", unsolved]
        }
        _ => words,
    };
    let words = words.into_iter().chain(forced.then_some(FORCE));
    let words: Vec<String> = words.map(String::from).collect();
    let mut arguments: suite::Arguments = read(&words, &engine.session)?;
    arguments.search.complete_by(search_options(&engine.session));
    suite::run(&arguments, &mut engine.session.client.output).map_err(refused)
}

fn evaluate(engine: &mut Engine, file: &str) -> Reply {
    suite::screen::evaluate(Path::new(file_name(file)?), &mut engine.session.client.output)
        .map_err(refused)
}

fn screen(engine: &mut Engine, text: &str) -> Reply {
    let expected = "expected a file and a margin in centipawns";
    let (text, forced) = split_force(text);
    let (file, margin) = text.rsplit_once(char::is_whitespace).ok_or(expected)?;
    let file = Path::new(file_name(file.trim())?);
    let margin = number(margin, "the margin", 0, Some(100_000))? as i32;
    let session = &mut engine.session;
    available(session)?;
    let options = search_options(session);
    suite::screen::screen(file, margin, forced, &options, &mut session.client.output)
        .map_err(refused)
}

/// Converts Crafty's arguments: file, side, moves, margin in pawns, seconds, lines.
fn annotation(text: &str, form: Form) -> Result<Vec<String>, Refusal> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (file, side, moves, margin, seconds, lines) = match words[..] {
        [file, side, moves, margin, seconds] if !side.starts_with('-') => {
            (file, side, moves, margin, seconds, "1")
        }
        [file, side, moves, margin, seconds, lines] if !side.starts_with('-') => {
            (file, side, moves, margin, seconds, lines)
        }
        [_, option, ..] if option.starts_with('-') && form == Form::Pgn => {
            return Ok(words.into_iter().map(String::from).collect());
        }
        [_] if form == Form::Pgn => return Ok(vec![text.into()]),
        _ => {
            let expected =
                "expected GAMES SIDE MOVES MARGIN SECONDS, such as 'games.pgn bw 1-999 0.5 10'";
            return Err(expected.into());
        }
    };
    let side = match side {
        "w" => "white",
        "b" => "black",
        "bw" | "wb" => "both",
        _ => return Err("the side is w, b or bw".into()),
    };
    let is_first = !moves.contains('-');
    let moves = if is_first { format!("{moves}-") } else { moves.into() };
    let pawns: Option<f64> = margin.parse().ok().filter(|pawns| (0.0..=100.0).contains(pawns));
    let margin = pawns.ok_or("the margin is a number of pawns, such as 0.5")?;
    let margin = (100.0 * margin).round().to_string();
    let target = match form {
        Form::Pgn => ["--output".into(), format!("{file}.can")],
        Form::Html => ["--html".into(), format!("{file}.html")],
    };
    // A negative number means: show this many lines, however bad.
    let lines = lines.trim_start_matches('-');
    let [to, output] = target;
    Ok([file, "--side", side, "--moves", &moves, "--margin", &margin, "--time", seconds]
        .into_iter()
        .chain(["--lines", lines, &to, &output])
        .map(String::from)
        .collect())
}

/// The rest of a command line.
#[derive(Parser)]
#[command(no_binary_name = true)]
struct Rest<A: Args> {
    #[command(flatten)]
    arguments: A,
}

/// Reads the rest of a command line.
fn read<A: Args>(words: &[String], session: &Session) -> Result<A, Refusal> {
    available(session)?;
    let rest = Rest::try_parse_from(words).map_err(|error| misread(&error))?;
    Ok(rest.arguments)
}

/// Returns the first line of clap's message.
fn misread(error: &clap::Error) -> Refusal {
    let text = error.to_string();
    let first = text.lines().next().unwrap_or_default();
    Refusal::BadArgument(first.trim_start_matches("error: ").into())
}

/// Returns the engine's own search settings. A chess clock is not a limit, and the engine's table stays where it is.
fn search_options(session: &Session) -> SearchOptions {
    let settings = &session.settings;
    let time = match session.game.clocks.control() {
        TimeControl::PerMove(time) => Some(time),
        TimeControl::Game(_) => None,
    };
    let uses_tables = settings.tablebase.pieces > 0 && !settings.tablebase.path.is_empty();
    SearchOptions {
        time,
        depth: settings.search.depth.and_then(|depth| depth.try_into().ok()),
        nodes: settings.search.nodes.and_then(|nodes| nodes.try_into().ok()),
        workers: Some(settings.team.cores as u16),
        backend: Some(settings.team.backend),
        syzygy: uses_tables.then(|| settings.tablebase.path.clone()),
        algorithm: Some(settings.team.algorithm),
        evaluated_by: EvaluatedBy::chosen(
            &settings.evaluation.file,
            settings.evaluation.by_network,
        ),
        ..SearchOptions::default()
    }
}

/// Refuses these commands to a GUI, which would wait for answers and take the program for dead.
fn available(session: &Session) -> Reply {
    match session.client.has_arbiter {
        true => Err(Refusal::NotNow("this is for the console, or the command line of cleave")),
        false => Ok(()),
    }
}

fn refused(error: impl Display) -> Refusal {
    Refusal::BadArgument(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::Client;
    use cleave_search::team::{Algorithm, Backend};
    use std::time::Duration;

    #[test]
    fn crafty_s_arguments_become_options() {
        let line = |text| annotation(text, Form::Pgn).map(|words| words.join(" "));
        assert_eq!(
            line("a.pgn bw 10-20 0.5 2 -3").unwrap(),
            "a.pgn --side both --moves 10-20 --margin 50 --time 2 --lines 3 --output a.pgn.can"
        );
        assert!(line("a.pgn w 10 1 2").unwrap().contains("--side white --moves 10- --margin 100"));
        assert_eq!(line("a.pgn --time 5").unwrap(), "a.pgn --time 5");
        assert!(
            annotation("a.pgn b 1 1 2", Form::Html)
                .unwrap()
                .ends_with(&["--html".to_owned(), "a.pgn.html".to_owned(),])
        );
        for text in ["", "a.pgn w", "a.pgn x 1 1 1", "a.pgn w 1 x 1", "a.pgn w 1 -1 1"] {
            assert!(line(text).is_err(), "{text}");
        }
    }

    #[test]
    fn settings_fill_in_options_that_are_not_given() {
        let mut session = Session::new(Client::nobody());
        session.settings.team.cores = 3;
        session.settings.team.backend = Backend::Thread;
        session.settings.team.algorithm = Algorithm::ALL[1];
        session.settings.tablebase.path = "-tables".into();
        session.settings.evaluation.file = "a.net".into();
        let parsed = |session: &Session, line: &str| {
            let words: Vec<String> = line.split_whitespace().map(String::from).collect();
            let mut options: SearchOptions = read(&words, session).unwrap();
            options.complete_by(search_options(session));
            options
        };
        let all = parsed(&session, "");
        assert_eq!((all.workers, all.backend), (Some(3), Some(Backend::Thread)));
        assert_eq!(all.syzygy.as_deref(), Some("-tables"));
        assert_eq!(all.evaluated_by, EvaluatedBy::Network("a.net".into()));
        assert_eq!(all.algorithm, Some(Algorithm::ALL[1]));
        assert_eq!(all.time, Some(Duration::from_secs(5)));
        for line in ["--depth=4 --workers=2 --backend=fork", "-d4 -w2 --backend fork"] {
            let named = parsed(&session, line);
            assert_eq!(
                (named.workers, named.backend, named.time),
                (Some(2), Some(Backend::Fork), None),
                "{line}"
            );
        }
        assert_eq!(parsed(&session, "-t7").time, Some(Duration::from_secs(7)));
        session.settings.tablebase.pieces = 0;
        assert_eq!(parsed(&session, "").syzygy, None, "they are off");
    }
}
