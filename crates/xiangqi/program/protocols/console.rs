//! The console: for a person who types, and the beginning of every conversation.

use cleave_xiangqi::search::{Outcome, Thinking};
use cleave_xiangqi::{Notation, Position, Square};

use super::{NAME, Protocol, game_keeping};
use crate::command::{Activity, Refusal, Reply};
use crate::session::{Engine, Session};

pub(crate) struct Console;

/// Greets a person.
pub(crate) fn begin(session: &mut Session) {
    if session.is_person {
        session.line(format!("{NAME}. 'help' lists the commands."));
        session.line(board(session.game.position()));
    }
}

impl Protocol for Console {
    fn is_handed_over(&self, line: &str) -> bool {
        cleave_io::go::is_first_line(line)
    }

    fn other(&self, engine: &mut Engine, line: &str) -> Reply {
        match game_keeping::user_move(engine, line) {
            Err(Refusal::Move(reason)) if reason.contains("is not a move") => {
                Err("it is neither a command nor a move; 'help' lists the commands".into())
            }
            reply => reply,
        }
    }

    fn refusal(&self, line: &str, refusal: &Refusal) -> String {
        format!("{line}: {}", refusal.reason())
    }

    fn thinking(&self, _: &Session, root: &Position, line: &Thinking) -> String {
        let mut position = *root;
        let moves = line.line.iter().map(|&mv| {
            let text = Notation::Wxf.write(&position, mv);
            position = position.make(mv);
            text
        });
        let moves: Vec<String> = moves.collect();
        let Thinking { depth, value, nodes, time, .. } = line;
        let [value, time] = [f64::from(*value) / 100.0, time.as_secs_f64()];
        format!("{depth:3} {value:+7.2} {time:7.2} s {nodes:11}  {}", moves.join(" "))
    }

    fn conclude(&self, session: &mut Session, activity: Activity, outcome: &Outcome) {
        game_keeping::play_found(session, activity, outcome, |session, mv| {
            let position = *session.game.position();
            let [wxf, chinese] =
                [Notation::Wxf, Notation::Chinese].map(|notation| notation.write(&position, mv));
            session.line(format!("My move: {mv} ({wxf}, {chinese})"));
            if session.is_person {
                session.line(board(&position.make(mv)));
            }
        });
    }

    fn prompt(&self, session: &mut Session) {
        if session.is_person {
            session.output.prompt("> ");
        }
    }
}

/// Returns the board as it is printed in books, Red below.
pub(super) fn board(position: &Position) -> String {
    let row = |rank: u8| {
        let squares = (0..9).map(|file| match position.piece_on(Square::at(file, rank)) {
            Some(piece) => piece.character(),
            None if (rank == 4 || rank == 5) && (file == 0 || file == 8) => '＋',
            None => '．',
        });
        format!("{rank}  {}", squares.collect::<String>())
    };
    let mut lines: Vec<String> = (0..10).rev().map(row).collect();
    lines.insert(5, "   ~~~~~~~~~~~~~~~~~~".into());
    lines.push("   a b c d e f g h i".into());
    lines.join("\n")
}
