//! `position` and `banmoves`.

use cleave_xiangqi::{Game, Move, Position};

use crate::command::{Refusal, Reply};
use crate::game::read_move;
use crate::session::Session;

/// Sets up a game. If that fails, the answer to the next `go` is no move.
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
    let rules = session.game.rules;
    let play = |rank: u8| {
        let mut game = Game::new(start, rules);
        for text in moves.split_whitespace() {
            game.play(read_move(game.position(), text, rank)?);
        }
        Ok((game, rank))
    };
    let (rank, other) = (session.first_rank, 1 - session.first_rank);
    (session.game, session.first_rank) =
        play(rank).or_else(|refusal: Refusal| play(other).map_err(|_| refusal))?;
    session.is_refused = false;
    Ok(())
}

/// Bans moves that the engine must not play, because they would lose by repetition.
pub(super) fn ban(session: &mut Session, text: &str) -> Reply {
    let moves: Result<Vec<Move>, _> =
        text.split_whitespace().map(|text| session.read_move(text)).collect();
    session.banned = moves?;
    Ok(())
}
