//! Reads and writes moves as two squares.

use super::MoveTextError;
use crate::square::{FILES, RANKS};
use crate::{Move, Square};

/// Reads two squares such as `h2e2`, legal or not. The ranks begin with `first_rank`, 0 or 1.
/// Accepts a hyphen and upper case too (`H2-E2`).
///
/// ```
/// use cleave_xiangqi::parse_coordinates;
/// assert_eq!(parse_coordinates("h3e10", 1).unwrap().to_string(), "h2e9");
/// assert!(parse_coordinates("h3e10", 0).is_err());
/// ```
pub fn parse_coordinates(text: &str, first_rank: u8) -> Result<Move, MoveTextError> {
    read(text, first_rank).ok_or_else(|| MoveTextError::Unreadable(text.into()))
}

fn read(text: &str, first_rank: u8) -> Option<Move> {
    let (from, rest) = square(text, first_rank)?;
    let (to, rest) = square(rest.strip_prefix('-').unwrap_or(rest), first_rank)?;
    (rest.is_empty() && from != to).then(|| Move::new(from, to))
}

/// Reads a square at the beginning of a text. Returns it with the rest of the text.
fn square(text: &str, first_rank: u8) -> Option<(Square, &str)> {
    let letter = text.chars().next().filter(char::is_ascii_alphabetic)?;
    let file = (letter.to_ascii_lowercase() as u8).checked_sub(b'a')?;
    let digits = text[1..].bytes().take_while(u8::is_ascii_digit).count();
    let (digits, rest) = text[1..].split_at(digits);
    let rank = digits.parse::<u8>().ok()?.checked_sub(first_rank)?;
    (file < FILES && rank < RANKS).then(|| (Square::at(file, rank), rest))
}

/// Writes the move with ranks from 1.
pub(super) fn from_one(mv: Move) -> String {
    let square =
        |square: Square| format!("{}{}", char::from(b'a' + square.file()), square.rank() + 1);
    square(mv.from()) + &square(mv.to())
}
