//! The commands of a game that the engine keeps: xboard's commands, many of which are useful at a console.

use cleave_clock::Clock;
use cleave_clock::level::{TimeControl, centiseconds};
use cleave_io::number;
use cleave_xiangqi::search::{Outcome, evaluate};
use cleave_xiangqi::{Move, Position};

use crate::command::{Action, Activity, Command, Refusal, Reply, Task, command};
use crate::session::{Engine, Session};
use crate::{bench as benchmark, options};

/// An action that waits for the engine's move, and changes the session.
macro_rules! waits {
    ($session:ident, $text:ident, $body:expr) => {
        Action::Waits(|engine, $text| {
            let $session = &mut engine.session;
            $body;
            Ok(())
        })
    };
}

#[rustfmt::skip]
pub(super) static COMMANDS: [Command; 44] = [
    command(&["help"], "", "lists the commands", Action::AtOnce(help)),
    command(&["uci"], "", "", Action::Interrupts(super::uci::uci)),
    command(&["ucci"], "", "", Action::Interrupts(super::uci::ucci)),
    command(&["xboard"], "", "", Action::Waits(|engine, _| { super::xboard::begin(&mut engine.session); Ok(()) })),
    command(&["protover"], "[N]", "", Action::Waits(|engine, _| { super::xboard::features(&mut engine.session); Ok(()) })),
    command(&["new"], "", "begins a game; the engine plays Black", Action::Interrupts(|engine, _| {
        engine.new_game();
        let session = &mut engine.session;
        (session.plays, session.analyses, session.settings.depth) = (Some(cleave_xiangqi::Color::Black), false, 0);
        show_to_person(session)
    })),
    command(&["variant"], "NAME", "", waits!(_session, name, if name != "xiangqi" { return Err(format!("'{name}' is not played here, only xiangqi").into()); })),
    command(&["setboard", "fen"], "FEN", "sets up a position", Action::Interrupts(|engine, fen| {
        let position = Position::from_fen(fen)?;
        engine.session.set_up(position);
        show_to_person(&mut engine.session)
    })),
    command(&["force"], "", "the engine plays neither side", Action::Interrupts(|engine, _| { engine.session.plays = None; Ok(()) })),
    command(&["go"], "", "the engine plays the side to move", waits!(session, _text, session.plays = Some(session.game.position().side()))),
    command(&["playother"], "", "the engine plays the other side", waits!(session, _text, session.plays = Some(!session.game.position().side()))),
    command(&["usermove"], "MOVE", "plays a move: h2e2, C2=5 or 炮二平五; the word can be left out", Action::Waits(user_move)),
    command(&["?"], "", "plays the best move found so far", Action::Stops(move_now)),
    command(&["undo"], "", "takes back a move", Action::Interrupts(|engine, _| take_back(&mut engine.session, 1))),
    command(&["remove"], "", "takes back a move of each side", Action::Interrupts(|engine, _| take_back(&mut engine.session, 2))),
    command(&["level"], "MOVES MINUTES INCREMENT", "sets a time control", waits!(session, text, session.clocks.set_control(TimeControl::level(text)?, session.made()))),
    command(&["st"], "SECONDS", "sets the time for a move", waits!(session, text, session.clocks.set_control(TimeControl::per_move(text)?, session.made()))),
    command(&["sd"], "PLIES", "searches no deeper; 0 for no limit", waits!(session, text, session.settings.depth = number(text, "the depth", 0, Some(1_000))? as u32)),
    command(&["time"], "CENTISECONDS", "", Action::AtOnce(|session, text| report(session, text, true))),
    command(&["otim"], "CENTISECONDS", "", Action::AtOnce(|session, text| report(session, text, false))),
    command(&["ping"], "N", "", Action::Waits(|engine, text| { engine.session.line(format!("pong {text}")); Ok(()) })),
    command(&["hard"], "", "thinks while the opponent does", waits!(session, _text, session.settings.ponder = true)),
    command(&["easy"], "", "thinks on its own time only", waits!(session, _text, session.settings.ponder = false)),
    command(&["post"], "", "shows what it thinks", Action::AtOnce(|session, _| { session.settings.shows_thinking = true; Ok(()) })),
    command(&["nopost"], "", "hides what it thinks", Action::AtOnce(|session, _| { session.settings.shows_thinking = false; Ok(()) })),
    command(&["analyze", "analyse"], "", "searches until something else comes in", waits!(session, _text, (session.analyses, session.plays) = (true, None))),
    command(&["exit"], "", "ends the analysis", waits!(session, _text, session.analyses = false)),
    command(&["hint"], "", "names a move for you", waits!(session, _text, match session.expected {
        Some(mv) => session.line(format!("Hint: {mv}")),
        None => return Err("no move is expected".into()),
    })),
    command(&["memory"], "MIB", "sets the size of the table", Action::Waits(|engine, text| options::set(engine, "Hash", text))),
    command(&["cores"], "N", "sets the number of workers", Action::Waits(|engine, text| options::set(engine, "Threads", text))),
    command(&["option", "set"], "NAME=VALUE", "sets an option", Action::Waits(|engine, text| {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        options::set(engine, name, value)
    })),
    command(&["options"], "", "lists the options", Action::AtOnce(|session, _| { options::states(session).iter().for_each(|it| session.line(it)); Ok(()) })),
    command(&["board", "d"], "", "shows the board", Action::AtOnce(|session, _| show(session))),
    command(&["letters"], "", "shows the board in letters, and its FEN", Action::AtOnce(|session, _| letters(session))),
    command(&["moves"], "", "lists the legal moves", Action::AtOnce(|session, _| list_moves(session))),
    command(&["score", "eval"], "", "evaluates the position, in hundredths of a soldier", Action::AtOnce(score)),
    command(&["perft"], "DEPTH", "counts the lines of play of this length, move by move", Action::Starts(perft)),
    command(&["bench"], "[DEPTH]", "searches 24 positions, and counts the nodes", Action::Starts(bench)),
    command(&["quit"], "", "ends the program", Action::Interrupts(|engine, _| { engine.session.is_open = false; Ok(()) })),
    command(&["result"], "RESULT", "", Action::Interrupts(|engine, _| { engine.session.plays = None; Ok(()) })),
    command(&["draw"], "", "", Action::IGNORED),
    command(&["accepted", "rejected", "random", "computer", "name", "rating", "ics"], "[]", "", Action::IGNORED),
    command(&[".", "bk", "pause", "resume", "nps", "white", "black"], "[]", "", Action::IGNORED),
    command(&["edit"], "", "", Action::Waits(|_, _| Err("use setboard".into()))),
];

