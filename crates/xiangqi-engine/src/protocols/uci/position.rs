//! `position`, `banmoves` and `d`.

use cleave_xiangqi::{Move, Position};

use crate::command::{Refusal, Reply};
use crate::game::{FirstRank, Game};
use crate::session::Session;

/// Sets up a game. If it cannot be, the answer to the next `go` is no move.
pub(super) fn set_up(session: &mut Session, text: &str) -> Reply {
    session.is_refused = true;
    let (place, moves) = match text.split_once("moves") {
        Some((place, moves)) => (place.trim(), moves),
        None => (text, ""),
    };
    let start = match place.strip_prefix("fen ") {
        Some(fen) => Position::from_fen(fen.trim())?,
        None if place == "startpos" => Position::start(),
        None => return Err("expected 'startpos' or 'fen'".into()),
    };
    let moves: Vec<&str> = moves.split_whitespace().collect();
    let rank = session.first_rank;
    let game = match read(start, &moves, rank) {
        Ok(game) => game,
        Err(refusal) => {
            let game = read(start, &moves, rank.other()).map_err(|_| refusal)?;
            session.first_rank = rank.other();
            game
        }
    };
    session.game = game;
    session.is_refused = false;
    Ok(())
}

fn read(start: Position, moves: &[&str], rank: FirstRank) -> Result<Game, Refusal> {
    let mut game = Game::from(start);
    for text in moves {
        let mv = rank.read(game.position(), text);
        game.play(mv.map_err(|error| Refusal::Move(error.to_string()))?);
    }
    Ok(game)
}

/// The moves that the engine must not play, since they would lose by repetition.
pub(super) fn ban(session: &mut Session, text: &str) -> Reply {
    let position = session.game.position();
    let read = |text| session.first_rank.read(position, text);
    let moves: Result<Vec<Move>, _> = text.split_whitespace().map(read).collect();
    session.banned = moves.map_err(|error| Refusal::Move(error.to_string()))?;
    Ok(())
}

pub(super) fn show(session: &mut Session) -> Reply {
    let position = *session.game.position();
    session.line(format!("{}\n{}", position.diagram(), position.fen()));
    Ok(())
}
