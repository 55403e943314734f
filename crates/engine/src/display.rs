//! The board as a picture.

use cleave_board::{File, Piece, Rank, Square};
use cleave_movegen::to_san;

use crate::game::Game;

/// The board with White below, whose move it is, and the last move.
pub fn board(game: &Game) -> String {
    let position = game.position();
    let rule = "  +---+---+---+---+---+---+---+---+\n";
    let mut picture = String::from(rule);
    for rank in Rank::ALL.into_iter().rev() {
        picture.push_str(&format!("{} |", rank.index() + 1));
        for file in File::ALL {
            let piece = position.piece_on(Square::at(file, rank)).map_or(' ', Piece::letter);
            picture.push_str(&format!(" {piece} |"));
        }
        picture.push('\n');
        picture.push_str(rule);
    }
    picture.push_str("    a   b   c   d   e   f   g   h\n");
    picture.push_str(&situation(game));
    picture
}

/// `Move 12, Black to move, in check. Last move: Bb5+`
fn situation(game: &Game) -> String {
    let position = game.position();
    let side = if game.side().is_white() { "White" } else { "Black" };
    let check = if position.in_check() { ", in check" } else { "" };
    let mut text = format!("Move {}, {side} to move{check}.", position.fullmove());
    if let Some((before, mv)) = game.last() {
        text.push_str(&format!(" Last move: {}", to_san(before, mv)));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use cleave_board::Position;
    use cleave_movegen::parse_move;

    #[test]
    fn pieces_stand_where_they_are() {
        let mut game = Game::from_position(Position::start());
        game.play(parse_move(game.position(), "Nf3").unwrap());
        let picture = board(&game);
        let rows: Vec<&str> = picture.lines().collect();
        assert_eq!(rows[1], "8 | r | n | b | q | k | b | n | r |");
        assert_eq!(rows[11], "3 |   |   |   |   |   | N |   |   |");
        assert_eq!(rows[18], "Move 1, Black to move. Last move: Nf3");
    }
}
