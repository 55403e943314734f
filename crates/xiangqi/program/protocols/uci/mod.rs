//! UCI as Fairy-Stockfish and Pikafish speak it, and UCCI, its Chinese ancestor.
//!
//! Red's first rank is 0, as in UCCI and Pikafish. It is 1, as in Fairy-Stockfish, once the GUI sets
//! `UCI_Variant`, or sends moves that are legal only so.

mod go;
mod handshake;
mod position;

use cleave_clock::Clock;
use cleave_io::Line;
use cleave_xiangqi::Position;
use cleave_xiangqi::search::{Outcome, Thinking};

use super::{Protocol, mate};
use crate::command::{Action, Activity, Command, Found, Refusal, Reply, command, find};
use crate::session::{Engine, Session};

pub(crate) use handshake::begin;
pub(super) use handshake::{ucci, uci};

/// The two dialects.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dialect {
    Uci,
    Ucci,
}

#[rustfmt::skip]
static COMMANDS: [Command; 16] = [
    command(&["uci"], "", "", Action::Waits(uci)),
    command(&["ucci"], "", "", Action::Waits(ucci)),
    command(&["isready"], "", "", Action::AtOnce(|session, _| { session.line("readyok"); Ok(()) })),
    command(&["setoption"], "name NAME value VALUE", "", Action::Waits(handshake::set_option)),
    command(&["ucinewgame", "uccinewgame"], "", "", Action::Waits(|engine, _| { engine.new_game(); Ok(()) })),
    command(&["position"], "startpos|fen FEN [moves MOVES]", "", Action::Waits(|engine, text| position::set_up(&mut engine.session, text))),
    command(&["banmoves"], "[MOVES]", "", Action::Waits(|engine, text| position::ban(&mut engine.session, text))),
    command(&["go"], "[LIMITS]", "", Action::Starts(go::plan)),
    command(&["stop"], "", "", Action::Stops(|session, _| { session.must_stop = true; Ok(()) })),
    command(&["d"], "", "", Action::AtOnce(|session, _| super::game_keeping::letters(session))),
    command(&["eval"], "", "", Action::AtOnce(super::game_keeping::score)),
    command(&["perft"], "DEPTH", "", Action::Starts(super::game_keeping::perft)),
    command(&["bench"], "[DEPTH]", "", Action::Starts(super::game_keeping::bench)),
    command(&["quit"], "", "", Action::Interrupts(quit)),
    command(&["ponderhit"], "[]", "", Action::FollowsStart),
    command(&["debug", "register", "probe"], "[]", "", Action::IGNORED),
];

fn quit(engine: &mut Engine, _: &str) -> Reply {
    engine.session.is_open = false;
    engine.session.protocol.say_goodbye(&mut engine.session);
    Ok(())
}

impl Protocol for Dialect {
    fn commands(&self) -> &'static [Command] {
        &COMMANDS
    }

    /// Skips unknown words before the first command, as the specification demands. Further words after a command are no
    /// error.
    fn find<'a>(&self, line: &'a str) -> Found<'a> {
        let mut rest = line;
        loop {
            let found = find(&COMMANDS, rest);
            match rest.split_once(char::is_whitespace) {
                Some((_, after)) if found.is_err_and(|it| it == Refusal::Unknown) => {
                    rest = after.trim();
                }
                _ => return find(&COMMANDS, rest),
            }
        }
    }

    fn refusal(&self, line: &str, refusal: &Refusal) -> String {
        format!("info string '{line}': {}", refusal.reason())
    }

    /// A position may be too long for a line, or damaged.
    fn refuse_unreadable(&self, session: &mut Session, line: &Line) {
        session.refuse(line.text(), &"the line cannot be read".into());
        session.is_refused |= line.text().starts_with("position");
    }

    fn thinking(&self, session: &Session, root: &Position, line: &Thinking) -> String {
        let Thinking { depth, rank, value, nodes, time, .. } = line;
        let millis = time.as_millis();
        let speed = u128::from(*nodes) * 1_000 / millis.max(1);
        let score = match mate(*value).filter(|_| *self == Dialect::Uci) {
            Some(moves) => format!("mate {moves}"),
            None if *self == Dialect::Uci => format!("cp {value}"),
            None => value.to_string(),
        };
        let rank =
            if session.settings.lines > 1 { format!(" multipv {rank}") } else { String::new() };
        let line = spell(session, root, &line.line);
        format!(
            "info depth {depth}{rank} score {score} nodes {nodes} nps {speed} time {millis} pv{line}"
        )
    }

    fn conclude(&self, session: &mut Session, _: Activity, outcome: &Outcome) {
        if let Some(moves) = outcome.no_mate_in.filter(|_| *self == Dialect::Uci) {
            session.line(format!("info string there is no mate in {moves}"));
        }
        let root = *session.game.position();
        let moves = &outcome.line[..outcome.line.len().min(2)];
        let answer = spell(session, &root, moves).trim().replace(' ', " ponder ");
        session.line(match self {
            _ if !moves.is_empty() => format!("bestmove {answer}"),
            Dialect::Uci => "bestmove (none)".into(),
            Dialect::Ucci => "nobestmove".into(),
        });
        session.banned.clear();
    }

    fn ponder_hit(&self, session: &mut Session, line: &str) -> Option<Clock> {
        let (command, _) = self.find(line).ok()?;
        matches!(command.action, Action::FollowsStart).then_some(session.hit_clock)
    }

    fn say_goodbye(&self, session: &mut Session) {
        if *self == Dialect::Ucci {
            session.line("bye");
        }
    }

    fn answers_all(&self) -> bool {
        true
    }
}

/// Returns moves in the GUI's spelling, each after a blank.
fn spell(session: &Session, root: &Position, line: &[cleave_xiangqi::Move]) -> String {
    let notation = session.notation();
    line.iter().map(|&mv| format!(" {}", notation.write(root, mv))).collect()
}
