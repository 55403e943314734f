//! `go`: the position and the limits of a search, in UCI and UCCI.

use cleave_io::go::{self, Request};
use cleave_xiangqi::Color;

use crate::command::{Activity, Refusal, SearchTask, Task};
use crate::session::Session;

/// Returns the search that a line demands. After a refused position all moves are excluded, so that the answer is no
/// move.
pub(super) fn plan(session: &mut Session, text: &str) -> Result<Task, Refusal> {
    let perft = go::perft(text)?;
    let side = session.game.position().side();
    let request = Request::read(&in_uci(text, side), |word| session.read_move(word).ok());
    for problem in &request.ignored {
        session.line(format!("info string {problem}"));
    }
    let mut limits = request.limits(side.index(), session.limits());
    if session.is_refused {
        let refusal = "there is no position to search, since the last was refused".into();
        if perft.is_some() {
            return Err(refusal);
        }
        session.refuse(&format!("go {text}"), &refusal);
        limits.excluded = session.game.position().legal_moves().into_iter().collect();
    } else if let Some(depth) = perft {
        return Ok(Task::Perft { depth });
    }
    // A ponder hit starts the clock; until then the search is the opponent's.
    session.hit_clock = limits.clock;
    let activity = match () {
        () if limits.pondering => Activity::Pondering,
        () if limits.is_endless() => Activity::Analysing,
        () => Activity::Thinking,
    };
    Ok(Task::Search(Box::new(SearchTask { activity, root: session.game.clone(), limits })))
}

/// Translates the words of UCCI to UCI. UCCI has clocks of the engine and the opponent, and an infinite depth.
fn in_uci(text: &str, side: Color) -> String {
    let (own, other) = if side == Color::Red { ('w', 'b') } else { ('b', 'w') };
    let word = |word: &str| match word {
        "time" => format!("{own}time"),
        "opptime" => format!("{other}time"),
        "increment" => format!("{own}inc"),
        "oppincrement" => format!("{other}inc"),
        _ => word.into(),
    };
    let words: Vec<String> = text.split_whitespace().map(word).collect();
    words.join(" ").replace("depth infinite", "infinite")
}
