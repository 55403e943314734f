//! The board, drawn in text.

use std::time::Duration;

use cleave_board::{File, Piece, Rank, Square};
use cleave_movegen::to_san;

use crate::game::Game;

/// The style of pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pieces {
    /// As letters: `N` for a white knight, `n` for a black one.
    Letters,
    /// As the chess symbols of Unicode.
    Figurines,
}

impl Pieces {
    fn symbol(self, piece: Piece) -> char {
        let letter = piece.letter();
        let figurine = || "KQRBNPkqrbnp".chars().zip("♔♕♖♗♘♙♚♛♜♝♞♟".chars());
        match self {
            Pieces::Letters => letter,
            Pieces::Figurines => {
                figurine().find(|pair| pair.0 == letter).map_or(letter, |pair| pair.1)
            }
        }
    }
}

/// Returns the board with White at the bottom, the side to move, and the last move.
pub fn board(game: &Game, pieces: Pieces) -> String {
    let position = game.position();
    let line = "  +---+---+---+---+---+---+---+---+\n";
    let mut picture = String::from(line);
    for rank in Rank::ALL.into_iter().rev() {
        picture.push_str(&format!("{} |", rank.index() + 1));
        for file in File::ALL {
            let piece =
                position.piece_on(Square::at(file, rank)).map_or(' ', |it| pieces.symbol(it));
            picture.push_str(&format!(" {piece} |"));
        }
        picture.push('\n');
        picture.push_str(line);
    }
    picture.push_str("    a   b   c   d   e   f   g   h\n");
    picture.push_str(&situation(game));
    picture
}

/// Returns a time as a clock shows it: `1:02:03.4`, or `2:03.4` within an hour.
pub fn time(time: Duration) -> String {
    let tenths = time.as_millis() / 100;
    let (hours, minutes, seconds) = (tenths / 36_000, tenths / 600 % 60, tenths / 10 % 60);
    let hours = if hours > 0 { format!("{hours}:{minutes:02}") } else { minutes.to_string() };
    format!("{hours}:{seconds:02}.{}", tenths % 10)
}

/// Returns the number of lines of play, and the speed of the count.
pub fn lines_counted(count: u64, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64();
    let mnps = count as f64 / 1e6 / seconds.max(1e-9);
    format!("{count} in {seconds:.3} s, {mnps:.0} Mnps")
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
    fn clocks_show_hours_only_if_there_are_any() {
        assert_eq!(time(Duration::from_millis(123_456)), "2:03.4");
        assert_eq!(time(Duration::from_millis(3_723_456)), "1:02:03.4");
    }

    #[test]
    fn the_board_is_drawn_with_white_at_the_bottom() {
        let mut game = Game::from_position(Position::start());
        game.play(parse_move(game.position(), "Nf3").unwrap());
        let picture = board(&game, Pieces::Letters);
        let rows: Vec<&str> = picture.lines().collect();
        assert_eq!(rows[1], "8 | r | n | b | q | k | b | n | r |");
        assert_eq!(rows[11], "3 |   |   |   |   |   | N |   |   |");
        assert_eq!(rows[18], "Move 1, Black to move. Last move: Nf3");
        let picture = board(&game, Pieces::Figurines);
        let rows: Vec<&str> = picture.lines().collect();
        assert_eq!(rows[1], "8 | ♜ | ♞ | ♝ | ♛ | ♚ | ♝ | ♞ | ♜ |");
        assert_eq!(rows[15], "1 | ♖ | ♘ | ♗ | ♕ | ♔ | ♗ |   | ♖ |");
    }
}
