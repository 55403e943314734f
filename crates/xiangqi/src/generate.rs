//! Generates legal moves.
//!
//! Three kinds of moves can expose the own general. The general moves, a piece that is *bound* to
//! its place moves, or a piece becomes the screen of a cannon. [`Bonds`] finds these moves. All
//! other moves are legal. In check every move is tried.

use crate::tables::leapers::{HORSES_BEHIND, diagonal};
use crate::tables::lines::{Screens, between};
use crate::{Kind, Move, MoveList, Piece, Position, Set, Square};

/// The moves that must be tried.
struct Bonds {
    is_in_check: bool,
    /// The pieces whose moves may open a line or free a horse's leg.
    bound: Set,
    /// The empty squares between the general and a cannon without a piece between them.
    screens: Set,
}

impl Bonds {
    fn new(position: &Position) -> Bonds {
        let general = position.general(position.side);
        let them = !position.side;
        let enemies = |kind| position.pieces(them, kind);
        let reach = |screens| position.lines.reach(general, screens);
        let mut bound = Set::EMPTY;
        let rooks = enemies(Kind::Rook) | enemies(Kind::General);
        let behind_one = reach(Screens::One) & rooks;
        let behind_two = reach(Screens::Two) & enemies(Kind::Cannon);
        for slider in behind_one | behind_two {
            bound |= between(general, slider);
        }
        let mut screens = Set::EMPTY;
        for cannon in reach(Screens::None) & enemies(Kind::Cannon) {
            screens |= between(general, cannon);
        }
        let horses = enemies(Kind::Horse);
        for (index, &behind) in HORSES_BEHIND[general.index()].iter().enumerate() {
            if !(behind & horses).is_empty()
                && let Some(leg) = diagonal(general, index)
            {
                bound |= Set::of(leg);
            }
        }
        Bonds { is_in_check: position.in_check(), bound: bound.with(general), screens }
    }
}

/// Calls `each` for every piece with its legal destinations within `wanted`.
#[inline]
pub(crate) fn for_each_piece(position: &Position, wanted: Set, mut each: impl FnMut(Square, Set)) {
    let bonds = Bonds::new(position);
    for kind in Kind::ALL {
        let piece = Piece::new(position.side, kind);
        for from in position.pieces(position.side, kind) {
            let reached = position.destinations(piece, from) & wanted;
            let legal = if bonds.is_in_check || bonds.bound.has(from) {
                safe_only(position, from, reached)
            } else {
                reached & !bonds.screens
            };
            if !legal.is_empty() {
                each(from, legal);
            }
        }
    }
}

#[inline(never)]
fn safe_only(position: &Position, from: Square, reached: Set) -> Set {
    reached.into_iter().filter(|&to| position.leaves_general_safe(from, to)).collect()
}

impl Position {
    /// Returns all legal moves. If there are none, the side to move has lost, in check or not.
    pub fn legal_moves(&self) -> MoveList {
        self.moves_within(Set::ALL)
    }

    /// Returns all legal captures.
    pub fn captures(&self) -> MoveList {
        self.moves_within(self.color(!self.side))
    }

    /// Returns all legal moves that capture nothing.
    pub fn quiet_moves(&self) -> MoveList {
        self.moves_within(!self.occupied())
    }

    fn moves_within(&self, wanted: Set) -> MoveList {
        let mut list = MoveList::new();
        for_each_piece(self, wanted, |from, to| {
            list.extend(to.into_iter().map(|to| Move::new(from, to)));
        });
        list
    }

    /// Returns the number of legal moves.
    pub fn count_moves(&self) -> u32 {
        let mut count = 0;
        for_each_piece(self, Set::ALL, |_, to| count += to.len());
        count
    }

    /// Returns true if the side to move has a legal move.
    pub fn has_legal_move(&self) -> bool {
        self.count_moves() > 0
    }

    /// Returns true if the move is legal here. It may come from another position.
    pub fn is_legal(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let Some(piece) = self.piece_on(from).filter(|piece| piece.color() == self.side) else {
            return false;
        };
        self.destinations(piece, from).has(to) && self.leaves_general_safe(from, to)
    }
}
