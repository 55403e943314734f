//! Checks that a position is possible. Not every position that passes can be reached by play. But
//! the rules and the program can rely on each condition checked here.

use crate::{Bitboard, Color, FenError, PieceKind, Position, Rank, Square, attacks};

impl Position {
    /// Checks for one king each, no more promoted pieces than missing pawns, and no pawns on the
    /// back ranks.
    pub(super) fn check_material(&self) -> Result<(), FenError> {
        for color in Color::ALL {
            let count = |kind| self.pieces(color, kind).count();
            if count(PieceKind::King) != 1 {
                return Err(FenError::KingCount { color, count: count(PieceKind::King) });
            }
            let pawns = count(PieceKind::Pawn);
            if pawns > 8 {
                return Err(FenError::TooManyPawns { color, count: pawns });
            }
            let pieces = self.color(color).count();
            if pieces > 16 {
                return Err(FenError::TooManyPieces { color, count: pieces });
            }
            let promoted = count(PieceKind::Knight).saturating_sub(2)
                + count(PieceKind::Bishop).saturating_sub(2)
                + count(PieceKind::Rook).saturating_sub(2)
                + count(PieceKind::Queen).saturating_sub(1);
            let missing = 8 - pawns;
            if promoted > missing {
                return Err(FenError::TooManyPromoted { color, promoted, missing });
            }
        }
        let back_ranks = Bitboard::rank(Rank::FIRST) | Bitboard::rank(Rank::EIGHTH);
        match (self.kind(PieceKind::Pawn) & back_ranks).first() {
            Some(square) => Err(FenError::PawnOnBackRank(square)),
            None => Ok(()),
        }
    }

    /// Checks that the side that has just moved is not in check, and that at most two pieces check
    /// the other side.
    pub(super) fn check_checks(&self) -> Result<(), FenError> {
        let (us, them) = (self.side(), !self.side());
        if self.is_attacked(self.king(them), us) {
            return Err(FenError::OpponentInCheck(them));
        }
        match self.checkers().count() {
            0..=2 => Ok(()),
            count => Err(FenError::TooManyCheckers(count)),
        }
    }

    /// Checks that a double push can just have crossed `target`. The pawn is beyond it, and the
    /// squares that it crossed are empty. Before the push the side to move was not in check.
    pub(super) fn check_en_passant(&self, target: Square) -> Result<(), FenError> {
        let (us, them) = (self.side(), !self.side());
        if target.rank() != Rank::THIRD.relative_to(them) {
            return Err(FenError::EnPassantRank(target));
        }
        let impossible = Err(FenError::EnPassantImpossible(target));
        let (origin, now) = (target.forward(us), target.forward(them));
        let crossed = Bitboard::of(origin) | target.into();
        if (crossed & self.occupied()).any() || !self.pieces(them, PieceKind::Pawn).has(now) {
            return impossible;
        }
        let before = (self.occupied() ^ now.into()) | origin.into();
        let attackers = self.attackers_to(self.king(us), before) & self.color(them);
        if attackers.without(now.into()).any() || attacks::pawn(them, origin).has(self.king(us)) {
            return impossible;
        }
        Ok(())
    }
}
