//! Computes the number of a position's placement.

use arrayvec::ArrayVec;
use cleave_board::{Color, File, Piece, PieceKind, Position, Square};

use super::groups::Groups;
use super::squares::{
    above_diagonal, below_diagonal, choose, in_triangle, king_pair, pawn_rank, placements_before,
};
use crate::Material;

/// The maximum number of pieces of a table.
pub(super) const MAX_PIECES: usize = 7;

/// The pieces of a position from a table's point of view: the side that the table names first is
/// White.
pub(super) struct Placement {
    /// The side to move.
    pub(super) side: Color,
    /// Pieces and squares. The leading pawns come first, in the order of [`pawn_rank`].
    pieces: ArrayVec<(Piece, Square), MAX_PIECES>,
    leading_pawns: usize,
}

impl Placement {
    /// Reads the pieces of a position. `leading_pawns` is the colour of the leading pawns in the
    /// table.
    pub(super) fn new(
        position: &Position,
        material: &Material,
        leading_pawns: Option<Color>,
    ) -> Placement {
        // Tables of symmetric material are for White to move.
        let is_turned = if material.is_symmetric() {
            position.side() == Color::Black
        } else {
            Material::of(position) != *material
        };
        let color = |color: Color| if is_turned { !color } else { color };
        let turned = |square: Square| if is_turned { square.flip_rank() } else { square };
        let leads =
            |piece: Piece| piece.kind() == PieceKind::Pawn && Some(piece.color()) == leading_pawns;
        let mut pieces = ArrayVec::new();
        for square in position.occupied() {
            let Some(piece) = position.piece_on(square) else { continue };
            let piece = Piece::new(color(piece.color()), piece.kind());
            pieces.push((piece, turned(square)));
        }
        pieces.sort_by_key(|&(piece, square)| {
            let rank = if leads(piece) { pawn_rank(square) } else { 0 };
            (!leads(piece), std::cmp::Reverse(rank))
        });
        let leading_pawns = pieces.iter().take_while(|&&(piece, _)| leads(piece)).count();
        let mut placement = Placement { side: color(position.side()), pieces, leading_pawns };
        if leading_pawns > 0 && placement.first().file() > File::D {
            placement.map(flip_file);
            // Mirroring has exchanged the ranks of pawns.
            placement.pieces[..leading_pawns]
                .sort_by_key(|&(_, square)| std::cmp::Reverse(pawn_rank(square)));
        }
        placement
    }

    fn first(&self) -> Square {
        self.pieces[0].1
    }

    fn map(&mut self, map: impl Fn(Square) -> Square) {
        for (_, square) in &mut self.pieces {
            *square = map(*square);
        }
    }

    /// Returns the file of the first leading pawn, from a to d, or a if there is no pawn.
    pub(super) fn pawn_file(&self) -> File {
        if self.leading_pawns > 0 { self.first().file() } else { File::A }
    }

    /// Returns the number of the placement for these groups, or `None` if the pieces differ.
    pub(super) fn number(mut self, groups: &Groups) -> Option<u64> {
        self.arrange(&groups.pieces)?;
        let (leading, weight) = groups.groups[0];
        let mut number = weight
            * if self.leading_pawns > 0 {
                self.number_of_pawns()
            } else {
                self.turn(leading);
                self.number_of_leading(leading)
            };
        let squares: ArrayVec<Square, MAX_PIECES> =
            self.pieces.iter().map(|&(_, square)| square).collect();
        let mut start = leading;
        for &(length, weight) in &groups.groups[1..] {
            let (before, rest) = squares.split_at(start);
            let group = &rest[..length];
            // The pawns of the other side have forty-eight squares, from a2.
            let is_pawns = groups.pieces[start].kind() == PieceKind::Pawn;
            number += weight * number_among_free(before, group, if is_pawns { 8 } else { 0 });
            start += length;
        }
        Some(number)
    }

    /// Sorts the pieces into this order.
    fn arrange(&mut self, order: &[Piece]) -> Option<()> {
        for (i, &wanted) in order.iter().enumerate().skip(self.leading_pawns) {
            let found = self.pieces[i..].iter().position(|&(piece, _)| piece == wanted)?;
            self.pieces.swap(i, i + found);
        }
        // Without pawns the first piece is known only here.
        if self.leading_pawns == 0 && self.first().file() > File::D {
            self.map(flip_file);
        }
        Some(())
    }

    /// Returns the number of the leading pawns.
    fn number_of_pawns(&self) -> u64 {
        let pawns = &self.pieces[..self.leading_pawns];
        let mut number = placements_before(pawns.len(), pawns[0].1);
        // In the order of ascending rank, without the first pawn.
        for (i, &(_, square)) in (1..).zip(pawns[1..].iter().rev()) {
            number += choose(i, pawn_rank(square));
        }
        number
    }

    /// Turns the board so that the first piece is in the triangle a1-d1-d4. The first leading piece
    /// off the diagonal is then below it.
    fn turn(&mut self, leading: usize) {
        if self.first().rank().index() > 3 {
            self.map(Square::flip_rank);
        }
        let mut above = self.pieces[..leading].iter().map(|&(_, square)| above_diagonal(square));
        if above.find(|&above| above != 0).is_some_and(|above| above > 0) {
            self.map(flip_diagonal);
        }
    }

    /// Returns the number of the leading pieces, two kings or three different pieces, on a board
    /// turned by [`Placement::turn`].
    fn number_of_leading(&self, leading: usize) -> u64 {
        let squares = [self.pieces[0].1, self.pieces[1].1];
        if leading == 2 {
            return king_pair(squares[0], squares[1]);
        }
        let third = self.pieces[2].1;
        let [first, second] = squares;
        // Squares, ranks and places on the diagonal are counted without the places taken before.
        let taken = |square: Square, before: &[Square]| {
            before.iter().filter(|&&other| other < square).count() as u64
        };
        let index = |square: Square| square.index() as u64;
        let rank = |square: Square| square.rank().index() as u64;
        let second_less = taken(second, &[first]);
        let third_less = taken(third, &[first, second]);
        if above_diagonal(first) != 0 {
            (in_triangle(first) * 63 + index(second) - second_less) * 62 + index(third) - third_less
        } else if above_diagonal(second) != 0 {
            (6 * 63 + rank(first) * 28 + below_diagonal(second)) * 62 + index(third) - third_less
        } else if above_diagonal(third) != 0 {
            6 * 63 * 62
                + 4 * 28 * 62
                + rank(first) * 7 * 28
                + (rank(second) - second_less) * 28
                + below_diagonal(third)
        } else {
            6 * 63 * 62
                + 4 * 28 * 62
                + 4 * 7 * 28
                + rank(first) * 7 * 6
                + (rank(second) - second_less) * 6
                + (rank(third) - third_less)
        }
    }
}

/// Returns the number of a set of squares among all sets of free squares from `first_square` on.
fn number_among_free(before: &[Square], group: &[Square], first_square: usize) -> u64 {
    let mut sorted: ArrayVec<Square, MAX_PIECES> = group.iter().copied().collect();
    sorted.sort();
    let place = |square: Square| {
        let taken = before.iter().filter(|&&other| other < square).count();
        square.index().checked_sub(taken + first_square)
    };
    // A pawn on the first rank would have no place, but no position has one.
    (1..).zip(sorted).map(|(i, square)| place(square).map_or(0, |place| choose(i, place))).sum()
}

fn flip_file(square: Square) -> Square {
    Square::new(square.index() as u8 ^ 7)
}

fn flip_diagonal(square: Square) -> Square {
    let index = square.index() as u8;
    Square::new(index >> 3 | index << 3 & 0x38)
}
