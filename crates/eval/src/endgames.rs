//! Evaluates endings with a known result, so that the search makes progress in them.
//!
//! Against a bare king the usual terms give no direction. Here a win is worth [`KNOWN_WIN`] and the
//! winning material, plus a slope that leads to mate. The slope drives the king to the edge or into
//! the right corner, and brings the own king near. King and pawn against king is looked up in
//! [`crate::kpk`].

use cleave_board::{Bitboard, Color, PieceKind, Position, Square};

use crate::kpk;
use crate::material::Counts;

/// The value of a won ending in centipawns, without the winning material.
pub(crate) const KNOWN_WIN: i32 = 2_000;

/// Returns the value of a known ending from White's point of view.
///
/// Every evaluation calls this, so it returns at once if both sides have more than a king.
#[inline(always)]
pub(crate) fn probe(position: &Position) -> Option<i32> {
    let bare = |color| !position.color(color).many();
    if bare(Color::Black) {
        against_bare_king(position, Color::White)
    } else if bare(Color::White) {
        against_bare_king(position, Color::Black).map(|value| -value)
    } else if position.occupied().count() == 4 && position.is_insufficient_material() {
        Some(0)
    } else {
        None
    }
}

/// Returns the value for `strong`, if it is known.
#[cold]
fn against_bare_king(position: &Position, strong: Color) -> Option<i32> {
    use PieceKind::{Bishop, Knight, Pawn, Queen, Rook};
    if position.is_insufficient_material() {
        return Some(0);
    }
    let counts = Counts::of(position, strong);
    let (king, target) = (position.king(strong), position.king(!strong));
    if counts.pieces() == 0 {
        let pawns = position.pieces(strong, Pawn);
        return if pawns.many() { None } else { Some(pawn_ending(position, strong, pawns.lsb())) };
    }
    let bishops = position.pieces(strong, Bishop);
    let bishops_mate =
        (bishops & Bitboard::DARK_SQUARES).any() && bishops.without(Bitboard::DARK_SQUARES).any();
    let heavy = counts.get(Queen) + counts.get(Rook) > 0;
    let slope = if heavy || bishops_mate || counts.get(Knight) > 2 {
        10 * to_edge(target) + 4 * (7 - i32::from(king.distance(target)))
    } else if counts.get(Bishop) > 0 && counts.get(Knight) > 0 {
        20 * to_corner(target, bishops.lsb()) + 4 * (7 - i32::from(king.distance(target)))
    } else if counts.get(Pawn) == 0 {
        return Some(0); // two knights cannot force mate
    } else {
        return None;
    };
    Some(KNOWN_WIN + material(&counts) + slope)
}

/// Returns the value of king and pawn against king. The result is exact; a further advanced pawn is
/// worth more.
fn pawn_ending(position: &Position, strong: Color, pawn: Square) -> i32 {
    if !kpk::is_won(position, strong) {
        return 0;
    }
    let rank = pawn.rank().relative_to(strong).index() as i32;
    500 + 50 * rank - 2 * i32::from(position.king(strong).distance(pawn))
}

/// Returns the material in round values of centipawns. These endings need no tuning.
fn material(counts: &Counts) -> i32 {
    use PieceKind::{Bishop, Knight, Pawn, Queen, Rook};
    100 * counts.get(Pawn)
        + 325 * (counts.get(Knight) + counts.get(Bishop))
        + 500 * counts.get(Rook)
        + 975 * counts.get(Queen)
}

/// Returns the distance from the centre: up to 3 for the file and 3 for the rank. The edge has at
/// least 3, a corner 6.
fn to_edge(square: Square) -> i32 {
    let off_centre = |coordinate: usize| (2 * coordinate as i32 - 7).abs() / 2;
    off_centre(square.file().index()) + off_centre(square.rank().index())
}

/// Returns 0 on the long diagonal of the other colour, rising to 7 in a corner of the bishop's
/// colour.
fn to_corner(square: Square, bishop: Square) -> i32 {
    let (file, rank) = (square.file().index() as i32, square.rank().index() as i32);
    if Bitboard::DARK_SQUARES.has(bishop) {
        (file + rank - 7).abs() // a1 and h8
    } else {
        (file - rank).abs() // a8 and h1
    }
}
