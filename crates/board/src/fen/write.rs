//! Writing a FEN.

use std::fmt;

use crate::{Color, File, Piece, Position, Rank, Square, Wing};

/// Returns the first field of a FEN: the pieces, rank by rank from the eighth rank down.
pub fn placement(piece_on: impl Fn(Square) -> Option<Piece>) -> String {
    let rank = |rank| {
        let mut text = String::new();
        let mut empty = 0;
        for file in File::ALL {
            match piece_on(Square::at(file, rank)) {
                None => empty += 1,
                Some(piece) => {
                    if empty > 0 {
                        text.push_str(&empty.to_string());
                        empty = 0;
                    }
                    text.push(piece.letter());
                }
            }
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
        text
    };
    Rank::ALL.into_iter().rev().map(rank).collect::<Vec<_>>().join("/")
}

impl Position {
    /// Returns the position as FEN, or as X-FEN where castling needs it. Reading it back gives the
    /// same position.
    pub fn to_fen(&self) -> String {
        self.fen_with(|color, wing, file| {
            let plain = if wing == Wing::King { 'k' } else { 'q' };
            let outermost = self.outermost_rook(color, wing) == Some(file);
            if outermost { plain } else { file.letter() }
        })
    }

    /// Returns the position as Shredder-FEN, which names the rooks' files for castling: `HAha`.
    pub fn to_shredder_fen(&self) -> String {
        self.fen_with(|_, _, file| file.letter())
    }

    fn fen_with(&self, castling_letter: impl Fn(Color, Wing, File) -> char) -> String {
        let side = if self.side().is_white() { 'w' } else { 'b' };
        let en_passant = self.en_passant().map_or_else(|| "-".into(), |square| square.to_string());
        format!(
            "{} {side} {} {en_passant} {} {}",
            placement(|square| self.piece_on(square)),
            self.castling_text(castling_letter),
            self.halfmove_clock(),
            self.fullmove()
        )
    }

    fn castling_text(&self, letter: impl Fn(Color, Wing, File) -> char) -> String {
        let mut text = String::new();
        for color in Color::ALL {
            for wing in [Wing::King, Wing::Queen] {
                if let Some(file) = self.castling().rook_file(color, wing) {
                    let letter = letter(color, wing, file);
                    text.push(if color.is_white() { letter.to_ascii_uppercase() } else { letter });
                }
            }
        }
        if text.is_empty() { "-".into() } else { text }
    }
}

impl fmt::Display for Position {
    /// Writes the FEN.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.to_fen())
    }
}

impl fmt::Debug for Position {
    /// Writes a diagram of the board with White at the bottom, and the FEN.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            write!(f, "{} ", rank.index() + 1)?;
            for file in File::ALL {
                let piece = self.piece_on(Square::at(file, rank));
                write!(f, " {}", piece.map_or('.', Piece::letter))?;
            }
            writeln!(f)?;
        }
        writeln!(f, "   a b c d e f g h")?;
        write!(f, "{self}")
    }
}
