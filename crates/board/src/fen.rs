//! FEN (bootstrap; to be completed with X-FEN, Shredder-FEN and full validation).

use crate::{Color, File, Piece, Position, Rank, Square, Wing, zobrist};

/// Why a FEN was refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FenError {
    /// The text is not a FEN.
    #[error("malformed FEN")]
    Malformed,
}

impl Position {
    /// The position that a FEN describes.
    ///
    /// # Errors
    /// A [`FenError`] that says what is wrong with the text or with the position.
    pub fn from_fen(fen: &str) -> Result<Position, FenError> {
        let fields: Vec<&str> = fen.split_whitespace().collect();
        let [placement, side, castling, en_passant, ..] = fields[..] else {
            return Err(FenError::Malformed);
        };
        let mut position = Position::empty();
        for (rank, text) in Rank::ALL.into_iter().rev().zip(placement.split('/')) {
            let mut file = 0;
            for c in text.chars() {
                if let Some(n) = c.to_digit(10) {
                    file += n as u8;
                } else {
                    let piece = Piece::from_letter(c).ok_or(FenError::Malformed)?;
                    position.put(piece, Square::at(File::new(file), rank));
                    file += 1;
                }
            }
        }
        if side == "b" {
            position.side = Color::Black;
            position.key ^= zobrist::black_to_move();
        }
        for c in castling.chars().filter(|&c| c != '-') {
            let color = if c.is_ascii_uppercase() { Color::White } else { Color::Black };
            let (wing, file) = match c.to_ascii_lowercase() {
                'k' => (Wing::King, File::H),
                'q' => (Wing::Queen, File::A),
                _ => return Err(FenError::Malformed),
            };
            position.castling.set(color, wing, Some(file));
        }
        position.key ^= zobrist::castling(position.castling);
        if let Some(target) = Square::from_name(en_passant)
            && position.can_capture_en_passant(target)
        {
            position.en_passant = Some(target);
            position.key ^= zobrist::en_passant(target.file());
        }
        position.halfmove_clock = fields.get(4).and_then(|s| s.parse().ok()).unwrap_or(0);
        position.fullmove = fields.get(5).and_then(|s| s.parse().ok()).unwrap_or(1);
        Ok(position)
    }
}
