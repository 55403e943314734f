//! What restricts the moves of a position: checks and pins.

use cleave_board::{Bitboard, PieceKind, Position, attacks};

/// Checks and pins of a position, for the side to move. Computed once, used by everything that
/// asks for legal moves.
///
/// A piece that is not the king may go where the check mask allows: anywhere without check, onto
/// the checker or between it and the king with one check, nowhere with two. A pinned piece stays
/// on the line between its king and the pinner.
#[derive(Clone, Copy, Debug)]
pub struct Masks {
    pub(crate) checkers: Bitboard,
    pub(crate) check_mask: Bitboard,
    /// Lines of pins along files and ranks: from next to the king to the pinner, both included.
    pub(crate) pin_straight: Bitboard,
    /// The same along diagonals.
    pub(crate) pin_diagonal: Bitboard,
}

impl Masks {
    /// The masks of a position.
    #[inline]
    pub fn new(position: &Position) -> Masks {
        let us = position.side();
        let (own, enemy) = (position.color(us), position.color(!us));
        let king = position.king(us);
        let mut checkers = enemy
            & (attacks::pawn(us, king) & position.kind(PieceKind::Pawn)
                | attacks::knight(king) & position.kind(PieceKind::Knight));
        let mut check_mask = checkers;

        let mut pins_of = |snipers: Bitboard| {
            let mut pins = Bitboard::EMPTY;
            for sniper in snipers {
                let ray = attacks::between(king, sniper) | sniper.into();
                let blockers = ray & own;
                if blockers.is_empty() {
                    checkers |= sniper.into();
                    check_mask |= ray;
                } else if !blockers.many() {
                    pins |= ray;
                }
            }
            pins
        };
        // Enemy sliders that would attack the king if our own pieces were glass.
        let straight = attacks::rook(king, enemy) & position.straight_sliders() & enemy;
        let diagonal = attacks::bishop(king, enemy) & position.diagonal_sliders() & enemy;
        let (pin_straight, pin_diagonal) = (pins_of(straight), pins_of(diagonal));

        if checkers.is_empty() {
            check_mask = Bitboard::ALL;
        } else if checkers.many() {
            check_mask = Bitboard::EMPTY;
        }
        Masks { checkers, check_mask, pin_straight, pin_diagonal }
    }

    /// Masks that forbid nothing.
    pub(crate) const FREE: Masks = Masks {
        checkers: Bitboard::EMPTY,
        check_mask: Bitboard::ALL,
        pin_straight: Bitboard::EMPTY,
        pin_diagonal: Bitboard::EMPTY,
    };

    /// The pieces that give check.
    #[inline(always)]
    pub const fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// True if the side to move is in check.
    #[inline(always)]
    pub const fn in_check(&self) -> bool {
        self.checkers.any()
    }
}
