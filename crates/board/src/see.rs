//! Static exchange evaluation (SEE): the gain of a capture after all recaptures on its square.

use crate::{Bitboard, Move, MoveKind, Piece, PieceKind, Position, Square, attacks};

/// Piece values for exchanges, in centipawns. The king is worth more than all others together.
pub const SEE_VALUES: [i32; 6] = [100, 325, 325, 500, 975, 20_000];

impl Position {
    /// Returns true if the exchange that `mv` starts wins at least `threshold` centipawns.
    ///
    /// Ignores pins, treats castling as an even exchange, and counts a promotion's new piece.
    // The captured and the capturing piece decide two of three calls. Only the rest is worth a
    // function call.
    #[inline]
    pub fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let value = |kind: PieceKind| SEE_VALUES[kind.index()];
        let mover = self.piece_on(from).map_or(PieceKind::Pawn, Piece::kind);
        let captured = self.piece_on(to).map_or(0, |piece| value(piece.kind()));
        if !matches!(mv.kind(), MoveKind::Normal | MoveKind::DoublePush) {
            return self.special_see_ge(mv, threshold);
        }
        let gain = captured - threshold;
        if gain < 0 {
            return false;
        }
        // The balance if the piece is lost.
        let gain = gain - value(mover);
        gain >= 0 || self.wins_exchange(to, (self.occupied() ^ from.into()) | to.into(), gain)
    }

    #[cold]
    fn special_see_ge(&self, mv: Move, threshold: i32) -> bool {
        let (from, to) = (mv.from(), mv.to());
        if mv.kind() == MoveKind::Castle {
            return threshold <= 0;
        }
        let value = |kind: PieceKind| SEE_VALUES[kind.index()];
        let on_square = mv.promotion().unwrap_or(PieceKind::Pawn);
        let mut gain = self.piece_on(to).map_or(0, |piece| value(piece.kind())) - threshold;
        let mut occupied = (self.occupied() ^ from.into()) | to.into();
        if mv.kind() == MoveKind::EnPassant {
            gain += value(PieceKind::Pawn);
            occupied ^= to.forward(!self.side).into();
        }
        gain += value(on_square) - value(PieceKind::Pawn);
        if gain < 0 {
            return false;
        }
        gain -= value(on_square);
        gain >= 0 || self.wins_exchange(to, occupied, gain)
    }

    /// Continues the exchange on `to` after its first capture. Returns true if the side to move
    /// reaches its threshold. `gain` is its balance if its capturing piece is lost; it is below 0.
    #[inline(never)]
    fn wins_exchange(&self, to: Square, mut occupied: Bitboard, mut gain: i32) -> bool {
        let value = |kind: PieceKind| SEE_VALUES[kind.index()];
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
                break; // the king may not capture into check: no capture is left
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
            // Negamax: the balance for the side that has just captured.
            gain = -gain - 1 - value(kind);
            if gain >= 0 {
                break;
            }
        }
        // The side that would capture next cannot turn the balance.
        side != self.side
    }
}
