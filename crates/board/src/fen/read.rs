//! Reads a FEN field by field, then checks the position as a whole.

use std::str::FromStr;

use crate::{
    Bitboard, Color, FenError, FenRepair, File, Piece, PieceKind, Position, Rank, Square, Wing,
};

/// Decides whether a fault is mended, or returned as an error.
type Mend<'a> = &'a mut dyn FnMut(FenError) -> Result<(), FenError>;

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
    /// The text is malformed, or the position is impossible. [`Position::from_fen_mended`] accepts more.
    pub fn from_fen(fen: &str) -> Result<Position, FenError> {
        Position::read_fen(fen, &mut Err)
    }

    /// Reads a FEN from outside. Mends the faults that other programs mend too, and returns the repairs.
    ///
    /// The [crate's page](crate#fen-from-outside) lists the repairs.
    ///
    /// ```
    /// use cleave_board::Position;
    /// let (position, repairs) = Position::from_fen_mended("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1")?;
    /// assert_eq!(position.to_fen(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    /// assert_eq!(
    ///     repairs[0].to_string(),
    ///     "castling right 'Q': White has no rook there to castle with; the right is dropped"
    /// );
    /// # Ok::<(), cleave_board::FenError>(())
    /// ```
    ///
    /// # Errors
    /// The text is malformed, or the position is impossible.
    pub fn from_fen_mended(fen: &str) -> Result<(Position, Vec<FenRepair>), FenError> {
        let mut repairs = Vec::new();
        let position = Position::read_fen(fen, &mut |fault| {
            let repair = FenRepair::of(fault)?;
            if !repairs.contains(&repair) {
                repairs.push(repair);
            }
            Ok(())
        })?;
        Ok((position, repairs))
    }

    fn read_fen(fen: &str, mend: Mend<'_>) -> Result<Position, FenError> {
        let fields: Vec<&str> = fen.split_whitespace().take(100).collect();
        if fields.len() < 4 {
            let fault = FenError::TooFewFields(fields.len());
            // A text without eight ranks is no FEN at all.
            match fields.first() {
                Some(placement) if placement.matches('/').count() == 7 => mend(fault)?,
                _ => return Err(fault),
            }
        }
        if fields.len() > 6 {
            return Err(FenError::TooManyFields(fields.len()));
        }
        let field = |index: usize, default| fields.get(index).copied().unwrap_or(default);
        let mut position = Position::empty();
        position.read_placement(field(0, ""))?;
        position.check_material()?;
        position.read_side(field(1, "w"))?;
        position.read_castling(field(2, "-"), mend)?;
        position.check_checks()?;
        position.read_en_passant(field(3, "-"), mend)?;
        position.read_counters(fields.get(4..).unwrap_or_default(), mend)?;
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

    fn read_castling(&mut self, text: &str, mend: Mend<'_>) -> Result<(), FenError> {
        if text == "-" {
            return Ok(());
        }
        text.chars().try_for_each(|letter| self.read_castling_right(letter).or_else(&mut *mend))
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

    fn read_en_passant(&mut self, text: &str, mend: Mend<'_>) -> Result<(), FenError> {
        if text == "-" {
            return Ok(());
        }
        let target =
            Square::from_name(text).ok_or_else(|| FenError::BadEnPassant(excerpt(text)))?;
        match self.check_en_passant(target) {
            Ok(()) => self.set_en_passant(target),
            Err(fault) => mend(fault)?,
        }
        Ok(())
    }

    fn read_counters(&mut self, fields: &[&str], mend: Mend<'_>) -> Result<(), FenError> {
        if let Some(&text) = fields.first() {
            self.halfmove_clock = read_number(text, FenError::BadHalfmoveClock, u8::MAX, mend)?;
        }
        if let Some(&text) = fields.get(1) {
            // Some programs count moves from 0.
            self.fullmove = read_number(text, FenError::BadFullmove, u16::MAX, mend)?.max(1);
        }
        Ok(())
    }
}

/// Reads a number that has only digits. `parse` would also accept `+3`. When mended, a number above
/// the range becomes the largest. A negative number or a dash becomes the smallest.
fn read_number<T: Default + FromStr>(
    text: &str,
    fault: fn(String) -> FenError,
    largest: T,
    mend: Mend<'_>,
) -> Result<T, FenError> {
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if is_digits(text)
        && let Ok(number) = text.parse()
    {
        return Ok(number);
    }
    let nearest = match text.strip_prefix('-') {
        Some(digits) if is_digits(digits) => T::default(),
        None if is_digits(text) => largest,
        _ => return Err(fault(excerpt(text))),
    };
    mend(fault(excerpt(text)))?;
    Ok(nearest)
}

/// Returns the start of a text, short enough for a message.
fn excerpt(text: &str) -> String {
    text.chars().take(20).collect()
}
