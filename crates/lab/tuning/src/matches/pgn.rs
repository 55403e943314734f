//! Games as PGN.

use cleave_board::Value;
use cleave_kit::games::game::GameResult;
use cleave_pgn::{Comment, Game, Ply, Remark, TagName};

use super::game::Played;

/// Returns the text of a game, with each value as a comment.
pub(super) fn text(played: &Played, names: [&str; 2], round: &str) -> String {
    let mut game = Game::new(played.opening);
    game.tags.set(TagName::EVENT, "match");
    game.tags.set(TagName::ROUND, round);
    game.tags.set(TagName::WHITE, names[0]);
    game.tags.set(TagName::BLACK, names[1]);
    game.set_result(match played.result {
        GameResult::WhiteWins => cleave_pgn::GameResult::WhiteWins,
        GameResult::Draw => cleave_pgn::GameResult::Draw,
        GameResult::BlackWins => cleave_pgn::GameResult::BlackWins,
    });
    if let Some(fault) = played.fault {
        let name = TagName::parse("Termination").expect("the name is valid");
        game.tags.set(name, &fault.to_string());
    }
    for turn in &played.turns {
        let mut ply = Ply::new(turn.mv);
        ply.remarks.extend(Comment::new(&value_text(turn.value)).map(Remark::Comment));
        game.main.plies.push(ply);
    }
    format!("{game}\n")
}

/// In pawns, for the side to move.
fn value_text(value: Value) -> String {
    format!("{:+.2}", f64::from(value.get()) / 100.0)
}
