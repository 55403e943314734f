//! Static exchange evaluation: what a capture wins once the dust on its square has settled.

use crate::{Bitboard, Move, MoveKind, Piece, PieceKind, Position, attacks};

/// Values that the exchange counts with, in centipawns; the king is worth more than all the rest.
pub const SEE_VALUES: [i32; 6] = [100, 325, 325, 500, 975, 20_000];

impl Position {
    /// True if the exchange that `mv` begins wins at least `threshold` centipawns.
    ///
    /// Pins are not seen; castling counts as an even exchange; a promotion counts the new piece.
    pub fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        let (from, to) = (mv.from(), mv.to());
        if mv.kind() == MoveKind::Castle {
            return threshold <= 0;
        }
        let value = |kind: PieceKind| SEE_VALUES[kind.index()];
        let mover = self.piece_on(from).map_or(PieceKind::Pawn, Piece::kind);
        let on_square = mv.promotion().unwrap_or(mover);
        let mut gain = self.piece_on(to).map_or(0, |piece| value(piece.kind())) - threshold;
        let mut occupied = (self.occupied() ^ from.into()) | to.into();
        if mv.kind() == MoveKind::EnPassant {
            gain += value(PieceKind::Pawn);
            occupied ^= to.forward(!self.side).into();
        }
        gain += value(on_square) - value(mover);
        if gain < 0 {
            return false;
        }
        // From here on `gain` is what the side that has just captured keeps if the piece is lost.
        gain -= value(on_square);
        if gain >= 0 {
            return true;
        }

        let mut attackers = self.attackers_to(to, occupied) & occupied;
        let (diagonal, straight) = (self.diagonal_sliders(), self.straight_sliders());
        let mut side = !self.side;
        loop {
            let mine = attackers & self.color(side);
            let Some(kind) =
                PieceKind::ALL.into_iter().find(|&kind| (mine & self.kind(kind)).any())
            else {
                break;
            };
            if kind == PieceKind::King && (attackers & self.color(!side)).any() {
                break; // the king may not capture into check: this side has no capture left
            }
            occupied ^= Bitboard::of((mine & self.kind(kind)).lsb());
            if matches!(kind, PieceKind::Pawn | PieceKind::Bishop | PieceKind::Queen) {
                attackers |= attacks::bishop(to, occupied) & diagonal;
            }
            if matches!(kind, PieceKind::Rook | PieceKind::Queen) {
                attackers |= attacks::rook(to, occupied) & straight;
            }
            attackers &= occupied;
            side = !side;
            // Negamax on the balance, seen by the side that has just captured.
            gain = -gain - 1 - value(kind);
            if gain >= 0 {
                break;
            }
        }
        // The side to capture next has failed to bring the balance round.
        side != self.side
    }
}