fn help(session: &mut Session, _: &str) -> Reply {
    for Command { names, arguments, help, .. } in &COMMANDS {
        if !help.is_empty() {
            session.line(format!("{:28} {help}", format!("{} {arguments}", names[0])));
        }
    }
    Ok(())
}

fn show(session: &mut Session) -> Reply {
    let text = super::console::board(session.game.position());
    session.line(text);
    Ok(())
}

pub(super) fn letters(session: &mut Session) -> Reply {
    let position = *session.game.position();
    session.line(format!("{}\n{}", position.diagram(), position.fen()));
    Ok(())
}

fn show_to_person(session: &mut Session) -> Reply {
    if session.is_person { show(session) } else { Ok(()) }
}

fn list_moves(session: &mut Session) -> Reply {
    let position = *session.game.position();
    let names = |mv: Move| format!("{mv} {}", cleave_xiangqi::Notation::Wxf.write(&position, mv));
    let moves: Vec<String> = position.legal_moves().into_iter().map(names).collect();
    moves.chunks(6).for_each(|row| session.line(row.join("   ")));
    Ok(())
}

fn report(session: &mut Session, text: &str, is_own: bool) -> Reply {
    let left = centiseconds(text)?;
    let own = session.plays.unwrap_or(session.game.position().side());
    session.clocks.set_left(if is_own { own } else { !own }.index(), left);
    Ok(())
}

fn take_back(session: &mut Session, plies: usize) -> Reply {
    if !session.game.take_back(plies) {
        return Err("there are fewer moves to take back".into());
    }
    session.expected = None;
    show_to_person(session)
}

pub(super) fn user_move(engine: &mut Engine, text: &str) -> Reply {
    let session = &mut engine.session;
    if session.is_over() {
        return Err(Refusal::Move("the game is over".into()));
    }
    session.play(session.read_move(text)?);
    session.expected = None;
    Ok(())
}

pub(super) fn score(session: &mut Session, _: &str) -> Reply {
    let value = evaluate(session.game.position());
    session.line(format!("{value} for {:?}", session.game.position().side()));
    Ok(())
}

fn move_now(session: &mut Session, _: &str) -> Reply {
    session.must_stop |= session.running == Some(Activity::Thinking);
    Ok(())
}

pub(super) fn perft(_: &mut Session, text: &str) -> Result<Task, Refusal> {
    Ok(Task::Perft { depth: number(text, "the depth", 1, Some(20))? as u32 })
}

pub(super) fn bench(_: &mut Session, text: &str) -> Result<Task, Refusal> {
    let depth = match text {
        "" => benchmark::DEPTH,
        _ => number(text, "the depth", 1, Some(60))? as u32,
    };
    Ok(Task::Bench { depth })
}

/// Plays the expected move if the line has it, and returns the clock of the search.
pub(super) fn ponder_hit(session: &mut Session, line: &str) -> Option<Clock> {
    let text = line.strip_prefix("usermove").unwrap_or(line).trim();
    let mv = session.read_move(text).ok().filter(|&mv| session.expected == Some(mv))?;
    session.play(mv);
    Some(session.clock_of(session.game.position().side()))
}

/// Plays the move that was found, if the search was for playing and has found one.
pub(super) fn play_found(
    session: &mut Session,
    activity: Activity,
    outcome: &Outcome,
    say: impl FnOnce(&mut Session, Move),
) {
    if activity != Activity::Thinking {
        // Pondering or analysis has ended: there is nothing more to find.
        session.expected = None;
        session.analyses = false;
        return;
    }
    let Some(&mv) = outcome.line.first() else { return };
    say(session, mv);
    session.play(mv);
    session.expected = outcome.line.get(1).copied();
}
