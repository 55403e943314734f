//! A protocol added from outside the crate, similar to UCI: the GUI sends every position and requests every search, and
//! the engine keeps no game.

use cleave::client::notice::{Notice, Wording};
use cleave::conversation::event_loop::EventLoop;
use cleave::conversation::protocol::{
    Action, Chapter, Conversation, ParsedLine, Protocol, command,
};
use cleave::engine::Engine;
use cleave::refusal::{Refusal, Reply};
use cleave::session::Session;
use cleave::task::{Activity, SearchTask, Task};
use cleave_board::Position;
use cleave_io::{Input, Output};
use cleave_movegen::parse_move;
use cleave_search::{Clock, Limits, Outcome};

use crate::common;

struct Minimal;

const COMMANDS: &[&Chapter] = &[&Chapter {
    topic: "sums",
    title: "Commands",
    commands: &[
        command(&["ready"], "", Action::AtOnce(ready), "Answer at once."),
        command(&["position"], "MOVES", Action::Queues(position), "Set up a position."),
        command(&["go"], "DEPTH | ponder", Action::Starts(go), "Search."),
        command(&["hit"], "", Action::AtOnce(|_, _| Ok(())), "The opponent has played the move."),
        command(&["stop"], "", Action::AtOnce(stop), "Answer now."),
    ],
}];

fn ready(session: &mut Session, _: &str) -> Reply {
    session.client.line("ready");
    Ok(())
}

fn position(engine: &mut Engine, moves: &str) -> Reply {
    let session = &mut engine.session;
    session.begin(Position::start());
    for text in moves.split_whitespace() {
        let mv = parse_move(session.game.position(), text)
            .map_err(|error| Refusal::of_move(text, &error))?;
        session.game.moves.play(mv);
    }
    Ok(())
}

fn go(session: &mut Session, text: &str) -> Result<Task, Refusal> {
    let root = session.game.moves.root();
    let (activity, limits) = match (text, session.game.moves.last()) {
        ("ponder", Some((_, expected))) => {
            let clock = Clock::PerMove(std::time::Duration::from_millis(20));
            let limits = Limits { clock, pondering: true, ..Limits::default() };
            (Activity::Pondering(Some(expected)), limits)
        }
        _ => {
            let depth = text.parse().map_err(|_| Refusal::BadArgument("no depth".into()))?;
            (Activity::Thinking, Limits::to_depth(depth))
        }
    };
    Ok(Task::Search(Box::new(SearchTask { activity, root, limits })))
}

fn stop(session: &mut Session, _: &str) -> Reply {
    session.running.stop();
    Ok(())
}

fn wording(notice: &Notice<'_>) -> Option<String> {
    match notice {
        Notice::Thinking { line, .. } => Some(format!("info depth {}", line.depth)),
        Notice::Refusal { line, .. } => Some(format!("info refused {line}")),
        _ => None,
    }
}

impl Conversation for Minimal {
    fn wording(&self) -> Wording {
        wording
    }

    fn begin(&self, session: &mut Session) {
        session.settings.shown.thinking = true;
    }
}

impl Protocol for Minimal {
    fn commands(&self) -> &'static [&'static Chapter] {
        COMMANDS
    }

    fn ponder_hit(&self, session: &mut Session, parsed: &ParsedLine) -> Option<Clock> {
        session.running.search().map(|it| it.clock).filter(|_| parsed.name == "hit")
    }

    fn conclude(&self, session: &mut Session, outcome: &Outcome) {
        let mv = outcome.best.expect("no test sets up a finished game");
        session.client.line(format!("best {mv}"));
    }
}

/// Returns the program's answers to these lines.
fn answers(lines: &str) -> Vec<String> {
    let (reader, mut writer) = std::io::pipe().unwrap();
    std::io::Write::write_all(&mut writer, lines.as_bytes()).unwrap();
    drop(writer);
    let transcript = common::Transcript::default();
    let output = Output::new(transcript.clone());
    EventLoop::start(&Minimal, Input::from_pipe(reader), output, false, Some(1)).unwrap().run();
    transcript.take().lines().map(String::from).collect()
}

#[test]
fn a_search_is_answered_with_a_best_move_and_plays_nothing() {
    let answers = answers("position f2f3 e7e5 g2g4\ngo 2\ngo 3\ne2e4\n");
    let best = ["best d8h4"; 2];
    assert_eq!(answers.iter().filter(|line| line.starts_with("best")).collect::<Vec<_>>(), best);
    assert_eq!(answers.iter().filter(|line| *line == "info depth 1").count(), 2, "{answers:?}");
    assert!(answers.iter().any(|line| line == "info refused e2e4"), "no bare moves: {answers:?}");
}

#[test]
fn a_search_listens() {
    let answers = answers("position e2e4\ngo 100\nready\nstop\n");
    let place = |text: &str| answers.iter().position(|line| line.starts_with(text));
    assert!(place("ready") < place("best") && place("ready").is_some(), "{answers:?}");
}

#[test]
fn a_ponder_hit_starts_the_clock_of_the_search() {
    let answers = answers("position e2e4\ngo ponder\nready\nhit\n");
    assert_eq!(answers.iter().filter(|line| line.starts_with("best")).count(), 1, "{answers:?}");
}
