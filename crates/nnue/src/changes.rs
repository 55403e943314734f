//! Finds the difference between two positions.

use cleave_board::{Bitboard, Color, Piece, PieceKind, Position, Square};

use crate::inputs::Man;

/// The men that must be added to one position and removed from it to get another.
pub(crate) struct Changes {
    pub(crate) added: Men,
    pub(crate) removed: Men,
}

impl Changes {
    /// Returns the changes from one position to another.
    #[inline(always)]
    pub(crate) fn between(before: &Position, after: &Position) -> Changes {
        let mut changes = Changes { added: Men::none(), removed: Men::none() };
        for square in changed_squares(before, after) {
            changes.removed.push(before.piece_on(square), square);
            changes.added.push(after.piece_on(square), square);
        }
        changes
    }

    /// Returns the changes from the empty board to a position.
    #[inline(always)]
    pub(crate) fn from_nothing(position: &Position) -> Changes {
        let mut changes = Changes { added: Men::none(), removed: Men::none() };
        for square in position.occupied() {
            changes.added.push(position.piece_on(square), square);
        }
        changes
    }
}

/// A list of men.
pub(crate) struct Men {
    /// The 32 men of a position, and a place for an empty square.
    men: [Man; 32 + 1],
    len: usize,
}

impl Men {
    #[inline(always)]
    const fn none() -> Men {
        Men { men: [Man::ANY; _], len: 0 }
    }

    /// Appends a man if there is one. There is no branch, because the empty squares of a move are
    /// hard to predict. A misprediction costs as much as a whole row of weights.
    #[inline(always)]
    fn push(&mut self, piece: Option<Piece>, square: Square) {
        let man = piece.map_or(Man::ANY, |piece| Man::new(piece, square));
        self.men[self.len] = man;
        self.len += usize::from(piece.is_some());
    }

    #[inline(always)]
    pub(crate) fn as_slice(&self) -> &[Man] {
        &self.men[..self.len]
    }
}

#[inline(always)]
fn changed_squares(before: &Position, after: &Position) -> Bitboard {
    let sides = Color::ALL.map(|color| before.color(color) ^ after.color(color));
    let kinds = PieceKind::ALL.map(|kind| before.kind(kind) ^ after.kind(kind));
    sides.into_iter().chain(kinds).fold(Bitboard::EMPTY, |all, changed| all | changed)
}
