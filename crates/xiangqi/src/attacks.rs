//! Who attacks what, and check.

use crate::tables::leapers::{ADVISOR, ELEPHANT, GENERAL, HORSE, HORSE_TO, SOLDIER, SOLDIER_TO};
use crate::tables::lines::{Lines, Screens, between};
use crate::{Color, Kind, Piece, Position, Set, Square};

impl Position {
    /// What a piece on a square could capture, if an enemy stood there; for a cannon only squares that
    /// are occupied.
    #[inline]
    pub fn attacks(&self, piece: Piece, square: Square) -> Set {
        match piece.kind() {
            Kind::Cannon => self.lines.reach(square, Screens::One),
            _ => self.walks(piece, square),
        }
    }

    /// The destinations of a piece on a square, whether or not its side's general would be safe.
    #[inline]
    pub fn destinations(&self, piece: Piece, square: Square) -> Set {
        let reached = self.walks(piece, square);
        let own = self.color(piece.color());
        match piece.kind() {
            Kind::Cannon => {
                let captures = self.lines.reach(square, Screens::One) & self.color(!piece.color());
                (reached & !self.occupied()) | captures
            }
            _ => reached & !own,
        }
    }

    #[inline(always)]
    fn walks(&self, piece: Piece, square: Square) -> Set {
        let index = square.index();
        match piece.kind() {
            Kind::Soldier => SOLDIER[piece.color().index()][index],
            Kind::Advisor => ADVISOR[index],
            Kind::Elephant => ELEPHANT[index][self.lines.diagonals(square)],
            Kind::Horse => HORSE[index][self.lines.neighbours(square)],
            Kind::Cannon | Kind::Rook => self.lines.reach(square, Screens::None),
            Kind::General => GENERAL[index],
        }
    }

    /// The pieces of a side that attack a square. A cannon attacks it over a screen, whether it is
    /// occupied or not.
    pub fn attackers(&self, square: Square, by: Color) -> Set {
        let index = square.index();
        let lines = &self.lines;
        let short = GENERAL[index] & self.kind(Kind::General)
            | ADVISOR[index] & self.kind(Kind::Advisor)
            | ELEPHANT[index][lines.diagonals(square)] & self.kind(Kind::Elephant);
        (short | self.far_attackers(lines, square, by)) & self.color(by)
    }

    /// Soldiers, horses, cannons and rooks of a side that attack a square when the lines are occupied so.
    #[inline(always)]
    fn far_attackers(&self, lines: &Lines, square: Square, by: Color) -> Set {
        let index = square.index();
        let attackers = SOLDIER_TO[by.index()][index] & self.kind(Kind::Soldier)
            | HORSE_TO[index][lines.diagonals(square)] & self.kind(Kind::Horse)
            | lines.reach(square, Screens::None) & self.kind(Kind::Rook)
            | lines.reach(square, Screens::One) & self.kind(Kind::Cannon);
        attackers & self.color(by)
    }

    /// The pieces between two squares of one row or column; none for others.
    #[inline(always)]
    pub fn pieces_between(&self, one: Square, other: Square) -> Set {
        between(one, other) & self.occupied()
    }

    /// The pieces that give check to a side; a general that faces its own in the open is one.
    #[inline]
    pub(crate) fn checkers_of(&self, side: Color) -> Set {
        self.checkers_at(&self.lines, self.general(side), side)
    }

    /// True if the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        !self.checkers_of(self.side).is_empty()
    }

    /// True if the move leaves the own general safe. It must be one of the piece's destinations.
    #[inline]
    pub(crate) fn leaves_general_safe(&self, from: Square, to: Square) -> bool {
        let general = self.general(self.side);
        let general = if from == general { to } else { general };
        let lines = self.lines.after(from, to);
        self.checkers_at(&lines, general, self.side).without(to).is_empty()
    }

    #[inline(always)]
    fn checkers_at(&self, lines: &Lines, general: Square, side: Color) -> Set {
        // The generals' ranks are never the same: the reach of a rook is that of a flying general.
        let facing = lines.reach(general, Screens::None) & self.pieces(!side, Kind::General);
        facing | self.far_attackers(lines, general, !side)
    }
}
