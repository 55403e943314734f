//! Protocols: the commands that the program understands, and the words of its answers.
//!
//! The program starts as a console; `uci`, `ucci` and `xboard` are commands of it that hand the conversation over. In
//! UCI and UCCI the GUI keeps the game and starts each search (`uci/`); in the others the engine does
//! (`game_keeping.rs`).

pub(crate) mod console;
mod game_keeping;
pub(crate) mod uci;
mod xboard;

use cleave_clock::Clock;
use cleave_io::Line;
use cleave_xiangqi::Position;
use cleave_xiangqi::search::{MATE, Outcome, Thinking, is_decided};

use crate::command::{Activity, Command, Found, Refusal, Reply, find};
use crate::session::{Engine, Session};

/// The name with which it introduces itself.
const NAME: &str = concat!("Cleave Xiangqi ", env!("CARGO_PKG_VERSION"));

/// The program's language with a GUI or a person. By default the engine keeps the game.
pub(crate) trait Protocol: Sync {
    /// Returns the commands, in the order in which `help` lists them.
    fn commands(&self) -> &'static [Command] {
        &game_keeping::COMMANDS
    }

    /// Returns true for a line that hands the conversation over to UCI.
    fn is_handed_over(&self, _: &str) -> bool {
        false
    }

    /// Finds the command in a line.
    fn find<'a>(&self, line: &'a str) -> Found<'a> {
        let (command, rest) = find(self.commands(), line)?;
        if command.arguments.is_empty() && !rest.is_empty() {
            return Err(format!("{} takes no arguments", command.names[0]).into());
        }
        Ok((command, rest))
    }

    /// Executes a line that begins with no command.
    fn other(&self, _: &mut Engine, _: &str) -> Reply {
        Err(Refusal::Unknown)
    }

    /// Returns the words for a refusal.
    fn refusal(&self, line: &str, refusal: &Refusal) -> String;

    /// Refuses a line that cannot be read.
    fn refuse_unreadable(&self, session: &mut Session, line: &Line) {
        session.refuse(line.text(), &"the line cannot be read".into());
    }

    /// Returns the words for a line of the search.
    fn thinking(&self, session: &Session, root: &Position, line: &Thinking) -> String;

    /// Answers a search that has ended, and was not abandoned.
    fn conclude(&self, session: &mut Session, activity: Activity, outcome: &Outcome);

    /// Executes a line with the news that the opponent has played the expected move. Returns the clock to search by
    /// from now on; `None` for other lines.
    fn ponder_hit(&self, session: &mut Session, line: &str) -> Option<Clock> {
        game_keeping::ponder_hit(session, line)
    }

    /// Returns true if every search must be answered before another line is executed.
    fn answers_all(&self) -> bool {
        false
    }

    /// Reports that the program ends.
    fn say_goodbye(&self, _: &mut Session) {}

    /// Shows that the program waits for a line.
    fn prompt(&self, _: &mut Session) {}
}

/// Returns the signed number of moves to a mate, if the value is a mate.
fn mate(value: i32) -> Option<i32> {
    let plies = (MATE - value.abs()).max(1);
    is_decided(value).then(|| (plies + 1) / 2 * value.signum())
}
