//! Reads a FEN field by field, then checks the position as a whole.

use crate::{Bitboard, Color, FenError, File, Piece, PieceKind, Position, Rank, Square, Wing};

impl Position {
    /// Reads a FEN, X-FEN or Shredder-FEN.
    ///
    /// Any white space separates fields. Sets [`Position::is_chess960`] if a castling right has its
    /// king off the e-file or its rook off the a- and h-files.
    ///
    /// ```
    /// use cleave_board::Position;
    /// let error = Position::from_fen("8/8/8/8/8/8/8/4K3 w - - 0 1").unwrap_err();
    /// assert_eq!(error.to_string(), "Black has 0 kings; expected one");
    /// ```
    ///
    /// # Errors
    /// The text is malformed, or the position is impossible.
    pub fn from_fen(fen: &str) -> Result<Position, FenError> {
        let fields: Vec<&str> = fen.split_whitespace().take(100).collect();
        let [placement, side, castling, en_passant, ref counters @ ..] = fields[..] else {
            return Err(FenError::TooFewFields(fields.len()));
        };
        if counters.len() > 2 {
            return Err(FenError::TooManyFields(fields.len()));
        }
        let mut position = Position::empty();
        position.read_placement(placement)?;
        position.check_material()?;
        position.read_side(side)?;
        position.read_castling(castling)?;
        position.check_checks()?;
        position.read_en_passant(en_passant)?;
        position.read_counters(counters)?;
        Ok(position)
    }

    fn read_placement(&mut self, text: &str) -> Result<(), FenError> {
        let ranks: Vec<&str> = text.split('/').collect();
        if ranks.len() != 8 {
            return Err(FenError::RankCount(ranks.len()));
        }
        for (rank, text) in Rank::ALL.into_iter().rev().zip(ranks) {
            self.read_rank(rank, text)?;
        }
        Ok(())
    }

    fn read_rank(&mut self, rank: Rank, text: &str) -> Result<(), FenError> {
        let number = rank.index() as u8 + 1;
        let mut squares = 0;
        let mut after_digit = false;
        for character in text.chars() {
            let digit = character.to_digit(10);
            match (digit, Piece::from_letter(character)) {
                (Some(1..=8), _) if after_digit => {
                    return Err(FenError::TwoDigits { rank: number });
                }
                (Some(empty @ 1..=8), _) => squares += empty,
                (_, Some(piece)) => {
                    if squares < 8 {
                        self.put(piece, Square::at(File::new(squares as u8), rank));
                    }
                    squares += 1;
                }
                _ => return Err(FenError::BadPiece { rank: number, character }),
            }
            after_digit = digit.is_some();
        }
        if squares != 8 {
            return Err(FenError::RankLength { rank: number, squares });
        }
        Ok(())
    }

    fn read_side(&mut self, text: &str) -> Result<(), FenError> {
        self.set_side(match text {
            "w" => Color::White,
            "b" => Color::Black,
            _ => return Err(FenError::BadSide(excerpt(text))),
        });
        Ok(())
    }

    fn read_castling(&mut self, text: &str) -> Result<(), FenError> {
        if text == "-" {
            return Ok(());
        }
        for letter in text.chars() {
            self.read_castling_right(letter)?;
        }
        Ok(())
    }

    fn read_castling_right(&mut self, letter: char) -> Result<(), FenError> {
        if !matches!(letter.to_ascii_lowercase(), 'k' | 'q' | 'a'..='h') {
            return Err(FenError::BadCastling(letter));
        }
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let king = self.king(color);
        if king.rank() != Rank::FIRST.relative_to(color) {
            return Err(FenError::CastlingKing { letter, color });
        }
        let no_rook = FenError::CastlingRook { letter, color };
        let (wing, rook_file) = match letter.to_ascii_lowercase() {
            'k' => (Wing::King, self.outermost_rook(color, Wing::King).ok_or(no_rook)?),
            'q' => (Wing::Queen, self.outermost_rook(color, Wing::Queen).ok_or(no_rook)?),
            _ => {
                let file = File::from_letter(letter).ok_or(FenError::BadCastling(letter))?;
                let wing = if file > king.file() { Wing::King } else { Wing::Queen };
                if !self.castling_candidates(color, wing).has(Square::at(file, king.rank())) {
                    return Err(no_rook);
                }
                (wing, file)
            }
        };
        if self.castling().rook_file(color, wing).is_some() {
            return Err(FenError::CastlingTwice(letter));
        }
        self.set_castling(color, wing, Some(rook_file));
        let corner = if wing == Wing::King { File::H } else { File::A };
        if king.file() != File::E || rook_file != corner {
            self.set_chess960(true);
        }
        Ok(())
    }

    /// Returns the rooks of `color` on its first rank on this side of its king.
    pub(super) fn castling_candidates(&self, color: Color, wing: Wing) -> Bitboard {
        let king = self.king(color);
        let nearer_h: Bitboard = Square::all().filter(|&square| square > king).collect();
        let side = if wing == Wing::King { nearer_h } else { !nearer_h };
        let back_rank = Bitboard::rank(Rank::FIRST.relative_to(color));
        self.pieces(color, PieceKind::Rook) & back_rank & side
    }

    /// Returns the file of the rook that X-FEN means by `K` or `Q`.
    pub(super) fn outermost_rook(&self, color: Color, wing: Wing) -> Option<File> {
        let rooks = self.castling_candidates(color, wing);
        rooks.first()?;
        Some(if wing == Wing::King { rooks.msb() } else { rooks.lsb() }.file())
    }

    fn read_en_passant(&mut self, text: &str) -> Result<(), FenError> {
        if text == "-" {
            return Ok(());
        }
        let target =
            Square::from_name(text).ok_or_else(|| FenError::BadEnPassant(excerpt(text)))?;
        self.check_en_passant(target)?;
        self.set_en_passant(target);
        Ok(())
    }

    fn read_counters(&mut self, fields: &[&str]) -> Result<(), FenError> {
        if let Some(&text) = fields.first() {
            self.halfmove_clock =
                read_number(text).ok_or_else(|| FenError::BadHalfmoveClock(excerpt(text)))?;
        }
        if let Some(&text) = fields.get(1) {
            // Some programs count moves from 0.
            let number: Option<u16> = read_number(text);
            self.fullmove = number.ok_or_else(|| FenError::BadFullmove(excerpt(text)))?.max(1);
        }
        Ok(())
    }
}

/// Reads a number of digits only: `parse` would accept `+3`.
fn read_number<T: std::str::FromStr>(text: &str) -> Option<T> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

/// Returns the start of a text, short enough for a message.
fn excerpt(text: &str) -> String {
    text.chars().take(20).collect()
}
