//! Moves as people type them: also with a number before them, in capital letters or in small letters only.

use cleave_board::{Move, Position};
use cleave_movegen::{MoveTextError, parse_move};

/// Returns the legal move that a text means. The text is in coordinates or SAN, perhaps after a move number (`1.e4`,
/// `12... Nf6`), which is not checked. Squares may have a blank, `-`, `x` or `:` between them (`g1-f3`, `e2 e4`).
/// Letters may have the wrong case if SAN gives the text no other meaning. `nf3` and `E2E4` are read, and `bxc3` is a
/// bishop's move if no pawn can make it. But `B2b4` is never a pawn's move, because SAN writes squares in small
/// letters.
///
/// # Errors
///
/// The text does not name a legal move.
pub fn read_move(position: &Position, text: &str) -> Result<Move, MoveTextError> {
    let bare = without_number(text);
    if let Some(coordinates) = coordinates(bare) {
        return parse_move(position, &coordinates);
    }
    match parse_move(position, bare) {
        Err(MoveTextError::NotAMove(_)) if bare.contains(|c: char| c.is_ascii_uppercase()) => {
            read_move(position, &bare.to_ascii_lowercase())
        }
        Err(error) => read_piece(position, bare).unwrap_or(Err(error)),
        legal => legal,
    }
}

/// Reads a small first letter as the letter of a piece: `nf3`. Returns `None` if that gives no new meaning.
fn read_piece(position: &Position, text: &str) -> Option<Result<Move, MoveTextError>> {
    let letter = text.chars().next().filter(|letter| "nbrqk".contains(*letter))?;
    let text = format!("{}{}", letter.to_ascii_uppercase(), &text[1..]);
    let read = parse_move(position, &text);
    // A text that begins with a 'b' may mean a pawn's move.
    let is_of_pawn = letter == 'b' && matches!(read, Err(MoveTextError::Unreachable(_)));
    let is_other = matches!(read, Err(MoveTextError::NotAMove(_)));
    (!is_of_pawn && !is_other).then_some(read)
}

/// Returns true if the text has the form of a move, legal or not, perhaps after a number.
pub fn looks_like_move(text: &str) -> bool {
    // Two squares after a number are two moves.
    let has_one_word =
        !without_number(text).contains(char::is_whitespace) || coordinates(text).is_some();
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

/// Returns two squares, and the promotion if there is one, without the marks between and after them.
fn coordinates(text: &str) -> Option<String> {
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    let bare: String = text.chars().filter(|c| !"-x:= ".contains(*c)).collect();
    let squares = bare.get(..4)?.as_bytes();
    let is_square = |pair: &[u8]| matches!(pair, [b'a'..=b'h', b'1'..=b'8']);
    (squares.chunks(2).all(is_square) && bare.len() <= 5).then_some(bare)
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
    fn a_piece_may_have_a_small_letter() {
        let fen = "r3k2r/1P6/8/8/1b6/1PP5/1B3N2/R3K2R w KQkq - 0 1";
        for (text, mv) in [
            ("nd3", "f2d3"),
            ("NE4", "f2e4"),
            ("nfd3", "f2d3"),
            ("n2d3+", "f2d3"),
            ("ra2", "a1a2"),
            ("rxa8", "a1a8"),
            ("kd1", "e1d1"),
            ("bc1", "b2c1"),
            ("ba3", "b2a3"),
            ("b8=q", "b7b8q"),
            ("bxa8=n", "b7a8n"),
            ("o-o", "e1h1"),
            ("0-0", "e1h1"),
            ("o-o-o", "e1a1"),
        ] {
            assert_eq!(read(fen, text), Ok(mv.into()), "{text}");
        }
        for text in ["nd4", "qd1", "bxa4", "be5"] {
            assert!(matches!(read(fen, text), Err(MoveTextError::Unreachable(_))), "{text}");
        }
    }

    #[test]
    fn a_b_is_the_pawn_if_it_can_move() {
        let pawn_and_bishop = "4k3/8/8/8/2p5/1P6/8/4KB2 w - - 0 1";
        assert_eq!(read(pawn_and_bishop, "bxc4"), Ok("b3c4".into()));
        assert_eq!(read(pawn_and_bishop, "BXC4"), Ok("b3c4".into()));
        assert_eq!(read(pawn_and_bishop, "Bxc4"), Ok("f1c4".into()));
        let bishop = "4k3/8/8/8/2p5/P7/8/4KB2 w - - 0 1";
        assert_eq!(read(bishop, "bxc4"), Ok("f1c4".into()));
        assert_eq!(read(bishop, "bc4"), Ok("f1c4".into()));
        assert!(matches!(read(bishop, "b1c4"), Err(MoveTextError::EmptySquare(_))), "a square");
        let pinned = "1r2k3/8/8/8/8/2p5/1P6/1K6 w - - 0 1";
        assert!(matches!(read(pinned, "bxc3"), Err(MoveTextError::KingInCheck(_))), "the pawn");
        let two = "4k3/8/8/8/8/8/8/B3K1B1 w - - 0 1";
        assert!(matches!(read(two, "bd4"), Err(MoveTextError::Ambiguous(..))));
    }

    #[test]
    fn squares_may_be_apart() {
        for text in ["g1-f3", "g1xf3", "g1 f3", "g1 - f3", "g1f3!", "G1-F3", "1. g1-f3"] {
            assert_eq!(read(Position::START_FEN, text), Ok("g1f3".into()), "{text}");
            assert!(looks_like_move(text), "{text}");
        }
        let fen = "3n4/4P2k/8/8/8/8/8/4K3 w - - 0 1";
        for text in ["e7xd8=Q+", "e7d8Q", "e7d8=q", "exd8=q", "exd8Q", "EXD8Q", "e7-d8q"] {
            assert_eq!(read(fen, text), Ok("e7d8q".into()), "{text}");
        }
        assert!(!looks_like_move("e2 e4 e5") && !looks_like_move("e2 to e4"));
    }

    #[test]
    fn coordinates_may_be_in_capital_letters_unless_they_are_san() {
        let fen = "4k3/P7/8/8/8/8/1P6/B2BK3 w - - 0 1";
        assert_eq!(read(fen, "B2B4"), Ok("b2b4".into()));
        assert_eq!(read(fen, "A7A8Q"), Ok("a7a8q".into()));
        assert_eq!(read(fen, "B1c2"), Ok("d1c2".into()), "a bishop from the first rank");
        assert!(matches!(read(fen, "B2b4"), Err(MoveTextError::Unreachable(_))), "no pawn's move");
        assert_eq!(read(fen, "BC2"), Ok("d1c2".into()), "SAN in capital letters");
        assert!(matches!(read(fen, "B2B5"), Err(MoveTextError::Unreachable(_))));
    }
}
