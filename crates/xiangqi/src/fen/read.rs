//! Reading a FEN.

use std::str::FromStr;

use super::FenError;
use crate::square::{FILES, RANKS};
use crate::tables::leapers::places;
use crate::{Color, Kind, Piece, Position, Square};

impl Position {
    /// Reads a FEN: placement, side to move (`w`, `r` or `b`; Red if there is none), two fields without
    /// meaning, plies since the last capture, and move number; all but the placement may be left out.
    ///
    /// Pieces are `rnbakabnr`, with `h` for a horse and `e` for an elephant understood, upper case for
    /// Red. Refused is what no game can reach: pieces in impossible places, more than a side has at the
    /// start, the side not to move in check.
    pub fn from_fen(fen: &str) -> Result<Position, FenError> {
        let fields: Vec<&str> = fen.split_ascii_whitespace().collect();
        if fields.len() > 6 {
            return Err(FenError::TooManyFields(fields.len()));
        }
        let mut position = placement(fields.first().ok_or(FenError::Empty)?)?;
        match fields.get(1).copied().unwrap_or("w") {
            "w" | "r" => {}
            "b" => position = position.make_null(),
            other => return Err(FenError::BadSide(other.into())),
        }
        position.quiet_plies = number(fields.get(4), 0, FenError::BadQuietPlies)?;
        position.fullmove = number(fields.get(5), 1, FenError::BadFullmove)?;
        if position.fullmove == 0 {
            return Err(FenError::BadFullmove("0".into()));
        }
        validate(&position)?;
        Ok(position)
    }
}

impl FromStr for Position {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Position, FenError> {
        Position::from_fen(fen)
    }
}

fn number(
    field: Option<&&str>,
    default: u16,
    error: impl Fn(String) -> FenError,
) -> Result<u16, FenError> {
    field.map_or(Ok(default), |text| text.parse().map_err(|_| error((*text).into())))
}

fn placement(text: &str) -> Result<Position, FenError> {
    let ranks = text.split('/').count();
    if ranks != RANKS as usize {
        return Err(FenError::RankCount(ranks));
    }
    let mut position = Position::empty();
    for (rank, text) in (0..RANKS).rev().zip(text.split('/')) {
        let mut squares: u32 = 0;
        for character in text.chars() {
            if let Some(digit) = character.to_digit(10).filter(|&digit| digit > 0) {
                squares += digit;
                continue;
            }
            let piece =
                Piece::from_letter(character).ok_or(FenError::BadPiece { rank, character })?;
            if squares < u32::from(FILES) {
                position.put(piece, Square::at(squares as u8, rank));
            }
            squares += 1;
        }
        if squares != u32::from(FILES) {
            return Err(FenError::RankLength { rank, squares });
        }
    }
    Ok(position)
}

fn validate(position: &Position) -> Result<(), FenError> {
    for color in Color::ALL {
        for kind in Kind::ALL {
            let pieces = position.pieces(color, kind);
            let count = pieces.len();
            if count > kind.most() || (kind == Kind::General && count != 1) {
                return Err(FenError::Count { color, kind, count });
            }
            if let Some(square) = (pieces & !places::of(color, kind)).first() {
                return Err(FenError::Place { color, kind, square });
            }
        }
    }
    let waiting = !position.side;
    if !position.checkers_of(waiting).is_empty() {
        return Err(FenError::OpponentInCheck(waiting));
    }
    Ok(())
}
