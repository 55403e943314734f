//! Counts the terms of a position.

use super::weights::{Row, begin};
use crate::{Color, Kind, Piece, Position, Set, Square};

/// Calls `add` for each weight with Red's count, or with the negative of Black's count.
#[inline(always)]
pub(super) fn count(position: &Position, mut add: impl FnMut(usize, i32)) {
    let sides = Color::ALL.map(|color| {
        let sign = if color == Color::Red { 1 } else { -1 };
        Side::new(position, color, &mut |at, count| add(at, sign * count))
    });
    for color in Color::ALL {
        let sign = if color == Color::Red { 1 } else { -1 };
        let mut add = |row: Row, at: usize, count: u32| add(begin(row) + at, sign * count as i32);
        sides[color.index()].threats(position, color, &sides[1 - color.index()], &mut add);
        guards(position, color, &mut add);
    }
}

/// The attacks of a side's pieces.
#[derive(Default)]
struct Side {
    all: Set,
    /// Attacks of soldiers, advisors and elephants.
    small: Set,
    /// Attacks of horses and cannons.
    medium: Set,
    /// The number of pieces that reach the other palace.
    assailants: usize,
}

impl Side {
    /// Adds the worth of each piece on its square.
    #[inline(always)]
    fn new(position: &Position, color: Color, add: &mut impl FnMut(usize, i32)) -> Side {
        let mut side = Side::default();
        let general = position.general(!color);
        for kind in Kind::ALL {
            let piece = Piece::new(color, kind);
            for square in position.pieces(color, kind) {
                add(begin(Row::Material) + kind.index(), 1);
                add(begin(Row::Place) + kind.index() * 50 + place(square, color), 1);
                side.reach(position, piece, square, general, add);
            }
        }
        side
    }

    #[inline(always)]
    fn reach(
        &mut self,
        position: &Position,
        piece: Piece,
        square: Square,
        general: Square,
        add: &mut impl FnMut(usize, i32),
    ) {
        let kind = piece.kind();
        let attacks = position.attacks(piece, square);
        self.all |= attacks;
        let mut reached = attacks;
        let own = position.color(piece.color());
        let mut add_moves = |row: Row, moves: Set| add(begin(row) + moves.len() as usize, 1);
        match kind {
            Kind::Soldier | Kind::Advisor | Kind::Elephant => self.small |= attacks,
            Kind::Horse => {
                self.medium |= attacks;
                add_moves(Row::HorseMoves, attacks & !own);
            }
            Kind::Cannon => {
                let moves = position.destinations(piece, square) & !position.occupied();
                self.medium |= attacks;
                reached |= moves;
                add_moves(Row::CannonMoves, moves);
                screens(position, square, general, add);
            }
            Kind::Rook => add_moves(Row::RookMoves, attacks & !own),
            Kind::General => return,
        }
        let in_palace = (reached & Set::PALACES[1 - piece.color().index()]).len();
        if in_palace > 0 {
            add(begin(Row::Palace) + kind.index(), in_palace as i32);
            self.assailants += 1;
        }
    }

    /// Adds this side's attacks on pieces that are worth more or unprotected, and its attack on the
    /// general.
    #[inline(always)]
    fn threats(
        &self,
        position: &Position,
        color: Color,
        other: &Side,
        add: &mut impl FnMut(Row, usize, u32),
    ) {
        let smaller = self.small | self.medium;
        for kind in [Kind::Soldier, Kind::Advisor, Kind::Elephant] {
            let loose = position.pieces(!color, kind) & self.all & !other.all;
            add(Row::Loose, kind.index(), loose.len());
        }
        for (kind, by) in
            [(Kind::Horse, self.small), (Kind::Cannon, self.small), (Kind::Rook, smaller)]
        {
            let pieces = position.pieces(!color, kind);
            add(Row::Prey, kind.index(), (pieces & by).len());
            add(Row::Loose, kind.index(), (pieces & self.all & !by & !other.all).len());
        }
        let guards =
            position.pieces(!color, Kind::Advisor) | position.pieces(!color, Kind::Elephant);
        let at = self.assailants.min(5) * 5 + guards.len().min(4) as usize;
        add(Row::Assault, at, 1);
    }
}

/// Returns the index of a square: rank from the own side, and distance of the file from the edge.
#[inline(always)]
fn place(square: Square, color: Color) -> usize {
    let square = square.relative_to(color);
    usize::from(square.rank() * 5 + square.file().min(8 - square.file()))
}

#[inline(always)]
fn screens(position: &Position, cannon: Square, general: Square, add: &mut impl FnMut(usize, i32)) {
    let row = match () {
        () if cannon.file() == general.file() => Row::FileScreens,
        () if cannon.rank() == general.rank() => Row::RankScreens,
        () => return,
    };
    let between = position.pieces_between(cannon, general).len().min(3);
    add(begin(row) + between as usize, 1);
}

#[inline(always)]
fn guards(position: &Position, color: Color, add: &mut impl FnMut(Row, usize, u32)) {
    let pieces = |color, kind| position.pieces(color, kind).len().min(2) as usize;
    let enemies = |kind| pieces(!color, kind);
    add(Row::Advisors, 3 * pieces(color, Kind::Advisor) + enemies(Kind::Rook), 1);
    add(Row::Elephants, 3 * pieces(color, Kind::Elephant) + enemies(Kind::Cannon), 1);
    let soldiers = position.pieces(color, Kind::Soldier);
    let linked = |square: &Square| square.offset(1, 0).is_some_and(|next| soldiers.has(next));
    add(Row::Linked, 0, soldiers.into_iter().filter(linked).count() as u32);
}
