//! The checks and pins that restrict the moves of a position.

use cleave_board::{Bitboard, Black, Color, PieceKind, Position, Side, White, attacks};
use cleave_shared_memory::Plain;

use crate::rays::{Lanes, Line, Paths};

/// Checks and pins of the side to move. They are computed once per position. All functions on legal
/// moves use them.
///
/// A piece other than the king may go where the check mask permits. Without a check that is
/// anywhere. In a single check it is the checker's square and the squares between checker and king.
/// In a double check it is nowhere. A pinned piece may move along the line through its king and the
/// pinner.
#[derive(Clone, Copy, Debug, Plain)]
pub struct Masks {
    pub(crate) checkers: Bitboard,
    pub(crate) check_mask: Bitboard,
    /// Our pinned pieces, by the line along which they may move.
    pub(crate) pinned: [Bitboard; 4],
}

impl Masks {
    /// Masks that permit everything.
    pub(crate) const FREE: Masks = Masks {
        checkers: Bitboard::EMPTY,
        check_mask: Bitboard::ALL,
        pinned: [Bitboard::EMPTY; 4],
    };

    /// Computes the masks of a position.
    #[inline]
    pub fn new(position: &Position) -> Masks {
        let paths = Paths::new(!position.occupied());
        match position.side() {
            Color::White => Masks::with_paths::<White>(position, &paths),
            Color::Black => Masks::with_paths::<Black>(position, &paths),
        }
    }

    /// Computes the masks of another position in place. A copy of masks just computed would wait
    /// until their words have left the store buffer.
    #[inline(never)]
    pub fn renew(&mut self, position: &Position) {
        *self = Masks::new(position);
    }

    /// Computes the masks from the prepared fills.
    #[inline(always)]
    pub(crate) fn with_paths<S: Side>(position: &Position, paths: &Paths) -> Masks {
        let us = S::COLOR;
        let (own, enemy) = (position.color(us), position.color(!us));
        let king = position.king(us);
        let leapers = enemy
            & (attacks::pawn(us, king) & position.kind(PieceKind::Pawn)
                | attacks::knight(king) & position.kind(PieceKind::Knight));
        let snipers = Lanes::by_kind(
            position.straight_sliders() & enemy,
            position.diagonal_sliders() & enemy,
        );

        // Look outward from the king, then again from our first piece on each ray.
        let seen = paths.slide(Lanes::all(king.into()));
        let sliders = seen.and(snipers);
        let shields = seen.and(Lanes::all(own));
        let pinned = shields.where_any(paths.slide(shields).and(snipers)).lines();

        let checkers = leapers | sliders.union();
        let check_mask = if checkers.is_empty() {
            Bitboard::ALL
        } else if checkers.many() {
            Bitboard::EMPTY
        } else {
            leapers | seen.where_any(sliders).union()
        };
        Masks { checkers, check_mask, pinned }
    }

    /// Returns the pieces that give check.
    #[inline(always)]
    pub const fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Returns true if the side to move is in check.
    #[inline(always)]
    pub const fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// Returns all pinned pieces.
    #[inline(always)]
    pub(crate) const fn all_pinned(&self) -> Bitboard {
        let [a, b, c, d] = self.pinned;
        Bitboard(a.0 | b.0 | c.0 | d.0)
    }

    /// Returns the pinned pieces that may not move along `line`.
    #[inline(always)]
    pub(crate) const fn barred_from(&self, line: Line) -> Bitboard {
        Bitboard(self.all_pinned().0 & !self.pinned[line as usize].0)
    }
}
