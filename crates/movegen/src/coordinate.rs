//! Moves as coordinates: `e2e4`, `e7e8q`. Castling is `e1g1`, in chess960 `e1h1`.

use cleave_board::{Move, MoveKind, Piece, PieceKind, Position, Square, Wing};

use crate::text::diagnose;
use crate::{MoveList, MoveTextError, legal_moves};

/// Returns the coordinates of a legal move. Writes castling as `e1g1`, or as king takes rook if the
/// position [is chess960](Position::is_chess960).
///
/// ```
/// let position = cleave_board::Position::start();
/// let mv = cleave_movegen::parse_move(&position, "Nf3").unwrap();
/// assert_eq!(cleave_movegen::to_coordinate(&position, mv), "g1f3");
/// ```
pub fn to_coordinate(position: &Position, mv: Move) -> String {
    if mv.kind() == MoveKind::Castle && !position.is_chess960() {
        let king_to = castling_wing(mv).king_to(position.side());
        return format!("{}{king_to}", mv.from());
    }
    mv.to_string()
}

/// Returns the wing of a castling move.
pub(crate) fn castling_wing(mv: Move) -> Wing {
    if mv.to() > mv.from() { Wing::King } else { Wing::Queen }
}

/// The parts of coordinate text.
pub(crate) struct Coordinates {
    from: Square,
    to: Square,
    promotion: Option<PieceKind>,
}

impl Coordinates {
    /// Parses text of the form `e2e4`, `e7e8q` or `e7e8=Q`; returns `None` for any other form.
    pub(crate) fn read(text: &str) -> Option<Coordinates> {
        if !text.is_ascii() || text.len() < 4 {
            return None;
        }
        let (squares, promotion) = text.split_at(4);
        let (from, to) = squares.split_at(2);
        let promotion = match promotion.strip_prefix('=').unwrap_or(promotion).as_bytes() {
            [] => None,
            &[letter] => Some(PieceKind::from_letter(letter as char)?),
            _ => return None,
        };
        Some(Coordinates { from: Square::from_name(from)?, to: Square::from_name(to)?, promotion })
    }

    /// Returns the legal move with these coordinates.
    pub(crate) fn find(&self, position: &Position, text: &str) -> Result<Move, MoveTextError> {
        let us = position.side();
        let piece = position.piece_on(self.from).ok_or(MoveTextError::EmptySquare(self.from))?;
        if piece.color() != us {
            return Err(MoveTextError::NotYours(self.from, us));
        }
        let moves = legal_moves(position);
        if let Some(mv) = self.plain(&moves)?.or_else(|| self.castling(position, &moves)) {
            return Ok(mv);
        }
        if piece == Piece::new(us, PieceKind::King) && self.means_castling(position) {
            return Err(MoveTextError::NoCastling(text.into()));
        }
        Err(diagnose(position, text, |mv| (mv.from(), mv.to()) == (self.from, self.to)))
    }

    fn plain(&self, moves: &MoveList) -> Result<Option<Move>, MoveTextError> {
        let fits = |mv: &Move| {
            (mv.from(), mv.to()) == (self.from, self.to) && mv.kind() != MoveKind::Castle
        };
        let found = || moves.into_iter().filter(fits);
        let Some(first) = found().next() else {
            return Ok(None);
        };
        let text = || format!("{}{}", self.from, self.to);
        match (first.promotion(), self.promotion) {
            (Some(_), None) => Err(MoveTextError::NoPromotion(text())),
            (None, Some(kind)) => {
                Err(MoveTextError::NotAPromotion(format!("{}{}", text(), kind.letter())))
            }
            (_, promotion) => match found().find(|mv| mv.promotion() == promotion) {
                Some(mv) => Ok(Some(mv)),
                None => Err(MoveTextError::NoPromotion(text())),
            },
        }
    }

    /// Accepts both notations: king takes rook, and king to its castled square.
    fn castling(&self, position: &Position, moves: &MoveList) -> Option<Move> {
        let castlings = || {
            moves.into_iter().filter(|mv| mv.kind() == MoveKind::Castle && mv.from() == self.from)
        };
        castlings()
            .find(|mv| mv.to() == self.to)
            .or_else(|| {
                castlings().find(|mv| castling_wing(*mv).king_to(position.side()) == self.to)
            })
            .filter(|_| self.promotion.is_none())
    }

    fn means_castling(&self, position: &Position) -> bool {
        let us = position.side();
        position.piece_on(self.to) == Some(Piece::new(us, PieceKind::Rook))
            || self.from.distance(self.to) > 1
                && Wing::ALL.into_iter().any(|wing| wing.king_to(us) == self.to)
    }
}
