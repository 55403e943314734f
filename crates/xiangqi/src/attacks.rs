//! Computes attacks and checks.

use crate::tables::leapers::{ADVISOR, ELEPHANT, GENERAL, HORSE, HORSE_TO, SOLDIER, SOLDIER_TO};
use crate::tables::lines::{Lines, Screens, between};
use crate::{Color, Kind, Piece, Position, Set, Square};

impl Position {
    /// Returns the squares on which a piece could capture an enemy. For a cannon only occupied
    /// squares count.
    #[inline]
    pub fn attacks(&self, piece: Piece, square: Square) -> Set {
        match piece.kind() {
            Kind::Cannon => self.lines.reach(square, Screens::One),
            _ => self.walks(piece, square),
        }
    }

    /// Returns the destinations of a piece on a square. They may leave its side's general in
    /// danger.
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

    /// Returns the pieces of a side that attack a square. A cannon attacks the square over a
    /// screen, even if the square is empty.
    pub fn attackers(&self, square: Square, by: Color) -> Set {
        let index = square.index();
        let lines = &self.lines;
        let short = GENERAL[index] & self.kind(Kind::General)
            | ADVISOR[index] & self.kind(Kind::Advisor)
            | ELEPHANT[index][lines.diagonals(square)] & self.kind(Kind::Elephant);
        (short | self.far_attackers(lines, square, by)) & self.color(by)
    }

    /// Returns the soldiers, horses, cannons and rooks of a side that attack a square if `lines`
    /// are occupied like this.
    #[inline(always)]
    fn far_attackers(&self, lines: &Lines, square: Square, by: Color) -> Set {
        let index = square.index();
        let attackers = SOLDIER_TO[by.index()][index] & self.kind(Kind::Soldier)
            | HORSE_TO[index][lines.diagonals(square)] & self.kind(Kind::Horse)
            | lines.reach(square, Screens::None) & self.kind(Kind::Rook)
            | lines.reach(square, Screens::One) & self.kind(Kind::Cannon);
        attackers & self.color(by)
    }

    /// Returns the pieces between two squares of one row or column, or none for other squares.
    #[inline(always)]
    pub fn pieces_between(&self, one: Square, other: Square) -> Set {
        between(one, other) & self.occupied()
    }

    /// Returns the pieces that give check to a side. A general that faces the side's general on an
    /// open file is one of them.
    #[inline]
    pub(crate) fn checkers_of(&self, side: Color) -> Set {
        self.checkers_at(&self.lines, self.general(side), side)
    }

    /// Returns true if the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        !self.checkers_of(self.side).is_empty()
    }

    /// Returns true if the move leaves the own general safe. It must be one of the piece's
    /// destinations.
    #[inline]
    pub(crate) fn leaves_general_safe(&self, from: Square, to: Square) -> bool {
        let general = self.general(self.side);
        let general = if from == general { to } else { general };
        let lines = self.lines.after(from, to);
        self.checkers_at(&lines, general, self.side).without(to).is_empty()
    }

    #[inline(always)]
    fn checkers_at(&self, lines: &Lines, general: Square, side: Color) -> Set {
        // The generals' ranks are never equal, so a flying general has the reach of a rook.
        let facing = lines.reach(general, Screens::None) & self.pieces(!side, Kind::General);
        facing | self.far_attackers(lines, general, !side)
    }
}
