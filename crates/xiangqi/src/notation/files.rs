//! The common part of WXF and Chinese notation: the piece that moves, its direction, and its
//! distance.

use std::cmp::{Ordering, Reverse};

use crate::{Color, Move, Piece, Position, Square};

/// A move from its player's point of view.
pub(super) struct Described {
    pub(super) piece: Piece,
    /// The file that it leaves, 1 to 9 from the player's right.
    pub(super) file: u8,
    /// Its place among the pieces of its kind on its file, 0 for the foremost, and the number of
    /// these pieces.
    pub(super) index: usize,
    pub(super) count: usize,
    /// The place among all soldiers that share a file with another soldier, file by file from the
    /// right, and the number of these files.
    pub(super) among_all: usize,
    pub(super) crowded_files: usize,
    /// The rank of the destination compared with the rank of the origin.
    direction: Ordering,
    /// The file of the destination. For a straight move ahead or back it is the number of ranks.
    pub(super) target: u8,
}

impl Described {
    /// Returns the sign of the direction. `signs` are for back, sideways and ahead.
    pub(super) fn direction(&self, signs: [char; 3]) -> char {
        signs[(self.direction as i8 + 1) as usize]
    }
}

/// Returns the number of the file, 1 to 9 from the right of the player.
fn file_number(square: Square, color: Color) -> u8 {
    match color {
        Color::Red => 9 - square.file(),
        Color::Black => square.file() + 1,
    }
}

pub(super) fn describe(position: &Position, mv: Move) -> Option<Described> {
    let piece = position.piece_on(mv.from())?;
    let color = piece.color();
    let rank = |square: Square| square.relative_to(color).rank();
    let (from, to) = (rank(mv.from()), rank(mv.to()));
    let is_straight = mv.from().file() == mv.to().file();
    let mut same: Vec<Square> = position.pieces(color, piece.kind()).into_iter().collect();
    same.sort_by_key(|&other| (file_number(other, color), Reverse(rank(other))));
    let on_file = |file: u8| same.iter().filter(move |other| other.file() == file);
    let is_crowded = |file: u8| on_file(file).count() > 1;
    let mut crowded = same.iter().filter(|other| is_crowded(other.file()));
    Some(Described {
        piece,
        file: file_number(mv.from(), color),
        index: on_file(mv.from().file()).position(|&other| other == mv.from()).unwrap_or(0),
        count: on_file(mv.from().file()).count(),
        among_all: crowded.position(|&other| other == mv.from()).unwrap_or(0),
        crowded_files: (0..9).filter(|&file| is_crowded(file)).count(),
        direction: to.cmp(&from),
        target: if is_straight { to.abs_diff(from) } else { file_number(mv.to(), color) },
    })
}
