//! Reads a FEN.

use super::FenError;
use crate::square::{FILES, RANKS};
use crate::{Color, Kind, Piece, Position, Set, Square};

impl Position {
    /// Reads a FEN. Its fields are placement, side to move (`w`, `r` or `b`), two fields without meaning, plies since
    /// the last capture, and move number. Only the placement is required. Without a side to move it is Red's turn.
    ///
    /// Pieces are `rnbakabnr`, upper case for Red. A horse may also be `h` and an elephant `e`. Refuses positions that
    /// no game can reach: pieces in impossible places, more pieces than at the start, or the side not to move in check.
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
        validate(&position)?;
        Ok(position)
    }
}

/// Parses the number of a field, at least `least`. A number out of range becomes the nearest; a dash, or no field, the
/// least.
fn number(
    field: Option<&&str>,
    least: u16,
    error: impl Fn(String) -> FenError,
) -> Result<u16, FenError> {
    let Some(&text) = field else { return Ok(least) };
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    match text.strip_prefix('-') {
        Some(digits) if is_digits(digits) => Ok(least),
        None if is_digits(text) => Ok(text.parse().unwrap_or(u16::MAX).max(least)),
        _ => Err(error(text.into())),
    }
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
            if let Some(square) = (pieces & !places(Piece::new(color, kind))).first() {
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

/// Returns the squares on which a piece can ever be: those that it reaches on an empty board from its start squares.
fn places(piece: Piece) -> Set {
    let (rank, files): (u8, &[u8]) = match piece.kind() {
        Kind::Soldier => (3, &[0, 2, 4, 6, 8]),
        Kind::Advisor => (0, &[3]),
        Kind::Elephant => (0, &[2]),
        Kind::General => (0, &[4]),
        Kind::Horse | Kind::Cannon | Kind::Rook => return Set::ALL,
    };
    let start = files.iter().map(|&file| Square::at(file, rank).relative_to(piece.color()));
    let (empty, mut reached) = (Position::empty(), start.collect::<Set>());
    loop {
        let further = |all, square| all | empty.destinations(piece, square);
        let further = reached.into_iter().fold(reached, further);
        if further == reached {
            return reached;
        }
        reached = further;
    }
}
