//! The result of a game for GUIs, and their spelling of moves.

use cleave_xiangqi::{
    Color, Game, Move, MoveTextError, Position, Verdict, parse_coordinates, parse_move,
};

use crate::command::Refusal;

/// Returns the result and the reason, if the game is over, as xboard has them.
pub(crate) fn result(game: &Game) -> Option<String> {
    use cleave_xiangqi::Reason::{Checkmate, Material, QuietPlies, Repetition, Stalemate};
    let (verdict, reason) = game.ending()?;
    let side = game.position().side();
    let winner = if verdict == Verdict::Win { side } else { !side };
    let score = match verdict {
        Verdict::Draw => "1/2-1/2",
        _ if winner == Color::Red => "1-0",
        _ => "0-1",
    };
    let why = match reason {
        Checkmate => format!("{winner:?} mates"),
        Stalemate => format!("{side:?} has no legal move"),
        Repetition if verdict == Verdict::Draw => "Draw by repetition".into(),
        Repetition => format!("{winner:?} wins: the other side must not repeat its moves"),
        QuietPlies => "Draw: sixty moves of each side without a capture".into(),
        Material => "Draw: nothing is left to attack with".into(),
    };
    Some(format!("{score} {{{why}}}"))
}

/// Reads a legal move, in coordinates whose ranks begin with `first_rank`, 0 or 1, or in any notation.
pub(crate) fn read_move(position: &Position, text: &str, first_rank: u8) -> Result<Move, Refusal> {
    let mv = match parse_coordinates(text, first_rank) {
        Ok(mv) if position.is_legal(mv) => Ok(mv),
        Ok(_) => Err(MoveTextError::Illegal(text.into())),
        Err(_) => parse_move(position, text),
    };
    mv.map_err(|error| Refusal::Move(error.to_string()))
}
