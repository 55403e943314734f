//! Moves as people type them: also with a number before them, or in capital letters.

use cleave_board::{Move, Position};
use cleave_movegen::{MoveTextError, parse_move};

/// The legal move that a text means: coordinates or SAN, perhaps after a move number (`1.e4`,
/// `12... Nf6`), which is not checked. Coordinates may be in capital letters (`E2E4`), unless they
/// are SAN: `B2b4` is a bishop's move, but `B2B4` is not, since SAN writes squares in small letters.
///
/// # Errors
/// What is wrong with the text.
pub fn read_move(position: &Position, text: &str) -> Result<Move, MoveTextError> {
    let bare = without_number(text);
    match parse_move(position, bare) {
        Err(MoveTextError::NotAMove(_)) if is_in_coordinates(bare) => {
            parse_move(position, &bare.to_ascii_lowercase())
        }
        result => result,
    }
}

/// True if the text has the form of a move, legal or not, perhaps after a number.
pub fn looks_like_move(text: &str) -> bool {
    let has_one_word = !without_number(text).contains(char::is_whitespace);
    let start = Position::start();
    let is_other = |error| matches!(error, MoveTextError::NotAMove(_) | MoveTextError::Empty);
    has_one_word && !read_move(&start, text).is_err_and(is_other)
}

fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() < text.len() && rest.starts_with('.') {
        rest.trim_start_matches(['.', ' '])
    } else {
        text
    }
}

fn is_in_coordinates(text: &str) -> bool {
    let is_square = |pair: &[u8]| matches!(pair, [file, b'1'..=b'8'] if matches!(file, b'a'..=b'h' | b'A'..=b'H'));
    text.as_bytes().get(..4).is_some_and(|squares| squares.chunks(2).all(is_square))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(fen: &str, text: &str) -> Result<String, MoveTextError> {
        read_move(&Position::from_fen(fen).unwrap(), text).map(|mv| mv.to_string())
    }

    #[test]
    fn a_number_before_the_move_is_skipped() {
        for text in ["1.e4", "1. e4", "1... e4", "17. ... e2e4", "1.E2E4"] {
            assert_eq!(read(Position::START_FEN, text), Ok("e2e4".into()), "{text}");
            assert!(looks_like_move(text), "{text}");
        }
        for text in ["1.", "1", ".e4", "1. e4 e5", "1.xyz", "1 e4", "e2e4 please"] {
            assert!(!looks_like_move(text), "{text}");
        }
    }

    #[test]
    fn coordinates_may_be_in_capital_letters_unless_they_are_san() {
        let fen = "4k3/P7/8/8/8/8/1P6/B2BK3 w - - 0 1";
        assert_eq!(read(fen, "B2B4"), Ok("b2b4".into()));
        assert_eq!(read(fen, "A7A8Q"), Ok("a7a8q".into()));
        assert_eq!(read(fen, "B1c2"), Ok("d1c2".into()), "a bishop from the first rank");
        assert!(matches!(read(fen, "B2b4"), Err(MoveTextError::Unreachable(_))), "no pawn's move");
        assert!(matches!(read(fen, "BC2"), Err(MoveTextError::NotAMove(_))), "not coordinates");
        assert!(matches!(read(fen, "B2B5"), Err(MoveTextError::Unreachable(_))));
    }
}
