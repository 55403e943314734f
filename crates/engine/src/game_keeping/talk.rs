//! The engine's messages about its moves to others on a chess server (`kibitz`, `whisper`).

use cleave_board::{Position, Value};
use cleave_book::total_weight;
use cleave_movegen::to_san;
use cleave_search::Outcome;

use crate::book::OpeningBook;
use crate::client::Client;
use crate::client::notice::Notice;
use crate::settings::{MOST_TALK, Talk};

/// Sends this text to the hearers.
pub(super) fn tell(client: &mut Client, Talk { hearers, .. }: Talk, text: Option<&str>) {
    if let Some(text) = text {
        client.say(&Notice::Told { hearers, text });
    }
}

/// Returns the message about a search of this position.
pub(super) fn of_search(talk: Talk, position: &Position, outcome: &Outcome) -> Option<String> {
    let best = outcome.best.filter(|_| outcome.depth > 0)?;
    let mate = outcome.value.mate_distance().filter(|_| outcome.value > Value::ZERO);
    match talk.level {
        0 => None,
        1 => mate.map(|moves| format!("mate in {moves}")),
        level => {
            let (value, depth) = (outcome.value, outcome.depth);
            let told = format!("{} {value} at depth {depth}", to_san(position, best));
            let reply = outcome.ponder.filter(|_| level > 2);
            let after = position.make(best);
            Some(match reply {
                Some(reply) => format!("{told}, expecting {}", to_san(&after, reply)),
                None => told,
            })
        }
    }
}

/// Returns the message about the book's moves in this position.
pub(super) fn of_book(talk: Talk, book: &OpeningBook, position: &Position) -> Option<String> {
    if talk.level < MOST_TALK {
        return None;
    }
    let moves = book.moves(position);
    let all = total_weight(&moves).max(1);
    let share = |weight| 100 * u64::from(weight) / all;
    let words: Vec<String> = moves
        .iter()
        .map(|entry| format!("{} {} %", to_san(position, entry.mv), share(entry.weight)))
        .collect();
    Some(format!("book: {}", words.join(", ")))
}
