//! Pieces on a board, in any number and order, from which a position is made.

use cleave_board::{Color, FenError, File, Piece, PieceKind, Position, Rank, Square, placement};

/// Pieces on a board, and the side to move.
#[derive(Clone, Debug)]
pub(crate) struct Arrangement {
    pieces: [Option<Piece>; 64],
    side: Color,
}

/// The castling rights to assume.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Castling {
    /// No side may castle.
    Never,
    /// A king with a rook, if both are on their squares of the start position.
    FromHome,
}

impl Arrangement {
    /// Returns the pieces of a position.
    pub(crate) fn of(position: &Position) -> Arrangement {
        let mut pieces = [None; 64];
        for square in position.occupied() {
            pieces[square.index()] = position.piece_on(square);
        }
        Arrangement { pieces, side: position.side() }
    }

    /// Takes all pieces off the board.
    pub(crate) fn clear(&mut self) {
        self.pieces = [None; 64];
    }

    /// Puts a piece on a square, or clears it.
    pub(crate) fn put(&mut self, piece: Option<Piece>, square: Square) {
        self.pieces[square.index()] = piece;
    }

    /// Returns the board mirrored from left to right: a1 becomes h1.
    pub(crate) fn flopped(&self) -> Arrangement {
        let mut flopped = Arrangement { pieces: [None; 64], side: self.side };
        for square in Square::all() {
            let mirrored = Square::at(File::ALL[7 - square.file().index()], square.rank());
            flopped.put(self.pieces[square.index()], mirrored);
        }
        flopped
    }

    /// Returns the position with these pieces, at the beginning of a game.
    ///
    /// # Errors
    /// The position cannot be played.
    pub(crate) fn position(&self, castling: Castling) -> Result<Position, FenError> {
        let side = if self.side.is_white() { 'w' } else { 'b' };
        let castling = match castling {
            Castling::Never => "-".into(),
            Castling::FromHome => self.rights_from_home(),
        };
        let placement = placement(|square| self.pieces[square.index()]);
        Position::from_fen(&format!("{placement} {side} {castling} - 0 1"))
    }

    fn rights_from_home(&self) -> String {
        let mut rights = String::new();
        for color in [Color::White, Color::Black] {
            let at_home = |file, kind| {
                let home = Square::at(file, Rank::FIRST).relative_to(color);
                self.pieces[home.index()] == Some(Piece::new(color, kind))
            };
            for (file, wing) in [(File::H, PieceKind::King), (File::A, PieceKind::Queen)] {
                if at_home(File::E, PieceKind::King) && at_home(file, PieceKind::Rook) {
                    rights.push(Piece::new(color, wing).letter());
                }
            }
        }
        if rights.is_empty() { "-".into() } else { rights }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_of_a_position_make_the_same_position() {
        let start = Arrangement::of(&Position::start());
        assert_eq!(start.position(Castling::FromHome).unwrap().to_fen(), Position::START_FEN);
        let without = Position::START_FEN.replace("KQkq", "-");
        assert_eq!(start.position(Castling::Never).unwrap().to_fen(), without);
    }

    #[test]
    fn rights_need_king_and_rook_at_home() {
        let fen = "r3k1r1/8/8/8/8/8/8/2R1K2R b - - 0 1";
        let position = Position::from_fen(fen).unwrap();
        let position = Arrangement::of(&position).position(Castling::FromHome).unwrap();
        assert_eq!(position.to_fen(), fen.replace(" - -", " Kq -"));
    }

    #[test]
    fn a_board_is_mirrored_from_left_to_right() {
        let fen = "r3k2r/p7/8/8/8/8/6PP/R3K1NR w KQkq - 0 1";
        let flopped = Arrangement::of(&Position::from_fen(fen).unwrap()).flopped();
        let flopped = flopped.position(Castling::Never).unwrap();
        assert_eq!(flopped.to_fen(), "r2k3r/7p/8/8/8/8/PP6/RN1K3R w - - 0 1");
        let twice = Arrangement::of(&flopped).flopped().position(Castling::Never).unwrap();
        assert_eq!(twice.to_fen(), fen.replace("KQkq", "-"));
    }
}
