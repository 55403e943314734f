//! The protocol of xboard and WinBoard, with the variant xiangqi.

use cleave_xiangqi::Position;
use cleave_xiangqi::search::{Outcome, Thinking};

use super::{NAME, Protocol, game_keeping, mate};
use crate::command::{Activity, Refusal, Reply};
use crate::options;
use crate::session::{Engine, Session};

pub(crate) struct Xboard;

/// xboard has commands of its own for these.
const OTHERWISE_SET: [&str; 3] = ["Hash", "Threads", "Ponder"];

pub(super) fn begin(session: &mut Session) {
    session.protocol = &Xboard;
    session.plays = Some(cleave_xiangqi::Color::Black);
    session.settings.shows_thinking = false;
    session.line("");
}

pub(super) fn features(session: &mut Session) {
    session.line(format!(
        "feature done=0\n\
         feature myname=\"{NAME}\" variants=\"xiangqi\" ping=1 setboard=1 playother=1 usermove=1\n\
         feature san=0 time=1 draw=0 sigint=0 sigterm=0 reuse=1 analyze=1 colors=0\n\
         feature name=0 memory=1 smp=1 debug=1"
    ));
    let mut options = options::states(session);
    options.retain(|option| !OTHERWISE_SET.contains(&option.name));
    for option in options {
        session.line(format!("feature option=\"{}\"", option.xboard()));
    }
    session.line("feature done=1");
}

impl Protocol for Xboard {
    fn other(&self, engine: &mut Engine, line: &str) -> Reply {
        match line.starts_with(|c: char| c.is_ascii_lowercase()) && line.len() <= 6 {
            true => game_keeping::user_move(engine, line),
            false => Err(Refusal::Unknown),
        }
    }

    fn refusal(&self, line: &str, refusal: &Refusal) -> String {
        let text = line.strip_prefix("usermove ").unwrap_or(line);
        match refusal {
            Refusal::Move(reason) => format!("Illegal move ({reason}): {text}"),
            _ => format!("Error ({}): {line}", refusal.reason()),
        }
    }

    fn thinking(&self, _: &Session, _: &Position, line: &Thinking) -> String {
        let score = match mate(line.value) {
            Some(moves) => 100_000 * moves.signum() + moves,
            None => line.value,
        };
        let moves: String = line.line.iter().map(|mv| format!(" {mv}")).collect();
        let centiseconds = line.time.as_millis() / 10;
        format!("{} {score} {centiseconds} {}{moves}", line.depth, line.nodes)
    }

    fn conclude(&self, session: &mut Session, activity: Activity, outcome: &Outcome) {
        game_keeping::play_found(session, activity, outcome, |session, mv| {
            session.line(format!("move {mv}"));
        });
    }
}
